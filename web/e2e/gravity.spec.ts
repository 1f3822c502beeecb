/** Boards on which stones fall: a column is chosen, by pointer, by keys and by ear. */

import { violations } from "./axe";
import { expect, test } from "./test";

test("a stone falls to the lowest free cell of the chosen column", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Connect Four" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(42);
  await expect(page.getByText("Here: Connect Four.")).toBeVisible();
  // Anywhere in column d; the next one by keys alone.
  await game.cell(3).click();
  await expect(game.said).toHaveText("X: d6. O to move.");
  await expect(game.cell(10)).toHaveAttribute("aria-label", "column d, falls to d5; d2, empty");
  await page.keyboard.press("Enter");
  await expect(game.said).toHaveText("O: d5. X to move.");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(game.said).toHaveText("X: e6. O to move.");
  // On a stone is in its column too.
  await game.cell(38).click();
  await expect(game.cell(24)).toHaveAttribute("aria-label", "d4, O");
  expect(page.url()).toContain("#rules=7,6,4+gravity&moves=d6-d5-e6-d4");
  expect(await violations(page)).toEqual([]);
});

test("a full column takes no more, and a link may name columns only", async ({ game, page }) => {
  await game.open({}, "#rules=4,4,3+gravity&moves=a-a-a-a-b");
  await expect.poll(async () => (await game.position()).replaceAll(".", "")).toHaveLength(5);
  await expect(game.cell(0)).toHaveAttribute("aria-disabled", "true");
  await game.cell(0).click({ force: true });
  await expect(game.status).toHaveText("O to move");
  await page.goto("/#rules=4,4,3+gravity&position=X.../..../..../....");
  await expect(page.locator(".toast")).toContainText("This link has no game that can be played.");
});

test("the computer plays Connect Four; stones fall as the motion setting wishes", async ({
  game,
  page,
}) => {
  await game.open({ level: "hard", rules: "7,6,4 gravity" });
  await game.cell(3).click();
  // It is one's turn before the click as well.
  await expect
    .poll(async () => (await game.position()).slice(28).replaceAll(".", ""))
    .toHaveLength(2);
  await expect(game.status).toHaveText("Your turn");
  await expect(page.locator(".falling").first()).toHaveCSS("animation-name", "none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await game.cell(4).click();
  await expect(page.locator(".falling").first()).toHaveCSS("animation-name", /fall$/);
});

test("values stand where a stone would lie; hints say what waits above", async ({ game, page }) => {
  const position = "#rules=4,4,4+gravity&position=..../..OO/.XOX/XXXO";
  await game.open({ opponent: "person", values: true }, position);
  await expect(game.cell(5)).toHaveText("W5");
  await expect(game.cell(5)).toHaveAttribute(
    "aria-label",
    /falls to b2; .*win in 5 moves, score 2, W5$/,
  );
  for (const cell of [2, 3, 8]) await expect(game.cell(cell)).toHaveText("D");
  for (const cell of [0, 1, 4]) await expect(game.cell(cell)).toHaveText("");
  for (const name of ["Hint", "Where?", "Show me"])
    await page.getByRole("button", { name }).click();
  await expect(game.said).toContainText("Play b2: makes an even threat at a1 (row 4 from below)");
});

test("a board that fits its frame offers no other size", async ({ game, page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await game.open({ opponent: "person" });
  for (const cell of [0, 3, 1, 4, 2]) await game.cell(cell).click();
  await expect(game.status).toHaveText("X wins");
  await page.setViewportSize({ width: 760, height: 1024 });
  await expect(page.getByRole("button", { name: "Whole board" })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("15×15 is seen whole, a tap looks closer, the last move shows", async ({ game, page }) => {
    await game.open({ opponent: "person", rules: "15,15,5" });
    expect((await game.cell(112).boundingBox())!.width).toBeGreaterThanOrEqual(44);
    // The board begins at its middle; what its rows are called stays in sight.
    const eight = page.locator(".numbers").getByText("8", { exact: true });
    await expect(eight).toBeInViewport();
    const [name, cell] = await Promise.all([eight.boundingBox(), game.cell(112).boundingBox()]);
    expect(name!.y + name!.height / 2).toBeCloseTo(cell!.y + cell!.height / 2, 0);
    await game.cell(112).tap();
    await page.getByRole("button", { name: "Whole board" }).tap();
    for (const corner of [0, 14, 210, 224]) {
      const box = (await game.cell(corner).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    await game.cell(0).tap();
    expect((await game.position())[0]).toBe(".");
    await expect(page.getByRole("button", { name: "Whole board" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await expect(game.cell(0)).toBeInViewport();
    await game.cell(0).tap();
    expect((await game.position())[0]).toBe("O");
    await page.getByRole("button", { name: "Last move: a1" }).tap();
    await expect(game.cell(0)).toHaveClass(/ringed/);
  });

  test("the layers of Qubic fit beside and above each other", async ({ game, page }) => {
    await game.open({ opponent: "person", rules: "4,4,4,4" });
    for (const corner of [0, 15, 48, 63]) await expect(game.cell(corner)).toBeInViewport();
    const box = (await game.cell(63).boundingBox())!;
    expect(box.width).toBeGreaterThanOrEqual(36);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
