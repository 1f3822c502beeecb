/** That all can be read in forced colours, by its pixels: in a browser that paints. */

import { forced, inForcedColours } from "./forced";
import { noughts } from "./program";
import { answered } from "./reader";
import { expect, test, type Page } from "./test";

// Their browser is one of its own: one is enough.
test.describe.configure({ mode: "default" });
test.use({ paints: true });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("the settings can be read in forced colours; values with a hint", async ({ game, page }) => {
  await game.open({ values: true, level: "hard" });
  await press(page, "Settings");
  await expect(page.getByRole("dialog")).toBeVisible();
  await inForcedColours(page);
  await page.keyboard.press("Escape");
  await game.cell(4).click();
  await expect(game.status).toHaveText("Your turn");
  for (const name of ["Hint", "Show me"]) await press(page, name);
  await expect(page.locator(".note").first()).toBeVisible();
  await inForcedColours(page);
});

test("a chapter can be read in forced colours", { tag: "@deep" }, async ({ page }) => {
  await answered(page);
  await page.goto("/learn/minimax");
  await expect(page.locator(".part:empty")).toHaveCount(0);
  await inForcedColours(page);
});

test("a hint and a wrong move in forced colours", { tag: "@deep" }, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("noughts.puzzles", JSON.stringify({ game: "3,3,3", kind: "fork" })),
  );
  await page.goto("/puzzles#practise");
  const told = page.getByTestId("told");
  await expect(page.locator(".ask")).toContainText("Only one move wins.");
  for (const key of "hhh") await page.keyboard.press(key);
  await expect(told).toContainText("The answer is");
  const answer = /is ([a-c][1-3])/.exec(await told.innerText())![1]!;
  const empty = page.locator('[data-cell][aria-disabled="false"]');
  await empty
    .and(page.locator(`:not([aria-label*="${answer},"])`))
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Take it back" })).toBeVisible();
  await inForcedColours(page);
});

test(
  "a prune can be read in forced colours, with the outline",
  { tag: "@deep" },
  async ({ page }) => {
    await page.goto("/search#rules=3,3,3&position=X.O/.X./..O&search=alphabeta");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await page.keyboard.press("p");
    await page.getByText("The same search in words").click();
    await page.getByRole("treeitem").first().focus();
    for (const key of ["ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    await inForcedColours(page);
  },
);

test(
  "the lab can be read in forced colours after a match, with its bar",
  { tag: "@deep" },
  async ({ page }) => {
    // Played on the command line: the server has room for one match at a time.
    const players = ["hard", "medium", "easy"];
    const { lost_games: games, ...standing } = JSON.parse(
      noughts("match", ...players, "--games", "4", "--json"),
    ) as { lost_games: object[] };
    const rest = { standing: null, games: [], end: "finished", problem: null };
    const lines = [{ ...rest, standing, games, end: null }, rest];
    await page.route("**/api/v1/match", (route) =>
      route.fulfill({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") }),
    );
    await page.goto(`/lab#players=${players.join()}&games=4`);
    await page.getByRole("button", { name: "Play 12 games" }).click();
    await expect(page.getByTestId("said")).toContainText("All games are played.");
    await page.getByText("As a table").click();
    await inForcedColours(page);
    const bar = page.getByRole("progressbar", { name: "Games played" });
    const value = await bar.evaluate((each: HTMLProgressElement) => each.value);
    const picture = async (part: number) => {
      await bar.evaluate((each: HTMLProgressElement, to) => (each.value = to), part);
      return bar.screenshot();
    };
    await forced(page, async () => {
      expect((await picture(value)).equals(await picture(0))).toBe(false);
    });
  },
);

test("/docs can be read in forced colours", { tag: "@deep" }, async ({ page }) => {
  await page.goto("/docs");
  await expect(page.locator("h1")).toBeVisible();
  await inForcedColours(page);
});
