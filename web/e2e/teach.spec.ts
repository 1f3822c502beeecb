/** What a teacher has: lessons, worksheets, an answer sheet, and codes that pupils hand in. */

import chapters from "../src/learn/chapters.json" with { type: "json" };
import { violations, violationsInLight } from "./axe";
import { tooWide } from "./layout";
import { readerTest } from "./reader";
import { expect, test } from "./test";

test("the teacher's page has plans, a tree and answers, each to print alone", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto("/teach");
  await expect(page.getByRole("heading", { name: /^Lesson [123]\./ })).toHaveCount(3);
  await page.getByRole("button", { name: "Fill in this tree" }).click();
  const tree = page.locator("#fill svg.tree");
  await expect(tree).toBeVisible();
  await expect(tree).not.toContainText(/[+−]1|0/);
  await page.getByRole("button", { name: "Its answers" }).click();
  await expect(tree).toContainText("+1");
  await page.getByRole("button", { name: "Show all questions" }).click();
  const questions = chapters.flatMap((each) => each.questions);
  await expect(page.locator("#answers li")).toHaveCount(questions.length);
  for (const each of await page.locator("#answers li").allTextContents()) {
    expect(each).toMatch(/\S{2}.*[?.:] *\S/);
  }
  await page.evaluate(() => {
    window.print = () => {
      const shown = [...document.querySelectorAll("main > *")].filter((e) => e.checkVisibility());
      document.title = shown.map(({ id }) => id).join();
    };
  });
  const solution = page.getByText("Python", { exact: true });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Step by step")).toBeVisible();
  await expect(solution, "a handout without the solutions").toBeHidden();
  for (const part of ["lessons", "fill", "answers"]) {
    await page.locator(`#${part}`).getByText("Print this").dispatchEvent("click");
    await expect(page).toHaveTitle(part);
  }
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Solutions" }).click();
  await expect(page.getByText("def best_move(board: list[str])")).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await expect(solution, "a handout with the solutions").toBeVisible();
  await expect(page.getByRole("button", { name: "Solutions" })).toBeHidden();
  expect(refused).toEqual([]);
});

readerTest(
  "answers go to the teacher as a code, and to another device as a file",
  async ({ reader, page }) => {
    await reader.open("trees");
    await reader.answer("two-moves", /^72/);
    await reader.answer("games", /^More/);
    await reader.answer("games", /^Fewer/);
    await page.goto("/learn");
    await page.getByText("Hand in or save my answers").click();
    const code = await page.getByTestId("code").innerText();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    const file = await (await saving).path();
    expect.soft(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Forget my answers" }).click();
    await expect(page.getByText(/of \d answered/)).toHaveCount(0);
    await page.getByLabel("Load a file of answers").setInputFiles(file);
    await expect(page.getByText("2 of 3 answered")).toBeVisible();
    await expect(page.getByTestId("code")).toHaveText(code);

    await page.goto("/teach#codes");
    const wrong = code.replace(/^./, (digit) => (digit === "7" ? "8" : "7"));
    await page.getByLabel("One pupil per line").fill(`Ada ${code}\nBob: ${wrong}\nCy`);
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
    const trees = chapters.findIndex(({ slug }) => slug === "trees");
    await expect(row("Ada").getByRole("cell").nth(trees)).toHaveText(/2 of 3\s*1 at once/);
    await expect(row("Bob")).toContainText("the code has a typo");
    await expect(row("Cy")).toContainText("there is no code in this line");
    expect.soft(await violationsInLight(page)).toEqual([]);
    expect(await tooWide(page, [320, 1280])).toEqual({});
  },
);
