/** Two people, two devices, one link: two browsers that play and a third that watches. */

import type { APIRequestContext } from "@playwright/test";
import { violations, violationsInLight } from "./axe";
import { button, cell, device, join, make, state, two } from "./friends";
import { overflow, tooWide } from "./layout";
import { expect, test, type Page } from "./test";

test("two play while a third watches, one of them offline in between", async ({
  page: ada,
  browser,
}) => {
  const { link, bob, context } = await two(ada, browser);
  const [eve, third] = await device(browser);
  await eve.goto(link);
  await expect(eve.getByText("You are watching.")).toBeVisible();
  await expect(state(ada)).toHaveText("Your turn");
  await expect(ada).toHaveTitle("● Your turn · Noughts");
  await expect(state(bob)).toHaveText("Ada to move");
  await expect(ada.getByText("is here")).toBeVisible();

  await cell(ada, "a1").click();
  for (const page of [bob, eve]) await expect(cell(page, "a1")).toHaveAccessibleName("a1, X");
  await expect(bob.getByTestId("said")).toHaveText("Ada: a1. Your turn.");
  await expect(bob).toHaveTitle("● Your turn · Noughts");

  await context.setOffline(true);
  await expect(bob.getByText("You are offline.")).toBeVisible();
  await expect(bob.getByText("is here")).toBeHidden();
  await cell(bob, "b1").click();
  await expect(state(bob)).toHaveText("Your move waits to be sent");
  await expect(bob.getByText("It is sent when you are online again.")).toBeVisible();
  await expect(cell(bob, "b1")).toHaveAccessibleName("b1, O");
  await expect(ada.getByText(/left just now/)).toBeVisible();
  await context.setOffline(false);
  for (const page of [ada, eve]) await expect(cell(page, "b1")).toHaveAccessibleName("b1, O");
  await expect(bob.getByText("You are offline.")).toBeHidden();

  await cell(ada, "a2").click();
  await expect(state(bob)).toHaveText("Your turn");
  await cell(bob, "b2").click();
  await expect(state(ada)).toHaveText("Your turn");
  // Whoever watches looks back without leaving, and nobody else sees it.
  const moves = eve.getByRole("list", { name: "Moves" });
  await expect(moves.getByRole("listitem")).toHaveText(["a1", "b1", "a2", "b2"]);
  await moves.getByRole("button", { name: "b1" }).click();
  await expect(cell(eve, "a2")).toHaveAccessibleName("a2, empty");
  await expect(cell(ada, "a2")).toHaveAccessibleName("a2, X");
  await cell(ada, "a3").click();
  await expect(state(ada)).toHaveText("You win");
  await expect(state(bob)).toHaveText("Ada wins");
  await expect(state(eve)).toHaveText("Ada wins");
  await expect(cell(eve, "a3")).toHaveAccessibleName("a3, X");
  // The end is on the board: who lost is not told "!".
  await expect(ada.getByTestId("ending")).toContainText("You win!");
  await expect(eve.getByTestId("ending")).toContainText("Ada wins!");
  await expect(bob.getByTestId("ending").locator("p")).toHaveText("Ada wins");

  // A tap on the board offers the next game; another one agrees in the same way.
  const offer = bob.getByRole("group", { name: "An offer" });
  await expect(async () => {
    await cell(ada, "c3").click({ force: true }); // not at once: that may be a double tap
    await expect(offer).toContainText("Ada offers a rematch.", { timeout: 1000 });
  }).toPass();
  await cell(bob, "c3").click({ force: true });
  await expect(state(bob)).toHaveText("Your turn");
  await expect(bob.getByRole("list", { name: "Players" })).toContainText("1");
  await expect(bob.getByTestId("ending")).toHaveCount(0);
  await context.close();
  await third.close();
});

test("one plays the computer while another watches", async ({ page: ada, browser }) => {
  await ada.goto("/game");
  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await ada.getByRole("radio", { name: "the computer" }).check({ force: true });
  await ada.getByLabel("Level").selectOption("hard");
  await ada.getByRole("radio", { name: "O, second" }).check({ force: true });
  await button(ada, "Begin").press("Enter");
  await expect(ada.getByRole("gridcell", { name: /, X$/ })).toHaveCount(1);
  await expect(state(ada)).toHaveText("Your turn");
  await expect(ada.getByRole("list", { name: "Players" })).toContainText("Computer, hard");
  // In forced colours too only the one who moves is framed.
  await ada.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const seats = ada.getByRole("list", { name: "Players" }).getByRole("listitem");
  await expect(seats.filter({ hasText: "Computer" })).toHaveCSS("border-color", "rgb(0, 0, 0)");
  await expect(seats.filter({ hasText: "You" })).not.toHaveCSS("border-color", "rgb(0, 0, 0)");
  await ada.emulateMedia({ forcedColors: "none" });
  await expect(button(ada, "Offer a draw")).toBeHidden();
  const [eve, context] = await device(browser);
  await eve.goto(ada.url());
  await expect(eve.getByText("You are watching.")).toBeVisible();
  await ada
    .getByRole("gridcell", { name: /, empty$/ })
    .last()
    .click();
  await expect(eve.getByRole("gridcell", { name: /, X$/ })).toHaveCount(2);
  await expect(state(eve)).toHaveText("Ada to move");
  await button(ada, "Take back").click();
  await expect(eve.getByRole("gridcell", { name: /, X$/ })).toHaveCount(1);
  await expect(ada.getByTestId("said")).toHaveText("A move was taken back. Your turn.");
  await context.close();
});

test("a game in the open list is joined by whoever is first", async ({ page: ada, browser }) => {
  const name = `Ada ${Date.now()}`;
  const [bob, context] = await device(browser);
  await bob.clock.setSystemTime(Date.now() + 3 * 3600_000); // his clock is wrong
  await bob.goto("/game");
  await expect(bob.getByRole("heading", { name: "Open games" })).toBeVisible();
  await ada.goto("/game");
  await ada.getByRole("textbox", { name: "Your name" }).fill(name);
  await ada.getByRole("radio", { name: "X, first" }).check({ force: true });
  await ada.getByRole("checkbox", { name: /List it/ }).check();
  await button(ada, "Make the link").click();
  await bob.setViewportSize({ width: 320, height: 568 });
  const list = bob.getByRole("region", { name: "Open games" });
  const entry = list.getByRole("listitem").filter({ hasText: name });
  await expect(entry).toContainText("is here, you would be O, made just now");
  expect(await overflow(bob)).toBeLessThanOrEqual(0);
  expect(await violationsInLight(bob)).toEqual([]);
  // Whoever closes the page is not there, and says so.
  const link = ada.url();
  await ada.goto("about:blank");
  await expect(entry).toContainText("left just now");
  await ada.goto(link);
  await expect(entry).toContainText("is here");
  await bob.getByRole("textbox", { name: "Your name" }).fill("Bob");
  await entry.getByRole("button", { name: `Join ${name}, Tic-tac-toe` }).click();
  await expect(state(bob)).toHaveText(`${name} to move`);
  await expect(state(ada)).toHaveText("Your turn");
  await bob.goto("/game");
  await expect(list).toBeVisible();
  await expect(entry).toBeHidden();
  await context.close();
});

test("a class is seated two by two, and its teacher sees all boards", async ({
  page: teacher,
  browser,
}) => {
  await teacher.goto("/game");
  await teacher.getByRole("radio", { name: "my class, in pairs" }).check({ force: true });
  await button(teacher, "Make the link").click();
  const link = await teacher.getByRole("textbox", { name: "The link" }).inputValue();
  const pupils = await Promise.all(
    ["Ada", "Bob", "Cleo"].map(async (name) => {
      const [page, context] = await device(browser);
      await page.setViewportSize({ width: 320, height: 568 });
      return { name, page, context };
    }),
  );
  for (const { name, page } of pupils) {
    await page.goto(link);
    await page.getByRole("textbox", { name: "Your name" }).fill(name);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Take a seat").press("Enter");
    await expect(page.getByRole("list", { name: "Players" })).toContainText("You");
    await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
  }
  const [ada, bob, cleo] = pupils.map(({ page }) => page) as [Page, Page, Page];
  const boards = teacher.getByRole("list", { name: "Boards" }).getByRole("listitem");
  await expect(boards).toContainText(["Ada", "Cleo"]);
  await expect(teacher.getByText("1 pair, 0 finished. No partner yet: Cleo.")).toBeVisible();
  await expect(cleo.getByText("You are waiting for a partner")).toBeVisible();
  expect(await violationsInLight(cleo)).toEqual([]);

  await expect(button(ada, "Resign")).toBeVisible();
  const first = (await state(ada).textContent()) === "Your turn" ? ada : bob;
  await cell(first, "b2").click();
  const theirs = boards.filter({ hasText: "Ada" });
  await expect(theirs.getByRole("link", { name: /\.X\./ })).toBeVisible();
  await cleo.getByLabel("Level").selectOption("easy");
  await button(cleo, "Play the computer instead").click();
  await expect(boards.filter({ hasText: "Computer, easy" })).toContainText("Cleo");
  await expect(teacher.getByText("Nobody is waiting.")).toBeVisible();

  await ada.goto(link);
  await expect(cell(ada, "b2")).toHaveAccessibleName("b2, X");
  await button(teacher, "Projector view").click();
  expect(await tooWide(teacher)).toEqual({});
  expect(await violations(teacher)).toEqual([]);
  // On a projector it begins below the header, not at the edge.
  await teacher.setViewportSize({ width: 1920, height: 1080 });
  const left = async (what: string) => (await teacher.locator(what).boundingBox())!.x;
  expect(await left(".class")).toBeCloseTo(await left(".name"), -1);
  await button(teacher, "Open on another device").click();
  const own = teacher.getByRole("textbox", { name: "The link" }).last();
  const [wall, other] = await device(browser);
  await wall.goto(await own.inputValue());
  await expect(wall.getByRole("list", { name: "Boards" }).getByRole("listitem")).toHaveCount(2);
  await expect(wall).toHaveURL(/#class\.[\w-]{22}$/);
  // A page that asks for a class once more is told 404, which a test of one page refuses.
  await teacher.goto("/");
  await button(wall, "Remove this class").click();
  await button(wall, "Really remove it with all its games").click();
  await expect(state(wall)).toHaveText("Play a friend");
  for (const { context } of [...pupils, { context: other }]) await context.close();
});

/** What somebody with a new secret makes or takes. */
async function take(request: APIRequestContext, path: string, body: object) {
  const secret = crypto.randomUUID().replaceAll("-", "").slice(0, 22);
  const answer = await request.post(`/api/v1/${path}`, { data: { ...body, secret } });
  return { secret, ...((await answer.json()) as Record<"classroom" | "game", { id: string }>) };
}

test(
  "a projector shows all boards of a large class at once",
  { tag: "@deep" },
  async ({ page, request }) => {
    const { classroom, secret } = await take(request, "classrooms", {});
    for (let pupil = 0; pupil < 60; pupil += 1)
      await take(request, `classrooms/${classroom.id}/seat`, { name: "Maximilian" });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`/game#class.${classroom.id}.${secret}`);
    await button(page, "Projector view").click();
    const boards = page.getByRole("list", { name: "Boards" });
    await expect(boards.getByRole("listitem")).toHaveCount(30);
    await expect(boards).toBeInViewport({ ratio: 0.99 });
    expect(await tooWide(page)).toEqual({});
  },
);

test("a move that completes two lines ends the game, for all", async ({ page, request }) => {
  const made = await take(request, "classrooms", { rules: "3,3,3,3" });
  const { id } = made.classroom;
  const held = [
    await take(request, `classrooms/${id}/seat`, {}),
    await take(request, `classrooms/${id}/seat`, {}),
  ];
  const game = held[0]!.game.id;
  const known = async () =>
    (await (await request.get(`/api/v1/games/${game}`)).json()) as {
      to_move: number;
      ply: number;
      round: number;
    };
  // Two lines through all layers meet in a1c, and each is drawn in pieces.
  for (const move of ["a1a", "a2a", "a1b", "b2a", "c1a", "a2b", "b1b", "b2b", "a1c"]) {
    const { to_move, ply, round } = await known();
    const answer = await request.post(`/api/v1/games/${game}/moves`, {
      data: { move, ply, round },
      headers: { authorization: `Bearer ${held[to_move]!.secret}` },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await page.goto(`/game#class.${id}.${made.secret}`);
  await expect(page.getByText("1 pair, 1 finished. Nobody is waiting.")).toBeVisible();
  await page.getByRole("link", { name: /^Watch/ }).click();
  await expect(page.locator(".strike")).toHaveCount(6);
});

test("a game survives a reload, is played with keys, and waits in the list of one's games; moves are taken back, and draws made, by consent; the game is reviewed in its place", async ({
  page: ada,
  browser,
}) => {
  const { link, bob, context } = await two(ada, browser);
  await bob.goto("/game");
  await expect(bob.getByRole("link", { name: /Ada.*Ada to move/ })).toBeVisible();
  await ada.keyboard.press("5");
  await expect(state(ada)).toHaveText("Bob to move");
  // The next day, on the page that was left open.
  await bob.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await bob.getByRole("link", { name: /Ada.*Your turn/ }).click();
  await expect(state(bob)).toHaveText("Your turn");
  await bob.reload();
  await expect(cell(bob, "b2")).toHaveAccessibleName("b2, X");
  await bob.keyboard.press("ArrowRight");
  await bob.keyboard.press("Enter");
  await expect(state(ada)).toHaveText("Your turn");

  await cell(ada, "a3").click();
  await expect(state(bob)).toHaveText("Your turn");
  await button(ada, "Take back").click();
  await button(bob, "Agree").click();
  await expect(cell(ada, "a3")).toHaveAccessibleName("a3, empty");
  await expect(state(ada)).toHaveText("Your turn");
  await button(bob, "Offer a draw").click();
  await button(ada, "No, thanks").click();
  await expect(bob.getByRole("group", { name: "Your offer" })).toBeHidden();
  await button(ada, "Offer a draw").click();
  await button(bob, "Agree").click();
  await expect(state(ada)).toHaveText("A draw, by agreement");

  // The next round, which Bob begins: resigning takes two taps.
  await button(ada, "Rematch").click();
  await button(bob, "Agree").click();
  await cell(bob, "b2").click();
  await expect(state(ada)).toHaveText("Your turn");
  await expect(button(bob, "Review")).toBeHidden();
  // A double tap does not resign.
  await button(bob, "Resign").dblclick();
  await expect(state(bob)).toHaveText("Ada to move");
  await button(bob, "Resign?").click();
  await expect(state(ada)).toHaveText("You win: Bob resigned");
  await expect(button(ada, "Review")).toBeVisible();
  // Whoever looks on reviews it too: moves one by one, with what each is worth.
  const [eve, third] = await device(browser);
  await eve.goto(link);
  for (const page of [ada, eve]) {
    await button(page, "Review").press("Enter");
    await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
    await expect(cell(page, "b2")).toHaveAccessibleName("b2, X");
    await expect(page.getByRole("img", { name: "Value of the game" })).toBeVisible();
  }
  // Another move is tried on the board, and the game is still there.
  await ada.keyboard.press(",");
  await cell(ada, "a1").click();
  await expect(cell(ada, "a1")).toHaveAccessibleName("a1, X");
  await expect(cell(eve, "b2")).toHaveAccessibleName("b2, X");
  await expect(state(ada)).toHaveText("You win: Bob resigned");
  await ada.getByRole("link", { name: "Play on from here" }).click();
  await expect(ada.getByText("You opened a shared game.")).toBeVisible();
  await expect(cell(ada, "a1")).toHaveAccessibleName("a1, X");
  for (const each of [context, third]) await each.close();
});

test("a seat moves to another device; hints are for those who both want them; whoever leaves is forgotten", async ({
  browser,
}) => {
  // Not the test's own page: that the server refuses the old secret is told in its console.
  const [ada, first] = await device(browser);
  const { bob, context } = await two(ada, browser);
  await ada.getByText("Link and seat").click();
  const download = ada.waitForEvent("download");
  await button(ada, "Download my data").click();
  expect((await download).suggestedFilename()).toBe("noughts-seat.json");
  await button(ada, "Play on from another device").click();
  const link = await ada.getByRole("textbox", { name: "The link" }).inputValue();
  const [tablet, other] = await device(browser);
  await tablet.goto(link);
  await button(tablet, "Play on here").click();
  await expect(state(tablet)).toHaveText("Your turn");
  await expect(tablet).toHaveURL(/#[\w-]{22}$/);
  await ada.reload();
  await expect(ada.getByText("You are watching.")).toBeVisible();
  await cell(tablet, "b2").click();
  await expect(cell(ada, "b2")).toHaveAccessibleName("b2, X");

  const look = tablet.getByRole("link", { name: "look into this position" });
  await tablet.getByRole("checkbox", { name: /Hints/ }).check();
  await expect(tablet.getByText("Bob has not agreed to hints.")).toBeVisible();
  await expect(look).toBeHidden();
  await bob.getByRole("checkbox", { name: /Hints/ }).check();
  await expect(look).toBeVisible();
  await bob.getByText("Link and seat").click();
  await button(bob, "Leave for good").click();
  await button(bob, "Really leave for good").click();
  await expect(state(bob)).toHaveText("Play a friend");
  await expect(bob.getByRole("heading", { name: "Your games" })).toBeHidden();
  await expect(state(tablet)).toHaveText("You win: your friend has left");
  for (const each of [first, other, context]) await each.close();
});

test("what was made or taken is one's own though the answer was lost", async ({ browser }) => {
  // Not the test's own page: a request that is lost is told in its console.
  const [ada, first] = await device(browser);
  const [bob, second] = await device(browser);
  /** Lose the first answer; the second one waits until it is let go. */
  const lose = async (page: Page, path: string) => {
    let asked = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(path, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      asked += 1;
      if (asked > 1) return held.then(() => route.continue());
      await route.fetch();
      return route.abort();
    });
    return letGo;
  };
  const answerAda = await lose(ada, "**/api/v1/games");
  await ada.goto("/game");
  await button(ada, "Make the link").click();
  await expect(button(ada, "Asking the server …")).toBeDisabled();
  answerAda();
  const link = await ada.getByRole("textbox", { name: "The link" }).inputValue();
  const answerBob = await lose(bob, "**/seat");
  await bob.goto(link);
  await button(bob, "Join the game").click();
  await expect(bob.getByRole("status")).toHaveText("Asking the server …");
  answerBob();
  for (const page of [ada, bob]) await expect(button(page, "Resign")).toBeVisible();
  for (const context of [first, second]) await context.close();
});

test("a link that leads nowhere, or has lost its end, says so", async ({ page }) => {
  // The browser tells of the 404 as well; that is no fault of the page.
  const at = `/game#${"x".repeat(22)}`;
  await page.route("**/events", (route) =>
    route.fulfill({ status: 410, contentType: "application/problem+json", body: "{}" }),
  );
  page.removeAllListeners("console");
  await page.goto(at);
  await expect(state(page)).toHaveText("We can't find this game");

  // Where only what follows # differs, the browser would stay on the page that it has.
  await page.goto("about:blank");
  await page.goto(`/game#class.${"x".repeat(22)}`);
  await expect(state(page)).toHaveText("We can't find this class");
  const title = await state(page).evaluate((h1) => getComputedStyle(h1).fontFamily);
  expect(title).toContain("Patrick Hand");
  await page.getByRole("link", { name: "New game" }).click();
  await expect(state(page)).toHaveText("Play a friend");

  await page.goto("about:blank");
  await page.goto("/game#short");
  await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  expect((await state(page).boundingBox())!.x).toBeGreaterThanOrEqual(16);
  await page.getByRole("link", { name: "New game" }).click();
  await expect(page.getByRole("button", { name: /Make the link/ })).toBeVisible();
});

test("a friend's game fits a small phone; its link is shared, and a move has its time and its sound", async ({
  page: ada,
  browser,
}) => {
  await ada.addInitScript(() => {
    localStorage.setItem("noughts", JSON.stringify({ settings: { sound: true } }));
    const told = Object.assign(window, { shared: "", strokes: 0 });
    navigator.share = (what) => Promise.resolve(void (told.shared = what!.url!));
    AudioBufferSourceNode.prototype.start = () => void (told.strokes += 1);
  });
  await ada.goto("/game");
  await expect(button(ada, "Make the link")).toBeVisible();
  await ada.setViewportSize({ width: 360, height: 740 });
  // Four choices are two rows of two: none stands alone.
  const games = ada.getByRole("group", { name: "Games", exact: true }).locator("label");
  const rows = await games.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  expect(rows[1]).toBe(rows[0]);
  expect(rows[3]).toBe(rows[2]);
  await ada.setViewportSize({ width: 320, height: 568 });
  expect(await violations(ada)).toEqual([]);
  const link = await make(ada, { name: "W".repeat(30), time: "a minute" });
  await expect(ada.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  expect(await violationsInLight(ada)).toEqual([]);
  expect(await overflow(ada)).toBeLessThanOrEqual(0);
  await button(ada, "Send …").click();
  await expect.poll(() => ada.evaluate("shared")).toBe(link);
  const [bob, context] = await device(browser);
  await bob.setViewportSize({ width: 320, height: 568 });
  await bob.goto(link);
  await expect(button(bob, "Join the game")).toBeVisible();
  expect(await violations(bob)).toEqual([]);
  await join(bob, link, "M".repeat(30));
  await expect(ada.getByRole("listitem").filter({ hasText: "MMM" })).toBeVisible();
  await expect(ada.getByRole("listitem").filter({ hasText: "You" })).toContainText(/[01]:\d\d/);
  await button(ada, "Offer a draw").click();
  await expect(button(bob, "Agree")).toBeVisible();
  expect(await violationsInLight(bob)).toEqual([]);
  expect(await overflow(bob)).toBeLessThanOrEqual(0);
  await cell(ada, "b2").click();
  await expect.poll(() => ada.evaluate("strokes")).toBe(1);
  await expect(bob.getByRole("timer")).toHaveText(/[01]:\d\d/);
  await context.close();
});

test("a friend is invited with one tap, and everything else is chosen afterwards", async ({
  page: ada,
  browser,
}) => {
  await ada.addInitScript(() => {
    const settings = { rules: "4,4,4", sides: "O", length: 3 };
    localStorage.setItem("noughts", JSON.stringify({ settings }));
  });
  await ada.goto("/");
  await ada.getByRole("link", { name: "Play a friend" }).click();
  const field = ada.getByRole("textbox", { name: "The link" });
  await expect(field).toHaveValue(/\/game#[\w-]{22}$/);
  const first = await field.inputValue();
  await expect(state(ada)).toHaveText("Waiting for a friend");
  await expect(ada.getByRole("gridcell")).toHaveCount(16);
  await expect(ada.getByText("Best of 3.")).toBeVisible();
  // The way back does not lead past the link to another new game.
  await ada.goBack();
  await expect(ada).toHaveURL(/\/(#.*)?$/);
  await ada.goForward();
  await expect(field).toHaveValue(first);

  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await ada.getByRole("textbox", { name: "Your name" }).press("Tab");
  const [bob, context] = await device(browser);
  await bob.setViewportSize({ width: 320, height: 568 });
  await bob.goto(first);
  await expect(bob.getByText("Ada wants to play with you")).toBeVisible();
  await ada.getByText("Another board, side or time").click();
  expect(await violationsInLight(ada)).toEqual([]);
  await ada.getByRole("radio", { name: "a minute" }).check({ force: true });
  await button(ada, "Make a new link").click();
  await expect(field).not.toHaveValue(first);
  await expect(ada.getByText("Best of 3.")).toBeVisible();
  await join(bob, await field.inputValue());
  await expect(bob.getByRole("timer")).toHaveText(/[01]:\d\d/);
  await bob.goto(first);
  await expect(bob.getByText("its maker may have ended it")).toBeVisible();
  await context.close();
});
