import { overflow } from "./layout";
import { expect, test, type Page } from "./test";

async function setUp(
  page: Page,
  size: string,
  more: (page: Page) => Promise<void> = async () => {},
  { ends = false } = {},
) {
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByLabel("Size").selectOption(size);
  await more(page);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  if (ends) await page.getByRole("button", { name: "End it and start" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a 5×5 game is played to its end through the server", async ({ game, page }) => {
  await game.open({ level: "medium" });
  await setUp(page, "5×5");
  await expect(page.getByRole("gridcell")).toHaveCount(25);
  await expect(page.getByText("Here: 4 in a row on 5×5.")).toBeVisible();
  // Along the middle row first, then wherever there is room.
  for (const cell of [12, 11, 13, 10, 14, ...Array(25).keys()]) {
    if (await game.over()) break;
    if ((await game.position())[cell] !== ".") continue;
    await game.cell(cell).click();
    await expect(game.status).not.toHaveText("Computer is thinking");
  }
  await expect(game.status).toHaveText(/You win|Computer wins|A draw/);
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
});

test("the badge says what is proved and what is not", async ({ game, page }) => {
  await game.open({ level: "hard" });
  const badge = page.locator(".computer");
  await expect(badge).toHaveText("hard plays perfectly, and that's proved.");
  await setUp(page, "15×15");
  await expect(badge).toHaveCount(0);
  await game.cell(112).click();
  await expect(badge).toHaveText("hard plays very well here, but isn't proved perfect.");
  const misere = (dialog: Page) => dialog.getByLabel("a line loses").check();
  await setUp(page, "3×3", misere, { ends: true });
  await game.cell(4).click();
  await expect(badge).toHaveText("hard plays perfectly, and that's proved.");
});

test("caro is chosen where stones do not fall, and says what counts", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await setUp(page, "15×15", async (dialog) => {
    await dialog.getByLabel("stones fall").check();
    await expect(dialog.getByLabel("with an open end")).toHaveCount(0);
    await dialog.getByLabel("stones fall").uncheck();
    await dialog.getByLabel("with an open end").check();
  });
  await expect(page.getByText("5 in a row on 15×15, with an open end.")).toBeVisible();
});

test("misère says who made the line, a torus strikes round its edges", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=4,4,3+misere&moves=a1-b2-a2-c3-a3");
  await expect(game.status).toHaveText("O wins: X makes the line");
  await page.goto("/#rules=4,4,4+torus&moves=b1-a1-c2-b2-d3-c3-a4");
  await expect(game.status).toHaveText("X wins");
  await expect(page.locator(".strike")).toHaveCount(2);
});

test("3×3×3 is shown as three layers, walked by keys", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await setUp(page, "3×3×3");
  await expect(page.getByRole("rowgroup")).toHaveCount(3);
  await game.cell(4).focus();
  await page.keyboard.press("PageDown");
  await expect(game.cell(13)).toBeFocused();
  await expect(game.cell(13)).toHaveAttribute("aria-label", "b2b, empty");
  await page.keyboard.press("Enter");
  await expect(game.said).toHaveText("X: b2b. O to move.");
});

test("a busy server is told as such, and asked again when one likes", async ({ game, page }) => {
  await game.open({ level: "hard", rules: "5,5,4" });
  let busy = true;
  await page.route("**/api/v1/move", (route) =>
    busy
      ? route.fulfill({ status: 503, headers: { "retry-after": "2" }, body: "{}" })
      : route.continue(),
  );
  await game.cell(12).click();
  await expect(page.locator(".toast")).toContainText("The server is busy. Try again in 2 s.");
  busy = false;
  await page.getByRole("button", { name: "Let it move" }).click();
  await expect.poll(() => game.position()).toContain("O");
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a game on a larger board is reviewed when asked for", async ({ game, page }) => {
  await game.open({ opponent: "person" }, "#rules=4,4,3&moves=b2-a1-c2-a2-d2");
  await page.getByRole("button", { name: "Review this game" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("listitem").last()).toContainText("wins at once");
});

test("gomoku on 20×20 is played against a level of the page and one of the server, with values", async ({
  game,
  page,
}) => {
  await game.open({ level: "easy", values: true });
  await setUp(page, "20×20", (dialog) => dialog.getByLabel(/longer rows don't count/).check());
  await expect(page.getByText("Here: 5 in a row on 20×20, no more.")).toBeVisible();
  // Moves at random are drawn in the page; the others are the strongest that the server knows.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/move")) asked.push(request.postDataJSON().level);
  });
  for (const level of ["easy", "hard"]) {
    await page.getByLabel("Level", { exact: true }).selectOption(level);
    const before = await game.position();
    await game.cell(before.indexOf(".", 189)).click();
    // Other tests ask the same server: where it was too busy, the computer is let move again.
    const again = page.getByRole("button", { name: "Let it move" });
    const stones = async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined);
      return (await game.position()).replaceAll(".", "").length;
    };
    await expect.poll(stones).toBe(before.replaceAll(".", "").length + 2);
    if (level === "easy") expect(asked).toEqual([]);
    if (level === "hard") expect(asked).not.toEqual([]);
  }
  expect(new Set(asked)).toEqual(new Set(["hard"]));
  await expect(page.locator(".cell .note").first()).toBeVisible();
});

test("a large board fits its frame on a phone, light and dark", async ({ game, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await game.open({ opponent: "person" }, "#rules=26,26,5&moves=m13-m14");
  await expect(page.getByRole("gridcell")).toHaveCount(676);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const box = (await game.cell(324).boundingBox())!;
    // A mouse hits smaller cells than a finger.
    expect(box.width).toBeGreaterThanOrEqual(28);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});
