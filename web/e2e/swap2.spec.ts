/** The swap2 opening of five in a row on a large board. */

import { readFileSync } from "node:fs";
import { expect, test, type Game } from "./test";

const OPENED = { rules: "15,15,5", opening: "swap2", level: "medium" };
const button = (game: Game, name: string) =>
  game.page.getByRole("button", { name, exact: true }).click();
const stones = async (game: Game) => (await game.position()).replaceAll(".", "").length;

test("the computer opens, one chooses; a reload keeps the game", async ({ game, page }) => {
  await game.open({ level: "hard" });
  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.getByLabel("swap2")).toHaveCount(0);
  await page.getByLabel("Size").selectOption("20×20");
  await page.getByLabel("O, second").check();
  await page.getByLabel("swap2").check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(game.status).toHaveText("Choose your side");
  expect((await game.position()).replaceAll(".", "").split("").sort().join("")).toBe("OXX");
  await expect(game.said).toContainText("Choose your side");
  await page.reload();
  await expect(game.status).toHaveText("Choose your side");
  // Nothing is played before that.
  await game.cell(0).click({ force: true });
  expect(await stones(game)).toBe(3);
  await button(game, "Play X");
  // The computer has O now, and it is its turn.
  await expect.poll(() => stones(game)).toBe(4);
  await expect(game.status).toHaveText("Your turn");
  await expect(page.locator("dt").first()).toHaveText("You, X");
  await page.reload();
  await expect(game.status).toHaveText("Your turn");
  await expect(page.locator("dt").first()).toHaveText("You, X");
  await game.cell(0).click();
  await expect.poll(() => stones(game)).toBe(6);
  await button(game, "Undo");
  await expect(game.status).toHaveText("Your turn");
  expect(await stones(game)).toBe(4);
  // The stones of the opening were the computer's.
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
});

test("one opens by keyboard; the computer takes the better side", async ({ game, page }) => {
  await game.open({ ...OPENED, level: "hard" });
  await expect(game.status).toHaveText("Place X, stone 1 of 3");
  await game.cell(112).focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await expect(game.status).toHaveText("Place X, stone 3 of 3");
  await expect(game.said).toHaveText("O: h7. Place X, stone 3 of 3.");
  await button(game, "Undo");
  await expect(game.status).toHaveText("Place O, stone 2 of 3");
  // O in the corner, two stones of X beside each other: X is better, and O has the turn.
  await game.cell(0).click();
  await game.cell(113).click();
  await expect(game.status).toHaveText("Your turn");
  const sides = page.getByRole("region", { name: "Swap2 opening" });
  await expect(sides).toHaveText("The sides are chosen: you are O, the computer is X.");
  expect(await stones(game)).toBe(3);
  await game.cell(97).click();
  await expect.poll(() => stones(game)).toBe(5);
  // Back among the stones of the opening, and they are placed anew.
  await button(game, "Undo");
  await button(game, "Undo");
  await game.cell(200).click();
  await expect(sides).toHaveText(/The computer chooses a side|The sides are chosen/);
  expect((await game.position())[200]).toBe("X");
});

test("two people open at one board, with two stones more", async ({ game, page }) => {
  await game.open({ ...OPENED, opponent: "person", length: 3, sides: "alternate" });
  await expect(game.status).toHaveText("Player 1 places X, stone 1 of 3");
  for (const cell of [112, 97, 113]) await game.cell(cell).click();
  await expect(game.status).toHaveText("Player 2 chooses a side");
  for (const name of ["Place two more", "Choose after all", "Place two more"]) {
    await button(game, name);
  }
  await expect(game.status).toHaveText("Player 2 places O, stone 1 of 2");
  for (const cell of [98, 128]) await game.cell(cell).click();
  await expect(game.status).toHaveText("Player 1 chooses a side");
  await button(game, "Play O");
  await expect(game.status).toHaveText("O to move");
  await expect(page.locator("dt").first()).toHaveText("Player 1, O");
  // Player 1, who has O now, gets a line and the point.
  for (const cell of [0, 30, 1, 32, 2, 34, 3, 36, 4]) await game.cell(cell).click();
  await expect(game.status).toHaveText("O wins");
  await expect(page.locator("dl .first dd")).toHaveText("1");
  await button(game, "Next round");
  await expect(game.status).toHaveText("Player 2 places X, stone 1 of 3");
});

test(
  "such a game can be shared; its text says how it was opened",
  { tag: "@deep" },
  async ({ game, page }) => {
    await game.open({ ...OPENED, opponent: "person" });
    for (const cell of [112, 97, 113]) await game.cell(cell).click();
    await button(game, "Play X");
    await game.cell(98).click();
    const before = await game.position();
    const link = new URL(page.url()).hash;
    await button(game, "Share");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Moves as text" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text).toContain("\nOpening: swap2, 3 stones, X taken\n");
    await page.getByRole("button", { name: "Open a game" }).click();
    const dialog = page.getByRole("dialog", { name: "Open a game" });
    await dialog.getByRole("textbox").fill(text);
    await dialog.getByRole("button", { name: "Open", exact: true }).click();
    const told = page.getByRole("region", { name: "Swap2 opening" });
    await expect(told).toHaveText("Opened by swap2: after 3 stones the second player took X.");
    await page.reload();
    await expect(told).toHaveText("Opened by swap2: after 3 stones the second player took X.");
    // Who has just taken X plays on, and the sides are named.
    await page.getByRole("button", { name: "Two players" }).click();
    await expect(game.status).toHaveText("X to move");
    await game.cell(114).click();
    expect(await stones(game)).toBe(5);

    await page.goto("/theme.js");
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/${link}`);
    await expect.poll(() => game.position()).toBe(before);
    await expect(told).toHaveText("Opened by swap2: after 3 stones the second player took X.");
    await expect(game.status).toHaveText("X to move");
  },
);
