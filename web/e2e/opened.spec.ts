/** Swap2 in a game by link: two browsers that open it and choose, and a third that watches. */

import { readFileSync } from "node:fs";
import { violationsInLight } from "./axe";
import { button, cell, device, join, make, state, two } from "./friends";
import { overflow } from "./layout";
import { expect, test, type Page } from "./test";

const opening = "swap2";
const panel = (page: Page) => page.getByRole("region", { name: "Swap2 opening" });
const players = (page: Page) => page.getByRole("list", { name: "Players" }).getByRole("listitem");

/** Put stones, each when the one before has been confirmed. */
async function place(page: Page, ...stones: string[]) {
  for (const stone of stones) {
    await cell(page, stone).click();
    await expect(cell(page, stone)).not.toHaveAccessibleName(/empty/);
    await expect(state(page)).not.toHaveText(new RegExp(`stone ${stones.indexOf(stone) + 1} of`));
  }
}

test("one opens, the other takes X; both reload in between, and a third watches", async ({
  page: ada,
  browser,
}) => {
  const link = await make(ada, { opening });
  const [bob, context] = await device(browser);
  const [eve, third] = await device(browser);
  await bob.goto(link);
  await expect(
    bob.getByText("It is opened by swap2: Ada places three stones, X, O and X. You then choose"),
  ).toBeVisible();
  await join(bob, link);
  await eve.goto(link);
  await expect(state(ada)).toHaveText("Place X, stone 1 of 3");
  await expect(state(bob)).toHaveText("Ada places X, stone 1 of 3");
  await expect(players(bob).first()).toContainText("?");
  await expect(panel(ada)).toContainText("You can't take back stones of the opening.");
  await expect(panel(eve)).not.toContainText("taken back");

  await place(ada, "h8");
  for (const page of [bob, eve]) await expect(cell(page, "h8")).toHaveAccessibleName("h8, X");
  await expect(bob.getByTestId("said")).toHaveText("X: h8. Ada places O, stone 2 of 3.");
  await ada.reload();
  await expect(state(ada)).toHaveText("Place O, stone 2 of 3");
  await expect(button(ada, "Take back")).toBeDisabled();
  await place(ada, "a1", "i8");
  await expect(state(ada)).toHaveText("Bob chooses a side");
  await expect(state(eve)).toHaveText("Bob chooses a side");
  await expect(panel(eve)).toContainText("and Ada chooses");
  await expect(state(bob)).toHaveText("Choose your side");
  await expect(bob).toHaveTitle("● Choose your side · Noughts");
  await bob.reload();
  await expect(state(bob)).toHaveText("Choose your side");
  // Nothing is placed before that, and nobody else may choose.
  await cell(bob, "h9").click({ force: true });
  await expect(cell(bob, "h9")).toHaveAccessibleName("h9, empty");
  for (const page of [ada, eve]) await expect(button(page, "Play X")).toBeHidden();

  const tab = await context.newPage();
  await tab.goto(link);
  await expect(button(tab, "Play X")).toBeVisible();
  await button(bob, "Play X").click();
  await expect(button(tab, "Play X")).toBeHidden();
  await expect(panel(tab)).toHaveText("Opened by swap2: after 3 stones you took X.");
  await expect(bob.locator(":focus")).toHaveRole("gridcell");
  await expect(state(ada)).toHaveText("Your turn");
  await expect(ada.getByTestId("said")).toHaveText(
    "Opened by swap2: after 3 stones Bob took X. Your turn.",
  );
  await expect(players(ada).first()).toHaveText(/^O\s*You/);
  await expect(players(bob).nth(1)).toHaveText(/^X\s*You/);
  await expect(panel(bob)).toHaveText("Opened by swap2: after 3 stones you took X.");
  await expect(panel(eve)).toHaveText("Opened by swap2: after 3 stones Bob took X.");
  await cell(ada, "h9").click();
  await expect(cell(bob, "h9")).toHaveAccessibleName("h9, O");
  await button(ada, "Take back").click();
  await button(bob, "Agree").click();
  await expect(cell(ada, "h9")).toHaveAccessibleName("h9, empty");
  await expect(button(ada, "Take back")).toBeDisabled();
  for (const each of [context, third]) await each.close();
});

/** The rules of this are shown by tests/swap2.test.ts, and by Python's tests of a game between people. */
test(
  "a choice has the time of a move, two more stones leave it to the first, and whoever resigns before it loses",
  { tag: "@deep" },
  async ({ page: ada, browser }) => {
    const terms = { opening, games: "best of 3", time: "a minute" };
    const { bob, context } = await two(ada, browser, terms);
    await place(ada, "h8", "a1", "i8");
    await expect(bob.getByRole("timer")).toHaveText(/[01]:\d\d/);
    await expect(players(bob).filter({ has: bob.getByRole("timer") })).toContainText("You");
    await button(bob, "Place two more").click();
    await expect(state(bob)).toHaveText("Place O, stone 1 of 2");
    await expect(ada.getByTestId("said")).toContainText("Bob places O, stone 1 of 2.");
    await place(bob, "o15", "j10");
    await expect(state(ada)).toHaveText("Choose your side");
    await expect(button(ada, "Place two more")).toBeHidden();
    await button(ada, "Play O").click();
    await expect(state(ada)).toHaveText("Your turn");
    // Ada, who opened and has O now, gets a line.
    const line = ["a3", "a4", "a5", "a6", "a7"];
    const others = ["c15", "e15", "g15", "i15"];
    for (const [turn, move] of line.entries()) {
      await cell(ada, move).click();
      if (!others[turn]) break;
      await expect(state(bob)).toHaveText("Your turn");
      await cell(bob, others[turn]).click();
      await expect(state(ada)).toHaveText("Your turn");
    }
    await expect(state(bob)).toHaveText("Ada wins");
    await expect(players(bob).first()).toHaveText(/1$/);

    await bob.getByText("Link and seat").click();
    const download = bob.waitForEvent("download");
    await button(bob, "Download my data").click();
    const known = readFileSync(await (await download).path(), "utf8");
    expect((JSON.parse(known) as { records: string[] }).records[0]).toContain(
      "\nOpening: swap2, 5 stones, O taken\n",
    );
    await button(bob, "Review").click();
    const review = await bob.getByRole("link", { name: "Play on from here" }).getAttribute("href");
    await button(bob, "Next game").click();
    await expect(state(bob)).toHaveText("Place X, stone 1 of 3");
    await expect(state(ada)).toHaveText("Bob places X, stone 1 of 3");
    await place(bob, "h8", "a1", "i8");
    await expect(state(ada)).toHaveText("Choose your side");
    await button(ada, "Resign").click();
    await button(ada, "Resign?").click();
    await expect(state(bob)).toHaveText("You win: Ada resigned");
    await expect(panel(bob)).toHaveText("The game ended in its opening: no side was taken.");
    await bob.goto(review!);
    await expect(panel(bob)).toHaveText("Opened by swap2: after 5 stones the first player took O.");
    await context.close();
  },
);

test("the computer opens, and one chooses", async ({ page: ada }) => {
  await ada.goto("/game");
  await ada.getByRole("radio", { name: "the computer" }).check({ force: true });
  await ada.getByLabel("Level").selectOption("easy");
  await ada.getByRole("radio", { name: "O, second" }).check({ force: true });
  await button(ada, "Gomoku").click();
  await ada.getByRole("radio", { name: opening }).check({ force: true });
  await button(ada, "Begin").click();
  await expect(state(ada)).toHaveText("Choose your side");
  await expect(ada.getByRole("gridcell", { name: /, X$/ })).toHaveCount(2);
  await button(ada, "Play X").click();
  // The computer has O, and moves at once.
  await expect(ada.getByRole("gridcell", { name: /, O$/ })).toHaveCount(2);
  await expect(state(ada)).toHaveText("Your turn");
});

test("an opening is offered where a game has it, fits a phone, and a choice waits for the network", async ({
  page: ada,
  browser,
}) => {
  await ada.setViewportSize({ width: 320, height: 568 });
  await ada.goto("/game");
  await expect(button(ada, "Gomoku")).toBeVisible();
  await expect(ada.getByRole("radio", { name: opening })).toHaveCount(0);
  await button(ada, "Gomoku").click();
  await ada.getByRole("radio", { name: opening }).check({ force: true });
  expect(await violationsInLight(ada)).toEqual([]);
  expect(await overflow(ada)).toBeLessThanOrEqual(0);
  // It is not sent where the board has changed since.
  await button(ada, "Connect Four").click();
  await expect(ada.getByRole("radio", { name: opening })).toHaveCount(0);
  const asked = ada.waitForRequest("**/api/v1/games");
  await button(ada, "Make the link").click();
  expect((await asked).postDataJSON()).toMatchObject({ swap2: false });

  const { bob, context } = await two(ada, browser, { opening, name: "W".repeat(30) });
  await bob.setViewportSize({ width: 390, height: 844 });
  await place(ada, "h8", "a1", "i8");
  await expect(state(bob)).toHaveText("Choose your side");
  expect(await violationsInLight(bob)).toEqual([]);
  for (const page of [ada, bob]) expect(await overflow(page)).toBeLessThanOrEqual(0);

  await context.setOffline(true);
  await expect(bob.getByText("You are offline.")).toBeVisible();
  await button(bob, "Play X").click();
  await expect(state(bob)).toHaveText("Your choice waits to be sent");
  // One chooses once.
  await expect(button(bob, "Play O")).toBeHidden();
  await context.setOffline(false);
  await expect(state(ada)).toHaveText("Your turn");
  await expect(panel(bob)).toHaveText("Opened by swap2: after 3 stones you took X.");
  await expect(bob.locator(":focus")).toHaveRole("gridcell");
  await context.close();
});
