import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "./test";

test.use({ serviceWorkers: "allow" });
// One worker script is shared by these tests, and one of them changes it.
test.describe.configure({ mode: "serial" });

test("3×3 with hints, values and review works without network after the first load", async ({
  game,
  page,
  context,
}) => {
  await game.open({ level: "hard" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBe(1);
  await context.setOffline(true);
  await page.goto("/");
  await expect(game.board).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(game.said).toHaveText("Every move keeps the draw.");
  await page.getByRole("button", { name: "Values" }).click();
  await expect(game.cell(4)).toHaveText("D");
  await game.finish("worst", (cell) => game.cell(cell).click());
  await expect(game.status).toHaveText("Computer wins");
  await expect(page.getByText(/Move \d decided it/)).toBeVisible();
});

test("a larger board says that it needs the server", async ({ game, page, context }) => {
  await game.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByLabel("Size").selectOption("5×5");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator(".toast")).toContainText(
    "The server is away. 3×3 works without it; other boards need it.",
  );
  await game.cell(4).click();
  await expect.poll(() => game.position()).toContain("X");
});

test("the page can be installed", async ({ page, request, baseURL }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await request.get(href!)).json()) as {
    icons: { src: string }[];
    display: string;
  };
  expect(manifest.display).toBe("standalone");
  for (const { src } of manifest.icons) {
    expect((await request.get(new URL(src, `${baseURL}/`).href)).ok(), src).toBe(true);
  }
});

test("a newer version asks before it takes over", async ({ game, page }) => {
  const file = new URL("../../src/noughts/web/static/sw.js", import.meta.url);
  const before = readFileSync(file);
  await game.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  try {
    appendFileSync(file, "\n// newer\n");
    await page.reload();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.locator(".toast")).toContainText("There is a newer Noughts.");
    await page.getByRole("button", { name: "Update now" }).click();
    await expect(page.locator(".toast")).toHaveCount(0);
  } finally {
    writeFileSync(file, before);
  }
});
