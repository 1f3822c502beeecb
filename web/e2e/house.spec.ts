/** What stands around the game: its history, positions set up by hand, a projector, other pages. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "./test";

const more = (page: Page, name: string) =>
  page.getByRole("group", { name: "More" }).getByRole("button", { name }).click();

const rows = (page: Page) =>
  page.getByRole("dialog", { name: "My games" }).locator("tbody tr").allInnerTexts();

test("finished games are counted, listed, opened, exported, deleted", async ({ game, page }) => {
  await game.open({ level: "hard" });
  await more(page, "My games");
  await expect(page.getByText("Your finished games will appear here.")).toBeVisible();
  await page.keyboard.press("Escape");
  await game.finish("worst", (cell) => game.cell(cell).click());
  const lost = await game.position();
  await page.getByRole("button", { name: "Play again" }).click();
  await game.finish("best", (cell) => game.cell(cell).click());
  await more(page, "My games");
  const counted = async () => (await rows(page)).map((row) => row.split(/\s+/).join(" "));
  await expect.poll(counted).toEqual(["hard · Tic-tac-toe 0 1 1 1, best 1"]);
  await expect(page.getByText("2 games, by level and board")).toBeVisible();
  const file = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const kept = await file("All as JSON");
  const { games } = JSON.parse(kept) as { games: { result: string; moves: string }[] };
  expect(games.map(({ result }) => result)).toEqual(["lost", "drawn"]);
  const records = await file("All as records");
  expect(records).toMatch(/^Rules: 3,3,3\nDate: [0-9-]+\nX: You\nO: hard\n\n[a-c1-3 ]+O wins\n\n/);

  await page.getByRole("link", { name: /^lost/ }).click();
  await expect.poll(() => game.position()).toBe(lost);
  await page.getByRole("button", { name: "Back to my own game" }).click();
  await more(page, "My games");
  await page.getByRole("button", { name: "Delete all …" }).click();
  await page.getByRole("button", { name: "Delete all 2 for good" }).click();
  await expect(page.getByText("Your finished games will appear here.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("noughts.games"))).toBeNull();
  // The file brings them back, here or on another device.
  await page
    .getByLabel("Read a file of another device")
    .setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(kept) });
  await expect(page.getByText("Added: games 2,")).toBeVisible();
  await expect.poll(counted).toEqual(["hard · Tic-tac-toe 0 1 1 1, best 1"]);
});

test("the history of two tabs adds up, without nonsense", async ({ game, page, context }) => {
  await page.addInitScript(() => {
    const fine = { rules: "3,3,3", against: "easy", mark: "X", result: "won", aided: false };
    const here = { ...fine, rules: "4,4,3 torus", at: 1, moves: "a1" };
    const all = [5, null, here, { ...fine, at: 2, moves: "<b>" }];
    if (!localStorage.getItem("noughts.games"))
      localStorage.setItem("noughts.games", JSON.stringify(all));
  });
  await game.open({ level: "hard" });
  const other = await context.newPage();
  await other.goto("/");
  await more(other, "My games");
  await expect.poll(() => rows(other)).toHaveLength(1);
  expect((await rows(other))[0]).toContain("3 in a row on 4×4, edges joined");
  // This browser writes 1/1/1970.
  await expect(other.getByRole("link", { name: "01/01/1970" })).toBeVisible();
  await game.finish("worst", (cell) => game.cell(cell).click());
  await expect.poll(() => rows(other)).toHaveLength(2);
});

test("a possible position is set up by hand, and played from", async ({ game, page }) => {
  await game.open({ level: "hard" });
  await more(page, "Set up a position");
  const dialog = page.getByRole("dialog", { name: "Set up a position" });
  const cell = (index: number) => dialog.locator(`[data-cell="${index}"]`);
  const take = dialog.getByRole("button", { name: "Put it on the board" });
  await dialog.getByRole("radio", { name: "X", exact: true }).check({ force: true });
  await cell(0).click();
  await cell(1).click();
  await expect(dialog.getByText("2 X and 0 O cannot occur")).toBeVisible();
  await expect(take).toBeDisabled();
  // By keys: the third of a row, then two of the other side.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "O", exact: true }).check({ force: true });
  await cell(3).click();
  await cell(4).click();
  await expect(dialog.getByText("This game is over.")).toBeVisible();
  await dialog.getByRole("radio", { name: "nothing" }).check({ force: true });
  await cell(2).click();
  await expect(dialog.getByText("X is to move.")).toBeVisible();
  await take.click();
  await expect(dialog).toHaveCount(0);
  expect(await game.position()).toBe("XX.OO....");
  await page.getByRole("button", { name: "Play X" }).click();
  await game.cell(2).click();
  await expect(game.status).toHaveText("You win");
});

test("stones that are set up fall where stones fall", async ({ game, page }) => {
  await game.open({}, "#rules=4,4,3+gravity");
  await expect(page.getByRole("gridcell")).toHaveCount(16);
  await more(page, "Set up a position");
  const dialog = page.getByRole("dialog", { name: "Set up a position" });
  await dialog.locator('[data-cell="1"]').click();
  await expect(dialog.locator('[data-cell="13"]')).toHaveAttribute("aria-label", "b4, X");
});

test("on a small phone all that is counted can be seen, and what is presented has the way back above it", async ({
  game,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await game.open({ level: "hard" });
  await game.finish("best", (cell) => game.cell(cell).click());
  await more(page, "My games");
  const counted = page.getByRole("region", { name: "The games, counted" });
  await expect(counted.locator("tbody tr")).toHaveCount(1);
  // It is the table that scrolls, by keys too, and nothing around it.
  const dialog = page.getByRole("dialog");
  expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  await counted.focus();
  await expect(counted).toBeFocused();
  await counted.locator("td").last().scrollIntoViewIfNeeded();
  await expect(counted.locator("td").last()).toBeInViewport({ ratio: 0.95 });
  await page.keyboard.press("Escape");
  await more(page, "Present");
  const back = (await page.getByRole("button", { name: "Back" }).boundingBox())!;
  for (const each of await page.locator("main .top").locator("dl, button").all()) {
    expect((await each.boundingBox())!.y).toBeGreaterThanOrEqual(back.y + back.height);
  }
});

test("a projector sees the board and nothing else", async ({ game, page }) => {
  await game.open();
  await more(page, "Present");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = (await game.board.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    const cells = (await game.cell(0).boundingBox())!;
    expect(cells.height * 3).toBeGreaterThan(height * 0.7);
    const scrolls = () =>
      page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);
    expect(await scrolls()).toBe(false);
  }
  // The board has the keys at once, and Escape goes back.
  await page.keyboard.press("5");
  await expect.poll(() => game.position()).toMatch(/X/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation")).toBeVisible();
  await expect(page.getByRole("group", { name: "More" })).toBeVisible();
});

test("a board in another page leaves one's own game alone", async ({ game, page, baseURL }) => {
  // Without the tests' own script, which a frame of another site may not let near its storage.
  await page.goto("/");
  await expect(game.board).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  const before = await kept();
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    const address = `${baseURL}/embed#rules=3,3,3&amp;position=XX./OO./...&amp;level=easy`;
    answer.end(`<iframe src="${address}" title="Noughts" width="400" height="480"></iframe>`);
  }).listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    const frame = page.frameLocator("iframe");
    await frame.locator('[data-cell="2"]').click();
    await expect(frame.getByRole("status")).toHaveText("You win");
    await frame.getByRole("button", { name: "Again" }).click();
    await expect(frame.getByRole("status")).toHaveText("Your turn");
  } finally {
    server.close();
  }
  await page.goto("/embed#position=XXX/OOO/...");
  await expect(page.getByRole("alert")).toContainText("This board cannot be shown");
  await page.goto("/embed#level=impossible");
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText(
    "This board cannot be shown. There is no level called impossible.",
  );
  await page.goto("/embed#rules=9,9,99 foo");
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText(/at most 676 cells\.$/);
  expect(await kept()).toBe(before);
});

test("the snippet to embed holds the position and the level", async ({ game, page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.open({ level: "easy" }, "#moves=b2-a1");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Embed in a page" }).click();
  await expect(game.said).toHaveText("HTML for a page copied.");
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  expect(snippet).toMatch(/^<iframe src="http[^"]+\/embed#rules=3,3,3&amp;position=O/);
  expect(snippet).toContain("level=easy");
});

test("a link with its game in the query has its own picture", async ({ game, page, request }) => {
  await game.open({}, "?moves=b2-a1-c3");
  expect(await game.position()).toBe("O...X...X");
  expect(new URL(page.url()).search).toBe("");
  const text = await (await request.get("/?moves=b2-a1-c3")).text();
  expect(text).toContain('<meta property="og:title" content="O to move · 3,3,3 · Noughts">');
});

test("a box stands in space, and every cell of it can be reached", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=3,3,3,3");
  await expect(page.getByRole("gridcell")).toHaveCount(27);
  const space = page.getByRole("button", { name: "In space" });
  await space.click();
  await expect(space).toHaveAttribute("aria-pressed", "true");
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    // Whoever taps the middle of a cell meets that cell, in every layer.
    for (const cell of [0, 4, 8, 9, 13, 17, 18, 22, 26]) {
      await game.cell(cell).scrollIntoViewIfNeeded();
      const met = await game.cell(cell).evaluate((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return there?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
      });
      expect(met, `at ${width}`).toBe(String(cell));
    }
  }
  await page.reload();
  await expect(space).toHaveAttribute("aria-pressed", "true");
  // Two lines that share a cell are struck through, and the game goes on from there.
  await page.goto("/#rules=3,3,3,3&position=X.X/OO./...//XX./OO./...//.../.../...");
  await game.cell(18).click();
  await expect(page.locator(".strike")).toHaveCount(6);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".strike")).toHaveCount(0);
});
