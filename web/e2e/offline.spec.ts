import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./test";

const built = new URL("../../src/noughts/web/static/", import.meta.url);

test.use({ serviceWorkers: "allow" });
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

test("a newer version asks before it takes over", async ({ page }) => {
  // A server of its own, whose service worker can become a newer one.
  let newer = "";
  const types: Record<string, string> = {
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
  };
  const server = createServer((request, answer) => {
    const name = request.url === "/" ? "index.html" : request.url!.slice(1).split("?")[0]!;
    try {
      const content = readFileSync(new URL(name, built));
      answer.setHeader("content-type", types[name.split(".").pop()!] ?? "text/html");
      answer.end(name === "sw.js" ? `${content.toString()}${newer}` : content);
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  try {
    await page.goto(`http://localhost:${port}/`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    newer = "\n// newer\n";
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.locator(".toast")).toContainText("There is a newer Noughts.");
    await page.getByRole("button", { name: "Update now" }).click();
    await expect(page.locator(".toast")).toHaveCount(0);
  } finally {
    server.close();
  }
});
