import { readFileSync } from "node:fs";
import { violations } from "./axe";
import { jumped, watchJumps, WINDOWS } from "./layout";
import { expect, test } from "./test";

test("nothing jumps when the boards come", async ({ page }) => {
  await watchJumps(page);
  for (const [width, height] of [...WINDOWS, [768, 1024] as const]) {
    await page.setViewportSize({ width, height });
    await page.goto("/atlas");
    await expect(page.getByRole("grid", { name: "Boards" })).toBeVisible();
    expect(await jumped(page), `at ${width}×${height}`).toBeLessThan(0.01);
  }
});

test("a board says who wins, who says so, and leads to its proof", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/atlas");
  const chart = page.getByRole("grid", { name: "Boards" });
  await chart.getByRole("button", { name: "4 in a row on 6×5: X wins" }).click();
  const known = page.getByRole("region", { name: "4 in a row on 6×5" });
  await expect(known).toContainText("X wins in 11 moves");
  await expect(known).toBeInViewport({ ratio: 1 });
  await expect(known).toContainText("Proved: the certificate 6,5,4.cert can be checked.");
  await expect(known).toContainText("Uiterwijk & van den Herik 2000");
  await expect(page).toHaveURL(/#rules=6,5,4$/);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    known.getByRole("link", { name: "Download the certificate" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("6,5,4.cert");
  await known.getByRole("link", { name: "See the proof" }).click();
  await expect(page).toHaveURL(/\/proof#rules=6,5,4$/);
  await page.goBack();
  await page.getByRole("link", { name: "Play it" }).click();
  await expect(page).toHaveURL(/\/#rules=6,5,4$/);
  await expect(page.locator("[data-cell]")).toHaveCount(30);
});

test("a board chosen in a tall chart stays in sight, with what is known of it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/atlas");
  await page.getByRole("button", { name: "Gravity" }).click();
  for (const board of ["2×25", "4×1"]) {
    const cell = page.getByRole("button", { name: `4 in a row on ${board}, with gravity: A draw` });
    await cell.click();
    await expect(page.getByRole("region", { name: board })).toBeInViewport({ ratio: 0.99 });
    await expect(cell).toBeInViewport({ ratio: 0.99 });
  }
});

test("the arrow keys go from board to board, and what is open is said", async ({ page }) => {
  await page.goto("/atlas#rules=bogus");
  await expect(page.getByTestId("said")).toHaveText(/^The atlas has no game/);
  await expect(page.locator("section .fine")).toHaveText(/^The atlas has no game/);
  await page.evaluate(() => (location.hash = "rules=5,5,4"));
  const cell = page.getByRole("button", { name: "4 in a row on 5×5: A draw" });
  await cell.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "4 in a row on 6×5: X wins" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByTestId("said")).toHaveText("4 in a row on 6×4: A draw");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp"); // the edge
  await expect(page.getByTestId("said")).toHaveText("4 in a row on 6×1: A draw");
  await page.getByRole("button", { name: "Torus" }).click();
  await page.getByRole("combobox", { name: "In a row" }).selectOption("6");
  await page
    .getByRole("button", { name: "6 in a row on 8×8, edges joined: Open: X wins, or it is a draw" })
    .click();
  await expect(page.getByRole("region", { name: "8×8" })).toContainText("nodes were searched");
});

test("a game that a window decides has its file", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 1200 });
  await page.goto("/atlas#rules=17,4,4");
  // The numbers of the rows stay, on top, when a board far to the right is shown.
  const top = await page.getByRole("rowheader", { name: "4", exact: true }).evaluate((row) => {
    const { left, top, width, height } = row.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === row;
  });
  expect(top).toBe(true);
  const known = page.getByRole("region", { name: "17×4" });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    known.getByRole("link", { name: "Download the certificate" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("13,4,4-strip.txt");
  expect(readFileSync(await file.path(), "utf8")).toBe(
    readFileSync(new URL("../../certificates/windows/13,4,4-strip.txt", import.meta.url), "utf8"),
  );
});

test("axe finds nothing wrong with a chart and a game of it", async ({ page }) => {
  await page.goto("/atlas#rules=7,6,4+gravity");
  await page.getByRole("button", { name: "O only blocks", exact: true }).click();
  await page
    .getByRole("button", { name: /X wins/ })
    .first()
    .click();
  expect(await violations(page)).toEqual([]);
});

test("the chosen game of a list has the ink of the others", async ({ page }) => {
  await page.goto("/atlas#rules=15,15,5");
  const chosen = page.getByRole("button", { name: "Gomoku", pressed: true });
  const other = page.getByRole("button", { name: "Qubic, O only blocks" });
  const ink = await other.evaluate((button) => getComputedStyle(button).color);
  await expect(chosen).toHaveCSS("color", ink);
});

test("the widest chart is whole on a sheet of paper", async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 }); // A4 in portrait, between its margins
  await page.emulateMedia({ media: "print" });
  await page.goto("/atlas");
  await page.getByRole("combobox", { name: "In a row" }).selectOption("1");
  const chart = page.getByRole("grid", { name: "Boards" });
  const right = await chart.evaluate((each) => each.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(718);
  const [tall, seen] = await chart.evaluate(({ parentElement: frame }) => [
    frame!.scrollHeight,
    frame!.clientHeight,
  ]);
  expect(seen).toBe(tall);
});
