import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { violations, violationsInLight } from "./axe";
import { noughts } from "./program";
import { expect, test, type Page } from "./test";

const PLACE = "#rules=3,3,3&position=X.O/.X./..O";
const START = `${PLACE}&search=alphabeta`;

/** What `noughts trace --json` says last. */
interface Told {
  events: number;
  calls: number;
  ends: number;
  pruned: number;
  remembered: number;
  proven: boolean;
}

function told(position: string, engine: string, ...more: string[]): Told {
  const args = ["trace", position, "--engine", engine, "--json", ...more];
  const lines = noughts(...args)
    .trim()
    .split("\n");
  return { events: lines.length - 1, ...(JSON.parse(lines.at(-1)!) as Omit<Told, "events">) };
}

class Theatre {
  constructor(readonly page: Page) {}

  async open(hash = START) {
    // Where only what follows # differs, the browser would stay on the page that it has.
    if (this.page.url().includes("/search")) await this.page.goto("about:blank");
    await this.page.goto(`/search${hash}`);
    await expect(this.page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  }

  clock = () => this.page.getByTestId("clock");
  words = (stage = 0) => this.page.getByTestId("words").nth(stage);
  said = () => this.page.getByTestId("said");
  tree = (stage = 0) =>
    this.page.getByRole("application", { name: /Tree of the search/ }).nth(stage);

  /** The counters of a search, as they stand. */
  async counters(stage = 0): Promise<Record<string, number>> {
    const list = this.page.locator(".stage header dl").nth(stage);
    const [names, values] = [
      await list.locator("dt").allInnerTexts(),
      await list.locator("dd").allInnerTexts(),
    ];
    return Object.fromEntries(
      names.map((name, i) => [name, Number(values[i]!.replaceAll(",", ""))]),
    );
  }
}

const theatre = async (page: Page, hash?: string) => {
  const it = new Theatre(page);
  await it.open(hash);
  return it;
};

test("nothing moves before the reader starts it; play, pause and step do", async ({ page }) => {
  // The page's own clock, so that a minute passes at once.
  await page.clock.install();
  const it = await theatre(page);
  await page.clock.runFor(60_000);
  await expect(it.clock()).toHaveText("0 / 563");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.clock.runFor(1000);
  await expect(it.clock()).not.toHaveText("0 / 563");
  await page.getByRole("button", { name: "Pause" }).click();
  const at = await it.clock().innerText();
  await page.clock.runFor(60_000);
  await expect(it.clock()).toHaveText(at);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("button", { name: "Step back" }).click();
  await expect(it.clock()).toHaveText(at);
});

test("all of it with the keyboard alone", async ({ page }) => {
  const it = await theatre(page);
  await page.keyboard.press("ArrowRight");
  await expect(it.words()).toHaveText("Looks at the start. X is to move.");
  await page.keyboard.press("ArrowRight");
  await expect(it.words()).toHaveText("X tries a3.");
  await page.keyboard.press("p");
  await expect(it.words()).toContainText("can be skipped. X already has");
  await expect(it.said()).toContainText("can be skipped");
  await page.keyboard.press("v");
  await expect(it.words()).toContainText("best so far is");
  await page.keyboard.press("o");
  await expect(it.words()).toContainText("Done with");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await expect(it.clock()).toHaveText("0 / 563");
  await page.keyboard.press("End");

  // In the tree: down to a reply, along, and a fold.
  await it.tree().focus();
  await page.keyboard.press("ArrowDown");
  await expect(it.said()).toContainText(/^X [abc][123]: searched, value/);
  const before = await it.said().innerText();
  await page.keyboard.press("ArrowRight");
  await expect(it.said()).not.toHaveText(before);
  await page.keyboard.press("Enter");
  await expect(page.locator(".count")).toContainText("more behind folded or merged branches");
  await page.keyboard.press("Enter");
  await expect(page.locator(".count")).toHaveText("124 positions in the picture.");
  for (const key of ["+", "+", "-", "0", "Shift+ArrowLeft", "Escape"])
    await page.keyboard.press(key);

  // The slider is a slider.
  await page.getByRole("slider", { name: "Step" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(it.clock()).toHaveText("1 / 563");
});

test("the running line is marked in the engine's own source, and a cut branch says why everywhere", async ({
  page,
}) => {
  const it = await theatre(page);
  const source = readFileSync("../src/noughts/engines/alphabeta.py", "utf8");
  const marked = page.locator(".code .marked");
  for (const [key, line] of [
    ["ArrowRight", "def alphabeta("],
    ["ArrowRight", "for cell in self.moves(position):"],
    ["v", "best, line = value, (cell, *reply)"],
    ["p", "break  # the other side has something better elsewhere"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(marked).toHaveText(line);
    expect(source).toContain(line);
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  const variable = (name: string) =>
    page.locator(".code dl div", { has: page.getByText(name, { exact: true }) }).locator("dd");
  await expect(variable("alpha")).toHaveText("+7");
  await expect(variable("beta")).toHaveText("0");
  await expect(variable("position.turn")).toHaveText("O");
  await expect(it.words()).toContainText("here O can hold the draw");

  // The picture, the board and the outline tell the same.
  const why = "here O can hold the draw, so X never comes here";
  const cut = page.locator("[role=gridcell]", { hasText: "×" }).first();
  await cut.hover();
  await expect(it.words()).toContainText(why);
  await expect(it.words()).toContainText("pruned");
  await page.mouse.move(0, 0);
  await page.getByText("The same search in words").click();
  const tree = page.getByRole("tree");
  await tree.getByRole("treeitem").first().focus();
  // Down the branch that runs: its first reply there ends the game, the second is where we are.
  const keys = ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"];
  for (const key of [...keys, "ArrowDown", "ArrowDown", "ArrowRight"]) {
    await page.keyboard.press(key);
  }
  await expect(tree.getByRole("treeitem", { name: new RegExp(`pruned. .*${why}`) })).toBeVisible();

  expect.soft(await violations(page), "a prune, with the outline").toEqual([]);
  await page.getByRole("button", { name: "Position", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Position" })).toBeVisible();
  expect.soft(await violationsInLight(page), "the dialog").toEqual([]);
});

test("the outline is a tree as one expects, and a picture to take away", async ({ page }) => {
  const it = await theatre(page);
  await page.keyboard.press("End");
  await page.getByText("The same search in words").click();
  const items = page.getByRole("treeitem");
  await expect(items.first()).toHaveAttribute("aria-expanded", "true");
  await expect(items).toHaveCount(6);
  expect(await page.locator("[role=treeitem][tabindex='0']").count()).toBe(1);
  await items.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(items.nth(1)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(items.nth(2)).toHaveAttribute("aria-level", "3");
  await expect(items.nth(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(items.nth(2)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(items).toHaveCount(6);
  await page.keyboard.press("End");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(items.first()).toBeFocused();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "The tree as SVG" }).click();
  const file = readFileSync(await (await coming).path(), "utf8");
  expect(file).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(file).not.toContain("var(--");
  const { calls, pruned } = await it.counters();
  expect(file.match(/data-node="n/g)).toHaveLength(calls!);
  expect(file.match(/data-node="p/g)).toHaveLength(pruned!);
  const wellFormed = await page.evaluate(
    (text) => !new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror"),
    file,
  );
  expect(wellFormed).toBe(true);
});

test("what rests on guesses is called a guess", async ({ page }) => {
  const it = await theatre(page, "#rules=3,3,3&position=X../.O./...&search=minimax&depth=2");
  await page.keyboard.press("End");
  await expect(it.words()).toContainText("~");
  await expect(it.words()).toContainText("guess");
  await expect(page.locator(".note.guess").first()).toBeVisible();
  await page.getByLabel("Depth").selectOption("to the end");
  await expect(it.words()).toContainText("will search to the end");
  await page.keyboard.press("End");
  await expect(it.words()).toHaveText("Finished: X plays b1. 0, a draw.");
});

test("a position is set up by clicking", async ({ page }) => {
  const it = await theatre(page);
  await page.getByRole("button", { name: "Position", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Position" });
  const cell = (index: number) => dialog.locator(`[data-cell="${index}"]`);
  const status = dialog.getByRole("status");
  const go = dialog.getByRole("button", { name: "Search this position" });
  await dialog.getByRole("button", { name: "Clear" }).click();
  for (const index of [0, 1, 4, 2]) await cell(index).click();
  await expect(status).toHaveText("X is to move.");
  await cell(2).click();
  await expect(status).toHaveText("O is to move.");

  // What cannot have occurred, what is over.
  await dialog.getByRole("radio", { name: "X", exact: true }).check({ force: true });
  await cell(3).click();
  await expect(status).toHaveText(/^3 X and 1 O cannot occur/);
  await expect(go).toBeDisabled();
  await dialog.getByRole("radio", { name: "O", exact: true }).check({ force: true });
  await cell(7).click();
  await cell(8).click();
  await expect(status).toHaveText("X is to move.");
  await dialog.getByRole("radio", { name: "X", exact: true }).check({ force: true });
  await cell(5).click();
  await expect(status).toHaveText(
    "This game is over, so there is nothing to search. Take a mark away.",
  );
  await dialog.getByRole("radio", { name: "nothing" }).check({ force: true });
  await cell(5).click();
  await go.click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/position=XO\.\/XX\.\/\.OO/);
  await expect(it.words()).toContainText("will search to the end");
  await page.keyboard.press("End");
  await expect(it.words()).toHaveText("Finished: X plays a3. +9, X wins after 1 move.");
});

test("a search beyond the bound stops, says what to do, and is watched", async ({ page }) => {
  const it = await theatre(page, "#rules=3,3,3&position=.../.../...&search=minimax");
  await expect(page.locator(".notice")).toContainText(
    "stopped at the limit of 20,000 nodes: look fewer plies ahead",
  );
  await expect(page.locator(".notice")).toContainText("use a search that prunes or has a memory");
  await expect(page.locator(".notice")).not.toContainText(/alphabeta|symmetric/);
  await page.keyboard.press("End");
  expect((await it.counters())["calls"]).toBe(20_000);
  await page.getByRole("button", { name: "Search it with a memory" }).click();
  await expect(page).toHaveURL(/search=symmetric&mirrors=once$/);
  await page.keyboard.press("End");
  await expect(it.words()).toHaveText("Finished: X plays a1. 0, a draw.");

  // A chapter leads there.
  const chapter = await (await page.request.get("/learn/minimax")).text();
  expect(chapter.replaceAll("&amp;", "&")).toContain(`"/search${new URL(page.url()).hash}"`);
  // Equivalent moves are merged, and counted.
  await expect(page.locator(".notice")).toHaveCount(0);
  expect(await it.counters()).toMatchObject({ calls: 2271, "worked out": 765, "looked up": 1506 });
  await expect(page.locator(".count")).toContainText("more behind folded or merged branches");
  const before = await page.locator(".count").innerText();
  await page.getByRole("button", { name: "More", exact: true }).last().click();
  await page.getByLabel("group mirror images").uncheck();
  await expect(page.locator(".count")).not.toHaveText(before);
  await page.getByLabel("group mirror images").check();
  await expect(page.locator(".count")).toHaveText(before);
  await it.tree().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(it.said()).toContainText(/Stands for [24] equivalent moves\./);
});

test("the server searches larger boards, to the same figures", async ({ page }) => {
  const it = await theatre(
    page,
    "#rules=4,4,4&position=XO../.X../..O./....&search=alphabeta&depth=3",
  );
  await page.keyboard.press("End");
  const python = told("XO../.X../..O./....", "alphabeta", "--rules", "4,4,4", "--depth", "3");
  await expect(it.clock()).toHaveText(new RegExp(`/ ${python.events.toLocaleString("en")}$`));
  // A search without a memory looks nothing up, and does not say so.
  expect(await it.counters()).toEqual({
    calls: python.calls,
    "finished games": python.ends,
    pruned: python.pruned,
  });
});

test("a tree can be dragged, zoomed, pinched and clicked", async ({ page }) => {
  const it = await theatre(page, "#rules=3,3,3&position=X../.O./..X&search=alphabeta");
  await page.keyboard.press("End");
  /** What the picture looks like, once it is drawn. */
  const look = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return document.querySelector("canvas")!.toDataURL();
    });
  const whole = await look();
  const box = (await it.tree().boundingBox())!;
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const near = await look();
  expect(near).not.toBe(whole);
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 200, { steps: 4 });
  await page.mouse.up();
  const aside = await look();
  expect(aside).not.toBe(near);
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await page.mouse.move(0, 0);
  expect(await look()).toBe(whole);

  // Two fingers, apart.
  const pinch = (type: string, id: number, x: number) =>
    it.tree().dispatchEvent(type, {
      pointerId: id,
      pointerType: "touch",
      button: 0,
      clientX: box.x + x,
      clientY: box.y + 150,
    });
  await page.evaluate(() => {
    // Fingers that are made up cannot be captured.
    Element.prototype.setPointerCapture = () => undefined;
  });
  await pinch("pointerdown", 11, 200);
  await pinch("pointerdown", 12, 300);
  await pinch("pointermove", 12, 480);
  await pinch("pointerup", 12, 480);
  await pinch("pointerup", 11, 200);
  expect(await look()).not.toBe(whole);
  await page.getByRole("button", { name: "Fit", exact: true }).click();

  // The start is in the middle of the first row.
  await page.mouse.click(box.x + box.width / 2, box.y + 50);
  await expect(it.said()).toContainText(/value/);
  await page.getByRole("button", { name: "Fold", exact: true }).click();
  await expect(page.locator(".count")).toContainText("more behind folded or merged branches");
  await page.getByRole("button", { name: "Unfold all" }).click();
  await expect(page.locator(".count")).not.toContainText("folded");
});

test("a game leads to its search, and a search back to the game", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=3,3,3&moves=b2-a1-c3");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("link", { name: "Watch how a program searches here" }).click();
  await expect(page).toHaveURL(/\/search#rules=3,3,3&position=O\.\.\/\.X\.\/\.\.X/);
  await page.getByRole("link", { name: "Play from here" }).click();
  await expect(page).toHaveURL(/\/#rules=3,3,3&position=O\.\.\/\.X\.\/\.\.X/);
  await expect(game.board).toBeVisible();
});

test("the picture follows the theme, and who wants less motion sees none", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await theatre(page);
  /** The colour of the first board's paper. */
  const paper = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const canvas = document.querySelector("canvas")!;
      const [r = 0] = canvas.getContext("2d")!.getImageData(canvas.width / 2, 40, 1, 1).data;
      return r;
    });
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(paper).not.toBe(light);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.keyboard.press("v");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("two searches stand beside each other, and axe finds nothing wrong with them", async ({
  page,
}) => {
  await theatre(page, `${PLACE}&search=minimax&depth=2&with=alphabeta`);
  await page.keyboard.press("End");
  await expect(page.locator(".stage")).toHaveCount(2);
  expect.soft(await violationsInLight(page)).toEqual([]);
  await page.getByLabel("beside").selectOption("nothing");
  await expect(page.locator(".stage")).toHaveCount(1);
});

test("what cannot be searched is said in words, and there is a way on", async ({ page }) => {
  await page.goto("/search#position=XXX/.../...");
  await expect(page.getByRole("alert")).toContainText("3 X and 0 O cannot occur");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveCount(0);
  expect.soft(await violationsInLight(page)).toEqual([]);
  await page.getByRole("button", { name: "Position", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Position" })).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/search#rules=9,9");
  await expect(page.getByRole("alert")).toContainText(
    "“9,9” is not a game that can be played here.",
  );
});

test("board, words, tree and controls are seen together; code fits its pane", async ({ page }) => {
  const it = await theatre(page);
  const list = page.getByRole("listbox", { name: /Python source/ });
  expect(await list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("p");
  await expect(it.words()).toContainText("can be skipped");
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [720, 450],
    [768, 1024],
    [1024, 768],
    [1280, 720],
    [1440, 900],
  ] as const) {
    const at = `at ${width}×${height}`;
    await page.setViewportSize({ width, height });
    const box = async (what: Locator) => (await what.boundingBox())!;
    const code = await box(page.locator(width < 768 && height > 528 ? ".running" : ".code ol"));
    // The line that runs is seen beside it, marked in the source or by itself.
    if (width < 1024) expect(code.y, at).toBeLessThan(height);
    const board = await box(page.getByRole("grid"));
    const words = await box(it.words());
    const tree = await box(it.tree());
    const controls = await box(page.getByRole("group", { name: "Go through the search" }));
    const floor = Math.min(height, controls.y > tree.y ? controls.y : height);
    for (const each of [board, words]) {
      expect(each.y, at).toBeGreaterThanOrEqual(0);
      expect(each.y + Math.min(each.height, 80), at).toBeLessThanOrEqual(floor);
    }
    // The smallest phone shows most of the tree, all others the whole of it.
    const seen = (floor - tree.y) / tree.height;
    expect(seen, at).toBeGreaterThanOrEqual(width === 320 ? 0.8 : 1);
    expect(controls.y + controls.height, at).toBeLessThanOrEqual(height);
    // Nothing stands on the leaves.
    const zoom = await box(page.getByRole("group", { name: "Zoom" }));
    expect(zoom.y, at).toBeGreaterThanOrEqual(tree.y + tree.height);
    // Next to each other, in rows that are full.
    const tops = await page
      .locator(".controls button")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops).size, at).toBe(1);
  }
  // At 400 %, the controls scroll away with the page: they would cover most of it.
  await page.setViewportSize({ width: 320, height: 256 });
  await it.tree().scrollIntoViewIfNeeded();
  const controls = (await page.locator(".controls").boundingBox())!;
  expect(controls.y + controls.height).toBeLessThanOrEqual((await it.tree().boundingBox())!.y);
});

test("it opens for a beginner: a small tree, few controls, one line", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const it = await theatre(page, "");
  await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue("minimax");
  await expect(it.clock()).toHaveText("0 / 51");
  await expect(page.locator("main").getByRole("combobox")).toHaveCount(2); // and the speed
  await expect(page.locator("main").getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Next/ })).toHaveCount(0);
  const running = page.locator(".running");
  for (const key of ["ArrowRight", "ArrowRight", "v"]) {
    await page.keyboard.press(key);
    await expect(running).toHaveText(
      `▸ ${(await page.locator(".code .marked").innerText()).trim()}`,
    );
    await expect(running).toBeInViewport({ ratio: 1 });
  }
  const more = page.getByRole("button", { name: "More", exact: true }).last();
  await more.click();
  await expect(page.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByLabel("prefer faster wins")).not.toBeChecked();
  await expect(page.locator(".keys")).toContainText("+1 is a win for X, −1 is a win for O");
  await page.getByRole("button", { name: "Next value" }).click();
  await page.getByRole("combobox", { name: "Search" }).selectOption("symmetric");
  await expect(page.getByRole("heading", { name: "Memory, symmetry" })).toBeVisible();
});
