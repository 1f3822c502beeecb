/** What holds for every chapter: access, widths, print, keys, ways out, and no network. */

import type { Locator } from "@playwright/test";
import chapters from "../src/learn/chapters.json" with { type: "json" };
import { violations, violationsInLight } from "./axe";
import { askedBy, expectLight, named } from "./files";
import { jumped, overflow, tooWide, watchJumps, WINDOWS } from "./layout";
import { holds, servePseudo } from "./pseudo";
import { answered, readerTest } from "./reader";
import { expect, test, type Page } from "./test";

/** Each question: its right answer, wrong ones, and something that the right reply says. */
const ANSWERS: Record<string, Record<string, { right: RegExp; wrong: RegExp[]; says: RegExp }>> = {
  trees: {
    "two-moves": { right: /^72/, wrong: [/^17/, /^81/], says: /9 × 8/ },
    games: { right: /^Fewer/, wrong: [/^Exactly/, /^More/], says: /255,168/ },
    positions: {
      right: /^5,478/,
      wrong: [/^549,946/, /^19,683/],
      says: /in 958 of them the game is over/,
    },
  },
  minimax: {
    hope: { right: /^−1/, wrong: [/^\+1/, /^0/], says: /takes the lowest/ },
    worth: { right: /^0/, wrong: [/^\+1/, /^−1/], says: /a draw/ },
    empty: { right: /^0/, wrong: [/^\+1/, /^−1/], says: /549,946 places/ },
  },
  write: {
    recursion: { right: /^Each time/, wrong: [/^Python/, /a win$/], says: /nine marks/ },
    broken: { right: /^315 of 808/, wrong: [/^None/, /^All/], says: /52 as X and 263 as O/ },
    calls: { right: /^549,946/, wrong: [/^9 times/, /^5,478/], says: /your own function/ },
  },
  depth: {
    toying: { right: /^b2, and/, wrong: [/^b3/, /at random/], says: /first in reading order/ },
    score: { right: /^\+9 and \+7/, wrong: [/^\+1 and \+1/, /^\+1 and \+3/], says: /10 − 1/ },
    yielding: { right: /hold out/, wrong: [/^No/, /still wins/], says: /A slow loss is \+6/ },
  },
  pruning: {
    needed: {
      right: /^No/,
      wrong: [/good for X/, /otherwise nobody/],
      says: /so X never comes here/,
    },
    window: { right: /as large as/, wrong: [/somebody/, /too long/], says: /window is shut/ },
    same: { right: /^No, never/, wrong: [/^Yes/, /^Only/], says: /0 both ways/ },
  },
  cutting: {
    both: { right: /^A reply/, wrong: [/all replies/, /is over/], says: /α has risen to β/ },
    slow: { right: /^It is right/, wrong: [/loses/, /too much/], says: /compare the calls/ },
  },
  levels: {
    half: { right: /^56\s%/, wrong: [/^50\s%/, /^13\s%/], says: /1\/2 \+ 1\/2 × 1\/8/ },
    where: { right: /^At move 2/, wrong: [/^In the middle/, /^At the end/], says: /^Yes\. 22\s%/ },
    traps: {
      right: /few good replies/,
      wrong: [/no difference/, /soonest/],
      says: /With traps it wins 92\s%/,
    },
  },
  rules: {
    list: { right: /^None/, wrong: [/^A few/, /^Many/], says: /457 when it plays O/ },
    "short-list": { right: /a few/, wrong: [/never/, /half/], says: /44 of 1,467 games/ },
    blame: { right: /^O c1/, wrong: [/^O b2/, /^O a2/], says: /X wins by force/ },
  },
  bigger: {
    column: { right: /^About 504/, wrong: [/^About 1\.3/, /^About 1,320/], says: /276,911,233/ },
    guess: { right: /^Nothing/, wrong: [/is a draw/, /little better/], says: /X wins/ },
  },
  falling: {
    second: { right: /^O, who/, wrong: [/^X, who/, /draw/], says: /proved it by looking/ },
    rows: { right: /^The even/, wrong: [/^The odd/, /^That depends/], says: /space for two/ },
    odd: { right: /^X/, wrong: [/^O/, /^It depends/], says: /below X's threat/ },
    even: {
      right: /outside column d/,
      wrong: [/^Because X/, /^Because O/],
      says: /has to play d5/,
    },
  },
  ideas: {
    stealing: { right: /^No,/, wrong: [/^Yes/, /^Nobody/], says: /steal the plan/ },
    pairs: { right: /^For a line/, wrong: [/ahead$/, /too few/], says: /all games at once/ },
    zone: { right: /^7:/, wrong: [/^All/, /^None/], says: /answers 78 replies at once/ },
  },
  proof: {
    "how-many": { right: /^Only 530/, wrong: [/^All/, /^A thousand/], says: /73 games/ },
    why: { right: /keeps the value/, wrong: [/learned/, /centre/], says: /never falls/ },
  },
};

/** Open a page in one of the two layouts, where nothing may jump or be wider than the window. */
async function open(page: Page, path: string, window: (typeof WINDOWS)[number]): Promise<void> {
  const [width, height] = window;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await watchJumps(page);
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await expect(page.locator("h1")).toBeVisible();
  expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  expect(await jumped(page), `at ${width}`).toBeLessThan(0.01);
  // Parts of a page are hydrated one after another.
  await expect(page.locator(".part:empty")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
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

/** That a chapter's code and numbers are fetched along with its page, each once, and nothing else. */
function isComplete(slug: string, html: string, asked: string[]): void {
  const chunk = `/assets/${slug.charAt(0).toUpperCase()}${slug.slice(1)}-`;
  expect(html).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="${chunk}`));
  for (const numbers of ["lessons-", "table-"]) expect(html).toContain(`/assets/${numbers}`);
  expect(asked).toEqual(named(html));
}

/** That what is printed has the answers, and no controls. */
async function printsWhole(page: Page, questions: string[]): Promise<void> {
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
}

/** That a chapter whose questions are all answered fits each window, can be read in each look, and is printed as a worksheet. */
async function audit(page: Page, questions: string[]): Promise<void> {
  expect.soft(await tooWide(page)).toEqual({});
  await page.setViewportSize({ width: 1280, height: 720 });
  expect.soft(await violations(page)).toEqual([]);
  await givesNothingAway(page, questions);
}

/** Get to a question and answer it by keys alone: wrong, if it has choices. */
async function answerByKeys(page: Page, question: Locator, right?: RegExp): Promise<void> {
  // Tab gets to everything in turn, and stays there: the page says when it is there.
  await question.evaluate((question) => {
    question.addEventListener("focusin", () =>
      addEventListener("keydown", (event) => event.key === "Tab" && event.preventDefault()),
    );
  });
  for (let press = 0; press < 80; press += 10) {
    for (let each = 0; each < 10; each += 1) await page.keyboard.press("Tab");
    if (await question.evaluate((each) => each.matches(":has(input:focus)"))) break;
  }
  const kind = await page.evaluate(() => (document.activeElement as HTMLInputElement).type);
  expect(kind).toBe(right ? "radio" : "range");
  await page.keyboard.press(right ? "Space" : "ArrowLeft");
  const chosen = question.locator("label:has(:checked)");
  if (right && right.test((await chosen.innerText()).trim()))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** The overview, and chapters with a program, a map, a chart and boards; the others are made of the same parts. */
const KINDS = ["/learn", "/learn/write", "/learn/order", "/learn/levels", "/learn/ideas"];

// With all answers in one layout, and below without them in the other.
for (const [index, path] of ["/learn", ...chapters.map(({ address }) => address)].entries()) {
  const tag = KINDS.includes(path) ? [] : "@deep";
  test(`${path} has all its words in the catalogue, and they fit`, { tag }, async ({ page }) => {
    await servePseudo(page);
    await answered(page);
    await open(page, `/en-XA${path}`, WINDOWS[index % 2]!);
    if (path === "/learn") await page.locator("details summary").click();
    await holds(page, "every layout");
  });
}

/** One of each kind, the first, minimax, and the one whose weight is limited; the deep tests open all. */
const FEW = [...KINDS, "/learn/minimax", "/learn/pruning", "/learn/rules"];

for (const [index, { slug, questions, title }] of chapters.entries()) {
  const tag = FEW.includes(`/learn/${slug}`) ? [] : "@deep";
  const whole = `${slug} is whole, answers its reader, and keeps that`;
  readerTest(whole, { tag }, async ({ reader, page }) => {
    const [html, files] = await askedBy(page, () =>
      open(page, `/learn/${slug}`, WINDOWS[index % 2]!),
    );
    await page.setViewportSize({ width: 1280, height: 720 });
    isComplete(slug, html, files);
    if (slug === "pruning") expectLight(`/learn/${slug}`, html, files);
    await expect(page).toHaveTitle(`${title} · Noughts`);
    await expect(page.locator("h1")).toHaveText(title);
    const ids = await page
      .locator("[data-question]")
      .evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.question));
    expect(ids).toEqual(questions);
    for (const [way, neighbour] of [
      ["prev", chapters[index - 1]],
      ["next", chapters[index + 1]],
    ] as const) {
      if (!neighbour) continue;
      const link = page.locator(`a[rel=${way}]`);
      await expect(link).toHaveAttribute("href", `/learn/${neighbour.slug}`);
      if (way === "prev") await expect(link).toContainText(neighbour.title);
    }
    await printsWhole(page, questions);

    const answers = ANSWERS[slug];
    const first = questions[0]!;
    // All questions are alike, but those of "order", which have a slider.
    if (index === 0 || !answers) {
      await answerByKeys(page, reader.question(first), answers?.[first]?.right);
      await expect(reader.reply(first)).not.toBeEmpty();
    }
    if (!answers) {
      await answered(page);
      await page.reload();
    }
    if (answers) expect(Object.keys(answers)).toEqual(questions);
    for (const [id, { right, wrong, says }] of Object.entries(answers ?? {})) {
      const told = await reader.answers(id, [...wrong, right]);
      const yes = told.pop()!;
      for (const { reply, opened } of told) {
        expect(reply).toContain("Not quite.");
        expect(opened).not.toBe(true);
      }
      expect(new Set(told.map(({ reply }) => reply)).size).toBe(wrong.length);
      expect(yes).toMatchObject({ reply: expect.stringMatching(/^Yes\./), again: false });
      expect(yes.reply).toMatch(says);
      expect(yes.opened).not.toBe(false);
    }
    const kept = await page.evaluate(
      () => JSON.parse(localStorage.getItem("noughts.learn")!) as Record<string, object>,
    );
    for (const id of questions)
      expect(kept[`${slug}/${id}`]).toMatchObject(
        answers ? { open: true, found: true } : { open: true },
      );
    await expect(page.getByText(`All ${questions.length} questions of this chapter`)).toBeVisible();
    if (slug === "trees")
      await expect(page.locator(".bar").first()).toHaveCSS("transition-property", "none");
    if (KINDS.includes(`/learn/${slug}`)) return audit(page, questions);
    // Its pictures are its own.
    expect.soft(await tooWide(page, [320, 1280])).toEqual({});
    expect.soft(await violationsInLight(page)).toEqual([]);
  });

  if (KINDS.includes(`/learn/${slug}`)) continue;
  test(
    `${slug} keeps its shape and its secrets, in each look`,
    { tag: "@deep" },
    async ({ page }) => {
      await answered(page);
      await open(page, `/learn/${slug}`, WINDOWS[1]);
      await audit(page, questions);
    },
  );
}

/** That a link leads to the position that it names. */
async function leadsWhereItSays(page: Page, way: string): Promise<void> {
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

test("the ways out of the chapters lead where they say", async ({ page }) => {
  const ways = new Map<string, string>();
  for (const { address } of chapters) {
    const html = await (await page.request.get(address)).text();
    for (const [, found] of html.matchAll(/<a [^>]*href="(\/[^"]*#[^"]+)"/g)) {
      const way = found!.replaceAll("&amp;", "&");
      // One of each kind: to a room, with what the address tells it.
      const [room, told] = way.split("#") as [string, string];
      ways.set([room, ...new URLSearchParams(told).keys()].join(), way);
    }
  }
  expect(ways.size).toBeGreaterThan(5);
  // From one to the next in the same room, the page is not loaded again.
  for (const way of [...ways.values()].sort()) await leadsWhereItSays(page, way);
});

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

test("whoever has finished the course has somewhere to go; the overview neither jumps nor hides", async ({
  page,
}) => {
  await page.goto("/learn");
  const finished = page.getByRole("region", { name: "You have finished the course" });
  await expect(finished).toHaveCount(0);
  await answered(page);
  for (const path of ["/learn", "/learn/proof"]) {
    if (path === "/learn") {
      await open(page, path, WINDOWS[1]);
      expect(await violations(page)).toEqual([]);
    } else await page.goto(path);
    const goals = finished.getByRole("link");
    await expect(goals).toHaveCount(4);
    for (const goal of await goals.all()) {
      const answer = await page.request.get((await goal.getAttribute("href"))!);
      expect(answer.ok()).toBe(true);
    }
  }
  const search = finished.locator("a[href*='#']");
  await leadsWhereItSays(page, (await search.getAttribute("href"))!);
});
