/** What holds for every chapter: access, widths, print, keys, ways out, and no network. */

import chapters from "../src/learn/chapters.json" with { type: "json" };
import { violations } from "./axe";
import { jumped, overflow, watchJumps, WIDTHS, WINDOWS } from "./layout";
import { holds, servePseudo } from "./pseudo";
import { answered, readerTest } from "./reader";
import { expect, test, type Page } from "./test";

/**
 * That a page whose questions are answered has all its words in the catalogue and fits every window,
 * in the language with the longest words; jumps in none; and axe finds nothing wrong with the English.
 */
async function fitsAndIsClean(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await servePseudo(page);
  await watchJumps(page);
  await answered(page);
  const open = async (address: string, [width, height]: readonly [number, number]) => {
    await page.setViewportSize({ width, height });
    await page.goto(address);
    await expect(page.locator("h1")).toBeVisible();
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
    expect(await jumped(page), `at ${width}`).toBeLessThan(0.01);
    // Parts of a page are hydrated one after another.
    await expect(page.locator(".part:empty")).toHaveCount(0);
  };
  await open(`/en-XA${path}`, WINDOWS[0]);
  await holds(page, WIDTHS);
  await open(path, WINDOWS[1]);
  expect.soft(await violations(page)).toEqual([]);
}

/** That a chapter whose answers are open is printed as a worksheet without them. */
async function givesNothingAway(page: Page, questions: string[]): Promise<void> {
  // Printing itself is the browser's: look while it would print.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
    const { removeAttribute } = document.documentElement;
    document.documentElement.removeAttribute = function (name) {
      if (name !== "data-worksheet") removeAttribute.call(this, name);
    };
  });
  await page.getByRole("button", { name: "Print a worksheet" }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Name: Date:")).toBeVisible();
  const given = await page.evaluate((ids) => {
    const seen = (each: Element | null) =>
      each?.checkVisibility({ visibilityProperty: true }) &&
      each.getBoundingClientRect().height > 0;
    return ids.flatMap((id) => {
      const question = document.querySelector<HTMLElement>(`[data-question="${id}"]`)!;
      const parts = (selector: string) => [...question.querySelectorAll(selector)];
      const wrong = {
        "no lines to write on": !seen(question.querySelector(".write")),
        "broken between pages": getComputedStyle(question).breakInside !== "avoid-page",
        "no question": !seen(question.querySelector("fieldset legend, :scope > label")),
        "the answer's paper": parts("p.paper").some(seen),
        "the answer's words": question.innerText.includes("the answer:"),
        "what opens": seen(document.querySelector(`[data-opened="${id}"]`)),
        // Of the bars only the first is given.
        bars: parts(".blank").some((bars) =>
          [...bars.querySelectorAll(".value")].slice(1).some((each) => each.textContent !== "?"),
        ),
        marks: parts("label svg, .screen, div.paper").some(seen),
      };
      return Object.entries(wrong).flatMap(([what, is]) => (is ? [`${id}: ${what}`] : []));
    });
  }, questions);
  expect(given).toEqual([]);
  await page.emulateMedia({ media: "screen" });
}

/** The links that have been followed: every chapter has the last one. */
const followed = new Set<string>();

/** That each link of a chapter to a position leads to that position. */
async function leadsWhereItSays(page: Page): Promise<void> {
  const ways = await page
    .locator("main section a[href*='#']")
    .evaluateAll((found) => found.map((each) => each.getAttribute("href")!));
  expect(ways).not.toEqual([]);
  for (const way of ways) {
    if (followed.has(way)) continue;
    followed.add(way);
    await page.goto(way);
    const position = new URLSearchParams(way.split("#")[1]).get("position");
    if (position) {
      const marks = page.getByRole("grid").first().getByRole("gridcell");
      const said = () =>
        marks.evaluateAll((cells) =>
          cells
            .map((cell) => /, ([XO])\b/.exec(cell.getAttribute("aria-label") ?? "")?.[1] ?? ".")
            .join(""),
        );
      await expect.poll(said, way).toBe(position.replaceAll("/", ""));
    }
    await expect(page.locator(".toast"), way).toHaveCount(0);
  }
}

test("/learn fits every window, jumps in none, and axe finds nothing wrong", async ({ page }) => {
  await fitsAndIsClean(page, "/learn");
});

for (const [index, { slug, questions, title }] of chapters.entries()) {
  test(`${slug} fits every window, jumps in none, prints as a worksheet, and its ways out lead where they say`, async ({
    page,
  }) => {
    await fitsAndIsClean(page, `/learn/${slug}`);
    await expect(page.locator("h1")).toHaveText(title);
    for (const [way, neighbour] of [
      ["prev", chapters[index - 1]],
      ["next", chapters[index + 1]],
    ] as const) {
      if (!neighbour) continue;
      const link = page.locator(`a[rel=${way}]`);
      await expect(link).toHaveAttribute("href", `/learn/${neighbour.slug}`);
      if (way === "prev") await expect(link).toContainText(neighbour.title);
    }

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 720 });
    if (slug === "trees")
      await expect(page.locator(".bar").first()).toHaveCSS("transition-property", "none");
    await givesNothingAway(page, questions);
    await leadsWhereItSays(page);
  });
}

for (const { slug, questions, title } of chapters) {
  readerTest(
    `${slug} comes with what it needs, prints without its controls, and is read by keys alone`,
    async ({ reader, page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const opened = page.waitForResponse((response) => response.request().isNavigationRequest());
      await reader.open(slug);
      await expect(page).toHaveTitle(`${title} · Noughts`);
      // Its code and numbers are fetched along with its page.
      const html = await (await opened).text();
      const chunk = `/assets/${slug.charAt(0).toUpperCase()}${slug.slice(1)}-`;
      expect(html).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="${chunk}`));
      for (const numbers of ["lessons-", "table-"]) expect(html).toContain(`/assets/${numbers}`);
      // What is said there is what the page then asks for.
      const said = [...html.matchAll(/href="(\/assets\/[^"]+\.(?:js|json))"/g)].map(
        ([, name]) => name,
      );
      for (const name of said) expect(asked.filter((each) => each === name)).toHaveLength(1);
      // It asks the questions that the overview counts.
      const ids = await page
        .locator("[data-question]")
        .evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.question));
      expect(ids).toEqual(questions);

      await page.emulateMedia({ media: "print" });
      const printed = await page.evaluate((ids) => {
        const missing = ids.filter((id) => {
          const paper = document.querySelector(`[data-question="${id}"] p.paper`);
          const opened = document.querySelector(`[data-opened="${id}"]`);
          const told = paper?.textContent.includes("The answer:");
          return !told || opened?.checkVisibility() === false;
        });
        const controls = document.querySelectorAll("button:not(.slip), input, nav, a.button");
        const shown = [...controls].filter((each) => each.checkVisibility());
        return { missing, shown: shown.map((each) => each.outerHTML) };
      }, questions);
      expect(printed).toEqual({ missing: [], shown: [] });
      await page.emulateMedia({ media: "screen" });

      const first = reader.question(questions[0]!);
      // Tab gets to everything in turn, and stays there: the page says when it is there.
      await first.evaluate((question) => {
        question.addEventListener("focusin", () =>
          addEventListener("keydown", (event) => event.key === "Tab" && event.preventDefault()),
        );
      });
      for (let press = 0; press < 80; press += 10) {
        for (let each = 0; each < 10; each += 1) await page.keyboard.press("Tab");
        if (await first.evaluate((each) => each.matches(":has(input:focus)"))) break;
      }
      const kind = await page.evaluate(() => (document.activeElement as HTMLInputElement).type);
      expect(["radio", "range"]).toContain(kind);
      await page.keyboard.press(kind === "radio" ? "Space" : "ArrowLeft");
      await page.keyboard.press("Enter");
      await expect(reader.reply(questions[0]!)).not.toBeEmpty();
    },
  );
}

readerTest(
  "a chapter is shown on the wall, with what a clicker sends, pictures and questions",
  async ({ reader, page }) => {
    await page.setViewportSize({ width: 1280, height: 720 }); // as a projector
    await reader.open("minimax");
    const board = page.locator("figure svg.tree .sheet").first();
    const height = async () => (await board.boundingBox())!.height;
    const before = await height();
    await page.getByRole("button", { name: "Enlarge the picture" }).first().click();
    await expect.poll(height).toBeGreaterThan(before * 1.2);
    const full = () => page.evaluate(() => document.fullscreenElement !== null);
    await expect.poll(full).toBe(true);

    // On a low wall the tree has the room of its caption; nothing lies on anything, nothing scrolls.
    const slide = page.locator("[data-wall]");
    await expect(slide.locator("figcaption")).toBeHidden();
    const tree = slide.locator(".screen svg.tree");
    await expect.poll(() => tree.evaluate((each) => each.clientHeight)).toBeGreaterThan(0.6 * 720);
    expect(await slide.evaluate((each) => each.scrollHeight)).toBe(720);
    await slide.getByRole("button", { name: "Open all" }).click();
    await expect(page.getByRole("toolbar").getByRole("status")).toHaveText(/^1 of [4-9]$/);
    expect.soft(await violations(page)).toEqual([]);

    // From the picture to a question, to its answer, and on; Space goes on as well.
    await page.keyboard.press("PageDown");
    const question = page.locator("form[data-wall]");
    await expect(question).toBeFocused();
    const id = (await question.getAttribute("data-question"))!;
    await expect(reader.reply(id)).toBeEmpty();
    await page.keyboard.press("ArrowRight");
    await expect(reader.reply(id)).toContainText("The answer:");
    await page.keyboard.press("Space");
    await expect(question.and(page.locator(`[data-question=${id}]`))).toHaveCount(0);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowLeft");
    await expect(slide.locator("svg.tree").first()).toBeVisible();

    // Space never closes it, whatever has the focus; what is behind it gets no focus.
    const close = page.getByRole("button", { name: "Back to the page" });
    await close.focus();
    await page.keyboard.press("Space");
    await expect(slide).toHaveCount(1);
    await page.getByRole("link", { name: "Learn" }).first().focus();
    await expect(slide).toBeFocused();
    await close.click();
    await expect(slide).toHaveCount(0);
    await expect.poll(full).toBe(false);

    // The steps of a picture come before the next one.
    await reader.open("depth");
    await reader.answer("toying", /^b2/);
    const race = reader.opened("toying");
    await race.getByRole("button", { name: "Enlarge the picture" }).first().click();
    await expect(page.getByRole("toolbar")).toBeVisible(); // its code comes with the first picture
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await expect(slide).toContainText("2 of");
    await page.keyboard.press("PageUp");
    await expect(slide).toContainText("1 of");
    await page.keyboard.press("Escape");
    await expect(slide).toHaveCount(0);
  },
);

test("the overview leads to every chapter, and one chapter to the next", async ({ page }) => {
  await page.goto("/learn");
  const links = page.locator("li a");
  await expect(links).toHaveCount(chapters.length);
  for (const [index, { slug }] of chapters.entries()) {
    await expect(links.nth(index)).toHaveAttribute("href", `/learn/${slug}`);
  }
  // The links between chapters are looked at in each; a tap follows them.
  await page.getByRole("link", { name: "Begin" }).click();
  await expect(page.locator("h1")).toHaveText(chapters[0]!.title);
  await page.locator("a[rel=next]").click();
  await expect(page.locator("h1")).toHaveText(chapters[1]!.title);
});

test("all chapters stand beside the lesson where there is room", async ({ page }) => {
  await answered(page);
  const list = page.getByRole("navigation", { name: "All chapters" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/learn/depth");
  await expect(list.getByRole("link")).toHaveCount(chapters.length);
  await expect(list.locator("[aria-current=page]")).toContainText("Win sooner, lose later");
  await expect(list.getByText("all answered")).toHaveCount(chapters.length);
  await list.getByRole("link", { name: /Prove it/ }).click();
  await expect(page.locator("h1")).toHaveText("Prove it");
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(list).toBeHidden();
});

test("whoever has finished the course has somewhere to go", async ({ page }) => {
  await page.goto("/learn");
  const finished = page.getByRole("region", { name: "You have finished the course" });
  await expect(finished).toHaveCount(0);
  await answered(page);
  for (const path of ["/learn", "/learn/proof"]) {
    await page.goto(path);
    const goals = finished.getByRole("link");
    await expect(goals).toHaveCount(4);
    for (const goal of await goals.all()) {
      const answer = await page.request.get((await goal.getAttribute("href"))!);
      expect(answer.ok()).toBe(true);
    }
  }
});
