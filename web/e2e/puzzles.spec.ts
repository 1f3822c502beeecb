/** The room of puzzles, in few visits: the days, a puzzle by keys, one's own mistakes, offline. */

import { readdirSync, readFileSync } from "node:fs";
import { violations, violationsInLight } from "./axe";
import { keeps } from "./kept";
import { tooWide, widerWithLargeLetters } from "./layout";
import { expect, test, type Page } from "./test";

/** A drawn position, and a game in which the first move did not lose. */
const pack = JSON.parse(
  readFileSync(new URL("../../src/noughts/puzzles/packs/3x3.json", import.meta.url), "utf8"),
) as { puzzles: { kind: string; answer: unknown }[] };
const WHO_WINS = `3x3/${pack.puzzles.findIndex((each) => each.answer === "draw")}`;
const LOST = `3x3/${pack.puzzles.findIndex((each) => each.kind === "which move lost" && each.answer !== 1)}`;

const told = (page: Page) => page.getByTestId("told");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** What stands on the board, and the task above it. */
const shown = async (page: Page) =>
  [
    await page.locator(".ask").textContent(),
    ...(await page
      .getByRole("gridcell")
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute("aria-label")!.split(", ").at(-1)!),
      )),
  ].join();

/** Give the answer that the third hint tells. */
async function find(page: Page) {
  for (const key of "hhh") await page.keyboard.press(key);
  const answer = /The answer is (?:move (\d+), )?(\w+)\./.exec(await told(page).innerText())!;
  const [, number, name] = answer;
  if (number) {
    await page.getByRole("slider").fill(number);
    await page.getByRole("button", { name: `Move ${number} lost` }).click();
  } else if (/^(X|O|nobody)$/.test(name!)) {
    await button(page, name === "nobody" ? "Nobody" : `${name!} wins`).click();
  } else await page.getByRole("gridcell", { name: new RegExp(`(^|; )${name!},`) }).click();
  await expect(told(page)).toHaveClass(/right/);
}

test("a day's puzzles are solved by keys, with hints and wrong moves", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(() =>
    localStorage.setItem("noughts.puzzles", JSON.stringify({ game: "3,3,3", kind: "fork" })),
  );
  await page.goto("/puzzles#practise");
  await expect(page.locator(".ask")).toContainText("Only one move wins.");
  // Two lists are side by side if their words have room there.
  const rows = (size: string) =>
    page.getByRole("combobox").evaluateAll((all, fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return new Set(all.map((each) => each.getBoundingClientRect().top)).size;
    }, size);
  expect([await rows("200%"), await rows("")]).toEqual([2, 1]);
  expect(await violations(page)).toEqual([]);
  // The third hint shows the answer; another move is answered on the board, and taken back.
  for (const text of ["two threats at once", "in column", "The answer is"]) {
    await page.keyboard.press("h");
    await expect(told(page)).toContainText(text);
  }
  const answer = /is ([a-c])([1-3])/.exec(await told(page).innerText())!;
  const right = "abc".indexOf(answer[1]!) + 3 * (Number(answer[2]) - 1) + 1;
  const before = await shown(page);
  const empty = page.locator('[data-cell][aria-disabled="false"]');
  const cells = await empty.evaluateAll((all) => all.map((each) => Number(each.dataset.cell) + 1));
  await page.keyboard.press(String(cells.find((cell) => cell !== right)));
  await expect(button(page, "Take it back")).toBeVisible();
  await expect(page.getByTestId("said")).toContainText(/ (loses|misses the win|keeps the draw)/);
  expect(await violationsInLight(page)).toEqual([]);
  await page.keyboard.press("u");
  expect(await shown(page)).toBe(before);
  await page.keyboard.press(String(right));
  await expect(told(page)).toContainText("makes a fork");
  await expect(page.getByTestId("said")).toContainText("Right: ");
  // The line goes on to its end.
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByRole("slider")).toHaveValue("3");
  expect(await violationsInLight(page)).toEqual([]);
  expect(await tooWide(page)).toEqual({});
  await page.keyboard.press("n");
  await expect(told(page)).toHaveText("");
  await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
});

// That a day is the device's own, and has the same puzzles in every zone: tests/puzzles.test.ts.
test.describe("far in the east", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("a day goes on at midnight, and days in a row are counted", async ({ page }) => {
    // Late on Wednesday there; in Greenwich it is noon.
    const MINUTES = 60_000;
    const HOURS = 60 * MINUTES;
    await page.clock.install({ time: Date.parse("2026-12-30T10:59:00Z") });
    const seen: string[] = [];
    await page.goto("/puzzles");
    for (let days = 0; days < 3; days += 1) {
      await expect(page.getByRole("grid")).toBeVisible();
      seen.push(await shown(page));
      await find(page);
      for (const key of "nsns") await page.keyboard.press(key);
      const head = page.getByRole("heading", { name: `${[30, 31, 1][days]}` });
      await expect(head).toContainText("done");
      if (days === 0) expect(await widerWithLargeLetters(page)).toEqual({});
      if (days > 0) await expect(page.locator(".head")).toContainText(`${days + 1} days in a row`);
      // Over midnight: the old day stays until one goes on.
      await page.clock.fastForward(2 * MINUTES);
      await button(page, "Today's puzzles").click();
      await expect(button(page, "Answer")).toBeVisible();
      await page.clock.fastForward(24 * HOURS - 2 * MINUTES);
    }
    expect(new Set(seen).size).toBe(3);
    await page.getByRole("button", { name: "Yesterday's answers" }).press("Enter");
    await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
    await expect(page.getByText("The answers of 1 January 2027")).toBeVisible();
    await expect(button(page, "Today's puzzles")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test("a puzzle has an address, and wrong answers are shown on the board", async ({ page }) => {
  await page.goto("/puzzles#practise");
  await page.goto("/puzzles#3x3/1000000");
  await expect(page.locator(".side")).toContainText("There is no puzzle at this address.");
  await page.goto("/puzzles#3x3/5000");
  await expect(page.locator(".side")).toContainText(/The puzzles of 3x3 end with 3x3\/\d+\./);
  expect(await violations(page)).toEqual([]);
  await page.goto(`/puzzles#${WHO_WINS}`);
  await expect(page.locator(".ask")).toContainText("Who wins if both sides play their best");
  const start = await shown(page);
  for (const wrong of ["X wins", "O wins"]) {
    await button(page, wrong).click();
    await expect(told(page)).toContainText(/cannot force a win: [XO] can hold the draw/);
    await page.getByRole("button", { name: "To the end" }).click();
    expect(await shown(page)).not.toBe(start);
    await button(page, "Try again").click();
    expect(await shown(page)).toBe(start);
    await expect(button(page, wrong)).toBeDisabled();
  }
  expect(await violationsInLight(page)).toEqual([]);
  await button(page, "Nobody").click();
  await page.getByRole("link", { name: WHO_WINS }).click();
  await expect(page).toHaveURL(new RegExp(`#${WHO_WINS}$`));
  await page.goto(`/puzzles#${LOST}`);
  await expect(page.locator(".ask")).toContainText("One move of this game gave it away");
  await page.getByRole("slider").fill("1");
  await page.getByRole("button", { name: /^Move 1 lost/ }).click();
  await expect(told(page)).toContainText("could not force a win yet");
  await expect(button(page, "Try again")).toBeVisible();
  expect(await violationsInLight(page)).toEqual([]);
  await page.goBack();
  await expect(page.locator(".ask")).toContainText("Who wins if both sides play their best");
});

test.describe("without network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the day's puzzles and own mistakes are there", async ({ game, page, context }) => {
    await game.open({ level: "hard" });
    await game.finish("worst", (cell) => game.cell(cell).click());
    await page.getByRole("link", { name: "Practise this" }).click();
    await expect(page.locator(".task")).toContainText("You were here today, and played");
    await keeps(page, "/puzzles.html");
    const packs = readdirSync(new URL("../../src/noughts/web/static/packs/", import.meta.url));
    for (const pack of packs) await keeps(page, `/packs/${pack}`);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("gridcell")).toHaveCount(9);
    expect(await violationsInLight(page)).toEqual([]);
    await button(page, "Answer").click();
    await expect(told(page)).toContainText(/[abc][123] \w+/);
    await button(page, "Next").click();
    await expect(page.locator(".side:focus")).toContainText("Nothing to practise today.");
    await page.getByRole("link", { name: "Today" }).click();
    // In forced colours too one sees which of the three is open.
    await page.emulateMedia({ forcedColors: "active" });
    for (const [name, outline] of Object.entries({ easy: "solid", medium: "none" }))
      await expect(page.getByRole("button", { name })).toHaveCSS("outline-style", outline);
    await page.emulateMedia({ forcedColors: "none" });
    await button(page, "Answer").click();
    await expect(page.getByText("seen")).toBeVisible();
  });
});
