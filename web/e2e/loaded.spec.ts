/** Parts whose code is loaded when they are wanted, and cannot be had at first. */

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "./test";

/** X wins at once, with b1. */
const pack = JSON.parse(
  readFileSync(new URL("../../src/noughts/puzzles/packs/3x3.json", import.meta.url), "utf8"),
) as { puzzles: { position?: string }[] };
const WIN = pack.puzzles.findIndex(({ position }) => position === ".../XXO/OXO");

/** Cut the files with this name off, until the network is back. */
async function cut(page: Page, name: string): Promise<() => Promise<void>> {
  const files = `**/assets/${name}-*.js`;
  await page.route(files, (route) => route.abort("internetdisconnected"));
  return () => page.unroute(files);
}

const MISSING = "This part of the page could not be loaded. Are you online?";

test("a part that cannot be loaded says so, and is loaded by its button", async ({ page }) => {
  const missing = page.getByText(MISSING);
  for (const [address, name, part] of [
    ["/puzzles#practise", "Picker", page.getByRole("combobox").first()],
    ["/?#moves=b2", "Visit", page.getByRole("button", { name: "Play O", exact: true })],
    // All of a page.
    ["/embed#level=hard", "EmbeddedBoard", page.getByRole("grid")],
    ["/game#cut", "Missing", page.getByText("This link is incomplete")],
  ] as const) {
    const back = await cut(page, name);
    await page.goto(address);
    await expect(missing).toBeVisible();
    await back();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(part).toBeVisible();
    await expect(missing).toBeHidden();
  }
});

test("a part that a newer server no longer has is loaded with a new page", async ({ page }) => {
  const back = await cut(page, "ReadCodes");
  await page.goto("/teach");
  const read = page.getByRole("button", { name: "Read codes" });
  const again = page.getByRole("button", { name: "Try again" });
  const reload = page.getByRole("button", { name: "Reload the page" });
  await read.click();
  // Without a network a new page could not be had, either.
  await page.route("/teach", (route) => route.abort("internetdisconnected"));
  await Promise.all([
    page.waitForEvent("requestfailed", (request) => request.method() === "HEAD"),
    again.click(),
  ]);
  await expect(again).toBeVisible();
  await page.unroute("/teach");
  await again.click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await back();
  await reload.click();
  await read.click();
  await expect(page.getByRole("textbox", { name: "One pupil per line" })).toBeVisible();
});

test("a picture without the wall's buttons stays on the page", async ({ page }) => {
  const back = await cut(page, "Wall");
  await page.goto("/learn/trees");
  const enlarge = page.getByRole("button", { name: "Enlarge the picture" }).first();
  await enlarge.click();
  await expect(page.locator(".toast")).toContainText("That didn't work.");
  await expect(page.locator("[data-wall]")).toHaveCount(0);
  await expect(enlarge).toBeFocused();
  await back();
  await enlarge.click();
  await expect(page.getByRole("toolbar", { name: "On the wall" })).toBeVisible();
});

test("a search that cannot be loaded says so, and the next choice loads it", async ({ page }) => {
  const back = await cut(page, "refusal");
  await page.goto("/search");
  const search = page.getByRole("combobox", { name: "Search" });
  await search.selectOption("symmetric");
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await back();
  await search.selectOption("minimax");
  await expect(page.getByRole("heading", { name: "Minimax" })).toBeVisible();
});

test("a wrong move is taken back although its refutation is not loaded", async ({ page }) => {
  await cut(page, "refuted");
  await page.goto(`/puzzles#3x3/${WIN}`);
  await page.locator('[data-cell="0"]').click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByRole("gridcell", { name: "a1, empty" })).toBeVisible();
});
