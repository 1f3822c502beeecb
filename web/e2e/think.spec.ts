import { readFileSync } from "node:fs";
import { expect, test } from "./test";

/** O's a2 throws the draw away; X wins with the top row. */
const WON = "#rules=3,3,3&moves=b2-a2-a1-c3-b1-b3-c1";

test("a hint climbs in three steps", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=3,3,3&position=XX./OO./...");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(game.said).toHaveText("You can win at once.");
  await expect(page.locator(".lit")).toHaveCount(0);
  await page.getByRole("button", { name: "Where?" }).click();
  await expect(game.said).toHaveText("Look in column c.");
  await expect(page.locator(".lit")).toHaveCount(3);
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(game.said).toHaveText("Play c1: wins at once with a1 b1 c1.");
  // The player's own mark, drawn lightly.
  await expect(page.locator("g.X .advice")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Show me" })).toBeDisabled();
  // Each cell that it names can be pointed at, or reached by keys, and is seen on the board.
  const named = page.getByTestId("hint").getByRole("button");
  await named.filter({ hasText: "a1" }).focus();
  await expect(game.cell(0)).toHaveClass(/ringed/);
  await named.filter({ hasText: "b1" }).hover();
  await expect(game.cell(1)).toHaveClass(/ringed/);
});

test("values are told by letter, shape and words, and are off at first", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=3,3,3&position=XX./OO./...");
  await expect(page.locator(".note.win")).toHaveCount(0);
  await page.getByRole("button", { name: "Values" }).click();
  await expect(page.getByRole("button", { name: "Values" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(game.cell(2)).toHaveText("W1");
  await expect(game.cell(2)).toHaveAttribute("aria-label", "c1, empty, win in 1 move, W1");
  await expect(game.cell(6)).toHaveText("L2");
  expect(await game.cell(2).locator("path").getAttribute("d")).not.toBe(
    await game.cell(6).locator("path").getAttribute("d"),
  );
});

test("a review grades each move and goes back to the one that decided", async ({ game, page }) => {
  await game.open({ opponent: "person" }, WON);
  await expect(page.getByText(/Move 2 decided it: \w\d loses in \d moves because/)).toBeVisible();
  const moves = page.getByRole("listitem");
  await expect(moves).toHaveCount(7);
  await expect(moves.nth(1)).toContainText("threw away the draw");
  await expect(moves.nth(1)).toContainText("Better");
  // A cell that is pointed at there is shown on the board.
  await moves.nth(1).hover();
  await expect(game.cell(3)).toHaveClass(/ringed/);
  await moves.nth(1).getByRole("button", { name: "a1" }).first().focus();
  await expect(game.cell(0)).toHaveClass(/ringed/);
  await moves.nth(4).getByRole("button").first().focus();
  await expect(game.cell(1)).toHaveClass(/ringed/);
  await page.getByRole("button", { name: "Try again from there" }).click();
  expect(await game.position()).toBe("....X....");
  await game.cell(0).click();
  await expect(page.getByRole("group", { name: "Tried at move 2" })).toBeVisible();
});

test("one steps through the game and plays a branch from any point", async ({ game, page }) => {
  await game.open({ opponent: "person" }, WON);
  await page.getByRole("button", { name: "To the start" }).click();
  expect(await game.position()).toBe(".........");
  await page.getByRole("button", { name: "One move on" }).click();
  expect(await game.position()).toBe("....X....");
  await game.cell(8).click();
  const branches = page.getByRole("group", { name: "Tried at move 2" });
  await expect(branches.getByRole("button")).toHaveText(["a2", "c3"]);
  await branches.getByRole("button", { name: "a2" }).click();
  expect(await game.position()).toBe("...OX....");
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(game.status).toHaveText("X wins");
  await page.getByRole("slider", { name: "Move" }).fill("3");
  expect(await game.position()).toBe("X..OX....");
});

test("a link and a text are copied, and pictures downloaded", async ({ game, page, browser }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.open({ opponent: "person" }, WON);
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(game.said).toHaveText("Link copied.");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const link = await copied();
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.locator('[data-cell="1"]')).toHaveAttribute("aria-label", "b1, X");
  await expect(elsewhere.getByRole("slider", { name: "Move" })).toHaveValue("6");
  await elsewhere.context().close();

  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy the moves" }).click();
  await expect(game.said).toHaveText("Game copied.");
  expect(await copied()).toBe("Rules: 3,3,3\nX: X\nO: O\n\nb2 a2 a1 c3 b1 b3 c1 X wins\n");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture (SVG)" }).click();
  const file = await (await download).path();
  expect(readFileSync(file, "utf8")).toContain("<desc>X: a1 b1 c1 b2. O: a2 b3 c3.</desc>");

  const other = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture (PNG)" }).click();
  const png = readFileSync(await (await other).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("a game's text opens, and says what is wrong if it is no game", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Open a game" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a game" });
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("There is nothing to open yet.");
  const foreign = (name: string, text: string) =>
    dialog.getByLabel("Or a file").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  await foreign("game.sgf", "no game");
  await expect(dialog.getByRole("alert")).toContainText("it contains no game");
  await foreign("game.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n");
  await expect(dialog.getByRole("textbox")).toHaveValue("Rules: 15,15,5\n\nh8 i9 *");
  await dialog.getByRole("textbox").fill("Rules: 3,3,3\n\nb2 a2 b2");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This can't be played: b2 a2 b2");
  await dialog.getByRole("textbox").fill("b2 a2 a1 c3 b1 b3 c1 X wins\nb2 a1 *");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(game.status).toHaveText("X wins");
  expect(page.url()).toContain("#rules=3,3,3&moves=b2-a2-(a1)-a1-c3-b1-b3-c1");
});
