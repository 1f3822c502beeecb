/** The room of puzzles, in few visits: the days, a puzzle by keys, one's own mistakes, offline. */

import { readdirSync } from "node:fs";
import { violations } from "./axe";
import { inForcedColours } from "./forced";
import { keeps } from "./kept";
import { tooWide } from "./layout";
import { expect, test, type Page } from "./test";

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

test("a day's puzzles are solved by keys, with hints, wrong moves and the answer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(() =>
    localStorage.setItem("noughts.puzzles", JSON.stringify({ game: "3,3,3", kind: "fork" })),
  );
  await page.goto("/puzzles#practise");
  await expect(page.locator(".ask")).toContainText("Only one move wins.");
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
  expect(await violations(page)).toEqual([]);
  await inForcedColours(page);
  await page.keyboard.press("u");
  expect(await shown(page)).toBe(before);
  await page.keyboard.press(String(right));
  await expect(told(page)).toContainText("makes a fork");
  await expect(page.getByTestId("said")).toContainText("Right: ");
  // The line goes on to its end.
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByRole("slider")).toHaveValue("3");
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual({});
  await page.keyboard.press("n");
  await expect(told(page)).toHaveText("");
  await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
});

test("a week of days is the same in two time zones, and goes on at midnight", async ({
  browser,
}) => {
  const day = (zone: string) =>
    browser.newContext({ timezoneId: zone, reducedMotion: "reduce", serviceWorkers: "block" });
  const [east, west] = await Promise.all([day("Pacific/Auckland"), day("America/Los_Angeles")]);
  const [one, two] = await Promise.all([east.newPage(), west.newPage()]);
  // Late on Monday in the east; Sunday in the west.
  const start = Date.parse("2026-12-28T10:59:00Z");
  const MINUTES = 60_000;
  const HOURS = 60 * MINUTES;
  await one.clock.install({ time: start });
  await two.clock.install({ time: start + 21 * HOURS });
  const seen: string[] = [];
  await Promise.all([one.goto("/puzzles"), two.goto("/puzzles")]);
  await expect(two.getByRole("grid")).toBeVisible();
  for (let days = 0; days < 7; days += 1) {
    await expect(one.getByRole("grid")).toBeVisible();
    seen.push(await shown(one));
    if (days % 3 === 0) expect(await shown(two), `day ${days}`).toBe(seen.at(-1));
    for (const key of "snsns") await one.keyboard.press(key);
    await expect(
      one.getByRole("heading", { name: `${28 + days > 31 ? days - 3 : 28 + days}` }),
    ).toContainText("done");
    if (days > 0) await expect(one.locator(".head")).toContainText(`${days + 1} days in a row`);
    // Over midnight: the old day stays until one goes on.
    await one.clock.fastForward(2 * MINUTES);
    await button(one, "Today's puzzles").click();
    await expect(button(one, "Answer")).toBeVisible();
    await one.clock.fastForward(24 * HOURS - 2 * MINUTES);
    await two.clock.setSystemTime(start + (21 + 24 * (days + 1)) * HOURS);
    if (days % 3 === 2) {
      await two.reload();
      await expect(two.getByRole("grid")).toBeVisible();
    }
  }
  expect(new Set(seen).size).toBe(7);
  await one.getByRole("button", { name: "Yesterday's answers" }).click();
  await expect(button(one, "Today's puzzles")).toBeVisible();
  expect(await violations(one)).toEqual([]);
  await Promise.all([east.close(), west.close()]);
});

test.describe("without network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the day's puzzles and one's own mistakes are there, and answered", async ({
    game,
    page,
    context,
  }) => {
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
    expect(await violations(page)).toEqual([]);
    await button(page, "Answer").click();
    await expect(told(page)).toContainText(/[abc][123] \w+/);
    await button(page, "Next").click();
    await expect(page.getByText(/Nothing to practise today|to practise today/)).toBeVisible();
    await page.getByRole("link", { name: "Today" }).click();
    await expect(page.getByRole("button", { name: /^1/ })).toBeVisible();
    await button(page, "Answer").click();
    await expect(page.getByText("seen")).toBeVisible();
  });
});
