/** A reader of the chapters, for the specs of /learn. */

import chapters from "../src/learn/chapters.json" with { type: "json" };
import { expect, test, type Page } from "./test";

class Reader {
  constructor(readonly page: Page) {}

  async open(slug: string): Promise<void> {
    await this.page.goto(`/learn/${slug}`);
    await expect(this.page.locator(".question").first()).toBeVisible();
  }

  question = (id: string) => this.page.locator(`[data-question="${id}"]`);
  opened = (id: string) => this.page.locator(`[data-opened="${id}"]`);
  reply = (id: string) => this.question(id).locator(".reply[role=status]");

  async answer(id: string, choice: string | RegExp): Promise<void> {
    await this.question(id).getByRole("radio", { name: choice }).check({ force: true });
    await this.question(id).getByRole("button", { name: "Check my answer" }).click();
  }

  /** Give answers one after another, within the page; return what each is told, and whether it opens more. */
  answers = (id: string, choices: readonly RegExp[]) =>
    this.question(id).evaluate(
      async (question, choices) => {
        const told: { reply: string; opened: boolean | undefined; again: boolean }[] = [];
        const buttons = () => [...question.querySelectorAll("button")];
        for (const choice of choices) {
          const labels = [...question.querySelectorAll("label")];
          const label = labels.find((each) => new RegExp(choice).test(each.textContent.trim()))!;
          label.querySelector("input")!.click();
          await Promise.resolve();
          buttons()
            .find((each) => each.textContent.trim() === "Check my answer")!
            .click();
          await new Promise((done) => setTimeout(done));
          const { question: id } = (question as HTMLElement).dataset;
          told.push({
            reply: question.querySelector<HTMLElement>(".reply[role=status]")!.innerText,
            opened: document.querySelector(`[data-opened="${id!}"] > *`)?.checkVisibility(),
            again: buttons().some((each) => /^(Check|Show)/.test(each.textContent.trim())),
          });
        }
        return told;
      },
      choices.map(({ source }) => source),
    );
}

export const readerTest = test.extend<{ reader: Reader }>({
  reader: async ({ page }, use) => use(new Reader(page)),
});

/** Answer everything at once, as a reader who has been here before. */
export async function answered(page: Page): Promise<void> {
  const open = Object.fromEntries(
    chapters.flatMap(({ slug, questions }) =>
      questions.map((id) => [`${slug}/${id}`, { tried: [], open: true }]),
    ),
  );
  await page.addInitScript(
    (all) => localStorage.setItem("noughts.learn", JSON.stringify(all)),
    open,
  );
}
