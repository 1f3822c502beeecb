/** By keys alone: no button takes the focus away with it when it is pressed. */

import { button, device, make } from "./friends";
import { expect, test, type Page } from "./test";

/** Press a button by its key; what has the focus then. */
async function press(page: Page, name: string) {
  await button(page, name).first().focus();
  await page.keyboard.press("Enter");
  return page.locator(":focus");
}

test("a button that has no more to do keeps the focus", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await game.cell(4).click();
  for (const name of ["Undo", "Redo"]) {
    await expect(await press(page, name)).toHaveText(name);
    await expect(button(page, name)).toBeDisabled();
    expect((await game.position()).includes("X")).toBe(name === "Redo");
  }
  for (const name of ["To the start", "To the end"]) {
    await expect(await press(page, name)).toHaveAccessibleName(name);
    await page.keyboard.press("Enter");
    expect((await game.position()).includes("X")).toBe(name === "To the end");
  }
});

test("a game by link keeps the focus on the board, whatever is asked and answered", async ({
  page: ada,
  browser,
}) => {
  const link = await make(ada);
  const [bob] = await device(browser);
  await bob.setViewportSize({ width: 360, height: 640 });
  await bob.goto(link);
  await expect(await press(bob, "Join the game")).toHaveRole("gridcell");
  const rows = bob.getByRole("group", { name: "This game" }).getByRole("button");
  const tops = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size, "Resign stands beside the others").toBe(1);
  for (const [page, name, said] of [
    [bob, "Offer a draw", "You offer a draw."],
    [ada, "No, thanks", "The offer no longer stands. Your turn."],
    [ada, "Offer a draw", "You offer a draw."],
    [ada, "Withdraw", "The offer no longer stands. Your turn."],
    [bob, "Resign", ""],
    [bob, "Resign?", "Ada wins: you resigned."],
    [ada, "Rematch", "You offer a rematch."],
    [bob, "Agree", "Round 2. Your turn."],
  ] as const) {
    if (name === "Resign?") await expect(button(bob, name)).toBeEnabled();
    const focused = await press(page, name);
    if (name === "Resign") continue;
    await expect(page.getByTestId("said")).toHaveText(said);
    await expect(focused, name).toHaveRole("gridcell");
  }

  // A late answer takes the focus from nothing.
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await bob.route("**/offers", (route) => sent.then(() => route.continue()));
  await button(bob, "Offer a draw").click();
  await button(bob, "Resign").click();
  send();
  await expect(bob.getByTestId("said")).toHaveText("You offer a draw.");
  await expect(button(bob, "Resign?")).toBeFocused();
  await bob.context().close();
});

test("who makes a link can copy it at once", async ({ page }) => {
  await page.goto("/game");
  for (const opponent of ["a friend", "my class, in pairs"]) {
    await page.getByRole("radio", { name: opponent }).check({ force: true });
    await button(page, "Make the link").press("Enter");
    await expect(button(page, "Copy")).toBeFocused();
    await page.goBack();
  }
});

test("a button that gives way to others leaves the focus on the page", async ({ page }) => {
  await page.goto("/#rules=4,4,3&moves=b2-a1-c2-a2-d2");
  await expect(await press(page, "Review this game")).toHaveText("Review");
  await page.goto("/lab");
  await press(page, "Add a player");
  await page.getByRole("button", { name: "Without player 3" }).press("Enter");
  await expect(button(page, "Add a player")).toBeFocused();
  await page.goto("/teach");
  await expect(await press(page, "Show all questions and answers")).toHaveText("Print this");
  await expect(await press(page, "Read codes")).toHaveRole("textbox");
  await page.goto("/learn/cutting");
  await expect(await press(page, "Cut")).toHaveText("Next branch");
  await expect(await press(page, "Fill the holes")).toHaveRole("radio");
  await page.goto("/learn/trees");
  const replies = page.getByRole("group", { name: "The replies of" }).getByRole("button");
  await replies.first().press("Enter");
  await expect(replies.first()).toBeFocused();
  await page.goto("/learn/falling");
  await expect(await press(page, "Check it, and play O")).toContainText("has checked it");
});
