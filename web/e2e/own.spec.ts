/** What is one's own and stays so: the game, the score, the settings; and links that leave them alone. */

import { expect, test, type Game, type Page } from "./test";

const worst = (game: Game) => game.finish("worst", (cell) => game.cell(cell).click());
const scores = (page: Page) => page.locator("dl dd");

test("a first visit begins at medium, and the level is one tap away", async ({ game, page }) => {
  await page.goto("/");
  const level = page.getByLabel("Level", { exact: true });
  await expect(level).toHaveValue("medium");
  await level.selectOption("easy");
  await page.reload();
  await expect(level).toHaveValue("easy");
  expect(await game.position()).toBe(".........");
});

test("a game goes on after a look at another page", async ({ game, page }) => {
  await game.open({ level: "hard" });
  await game.cell(4).click();
  await expect(game.status).toHaveText("Your turn");
  const before = await game.position();
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect.poll(() => game.position()).toBe(before);
  await expect(game.status).toHaveText("Your turn");
});

test("a link leaves the own board, score and game alone", async ({ game, page }) => {
  await game.open({ level: "hard" });
  await worst(game);
  const own = await game.position();
  await page.goto("/#rules=5,5,4&moves=c3-b2");
  await expect(page.getByRole("gridcell")).toHaveCount(25);
  await expect(scores(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Back to my own game" }).click();
  await expect.poll(() => game.position()).toBe(own);
  await expect(scores(page)).toHaveText(["0", "1", "0"]);
  // Another time, in another tab.
  const later = await page.context().newPage();
  await later.goto("/");
  await expect(later.getByRole("gridcell")).toHaveCount(9);
  await expect(scores(later)).toHaveText(["0", "1", "0"]);
});

test("two tabs add up", async ({ game, page, context }) => {
  await game.open({ level: "hard" });
  const other = await context.newPage();
  await other.goto("/");
  await worst(game);
  await expect(scores(other)).toHaveText(["0", "1", "0"]);
  for (const cell of [1, 3, 5, 7, 0, 2, 6, 8]) {
    const box = other.locator(`[data-cell="${cell}"]`);
    if (!(await box.getAttribute("aria-label"))!.endsWith("empty")) continue;
    await box.click();
    await expect(box).toHaveAccessibleName(/, X$/);
    await expect(other.locator(".now")).toHaveText(/^(Your turn|Computer wins)$/);
    if ((await other.locator(".now").textContent()) === "Computer wins") break;
  }
  await expect(other.locator(".now")).toHaveText("Computer wins");
  await expect(scores(page)).toHaveText(["0", "2", "0"]);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the board stays in view during the review and a new try", async ({ game, page }) => {
    await game.open({ level: "hard" });
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeHidden();
    await worst(game);
    await page.getByRole("listitem").last().scrollIntoViewIfNeeded();
    await expect(game.cell(0)).toBeInViewport({ ratio: 0.9 });
    await expect(game.cell(8)).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("button", { name: /Try again from (there|my move)/ }).click();
    await expect(game.cell(0)).toBeInViewport({ ratio: 0.9 });
    await expect(game.cell(8)).toBeInViewport({ ratio: 0.9 });
    await expect(game.status).toHaveText("Your turn");
    await game.finish("best", (cell) => game.cell(cell).tap());
  });
});

test("letters and numbers stand at the edge, and can be switched off", async ({ game, page }) => {
  const choose = async (choice: string) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name: choice }).check();
    await page.getByRole("button", { name: "Close" }).click();
  };
  const letters = page.locator(".letters");
  await game.open();
  await expect(letters).toHaveCount(0);
  await choose("always");
  await expect(letters).toHaveText("abc");
  await choose("never");
  await expect(letters).toHaveCount(0);
  await page.goto("/#rules=4,4,4");
  await expect(page.getByRole("gridcell")).toHaveCount(16);
  await expect(letters).toHaveCount(0);
  await choose("on large boards");
  await expect(letters).toHaveText("abcd");
  await expect(page.locator(".numbers")).toHaveText("1234");
});

test("keys reach the board at once; a new game takes the focus to it", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await page.keyboard.press("5");
  expect(await game.position()).toBe("....X....");
  await page.keyboard.press("ArrowLeft");
  await expect(game.cell(3)).toBeFocused();
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("button", { name: "End it and start" }).click();
  await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
  // A dialog that cannot be loaded says so, and comes the next time.
  await page.route("**/assets/Settings-*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.locator(".toast")).toContainText("That didn't work.");
  await page.unroute("**/assets/Settings-*");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Settings" })).toBeFocused();
});

test("a tap on the finished board begins the next game", async ({ game, page }) => {
  await game.open({ opponent: "person", length: 3 });
  for (const won of ["X wins!", "Player 1 wins the series"]) {
    for (const cell of [0, 3, 1, 4, 2]) await game.cell(cell).click();
    await expect(page.getByTestId("ending")).toContainText(won);
    // A double tap on the last cell is no answer yet.
    await expect(async () => {
      await game.cell(8).click({ force: true });
      expect(await game.position()).toBe(".........");
    }).toPass();
    await expect(page.getByTestId("ending")).toHaveCount(0);
  }
});
