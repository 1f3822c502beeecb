import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { keeps, large } from "./kept";
import { expect, test, type Page } from "./test";

const built = new URL("../../src/noughts/web/static/", import.meta.url);

/** Wait until the page is kept. What could not be fetched is tried again when it is next loaded. */
async function kept(page: Page): Promise<void> {
  await expect(async () => {
    const ready = await page.evaluate(() => {
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20_000));
      return Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
    });
    if (!ready) await page.reload();
    expect(ready).toBe(true);
  }).toPass();
  await keeps(page, "/index.html");
}

const types: Record<string, string> = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};
let server: Server | undefined;

/** A server of the built page, and its address. It answers what `first` does not say it has answered. */
function serve(first: (name: string, answer: ServerResponse) => boolean): string {
  server = createServer((request, answer) => {
    const name = request.url === "/" ? "index.html" : request.url!.slice(1).split("?")[0]!;
    answer.setHeader("content-type", types[name.split(".").pop()!] ?? "text/html");
    if (first(name, answer)) return;
    try {
      answer.end(readFileSync(new URL(name, built)));
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(0);
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test.use({ serviceWorkers: "allow" });
test.afterEach(() => server?.close());

test("without network after the first load 3×3 works with hints, values and review, and larger boards by their levels", async ({
  game,
  page,
  context,
}) => {
  await game.open({ level: "hard" });
  await kept(page);
  // An address that is none is no fresh game. The page of the test refuses what its console says.
  const other = await context.newPage();
  const answer = await other.goto("/learn/nope");
  expect(answer!.status()).toBe(404);
  await expect(other.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await other.getByRole("link", { name: "All chapters" }).click();
  await expect(other.locator("h1")).toHaveText("How can a program be unbeatable?");
  await other.close();

  await context.setOffline(true);
  await page.goto("/");
  await expect(game.board).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(game.said).toHaveText("Every move keeps the draw. The next hint shows one.");
  await page.getByRole("button", { name: "Values" }).click();
  await expect(game.cell(4)).toHaveText("D");
  await game.finish("worst", (cell) => game.cell(cell).click());
  await expect(game.status).toHaveText("Computer wins");
  await expect(page.getByText(/Move \d(, yours,)? decided it: /)).toBeVisible();

  // A harder level on a larger board says that it needs the server.
  const begin = async (size: string, said: string) => {
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByLabel("Size").selectOption(size);
    await expect(page.getByText(said)).toBeVisible();
    await page.getByRole("button", { name: "Start", exact: true }).click();
  };
  await begin("5×5", "The computer's moves come from the server.");
  await game.cell(4).click();
  await expect(page.locator(".toast")).toContainText("You are offline.");
  await expect.poll(() => game.position()).toContain("X");

  // Against easy, and by two, one never seen before is played.
  await page.getByLabel("Level", { exact: true }).selectOption("easy");
  await begin("15×15", "Works offline.");
  await page.getByRole("button", { name: "End it and start" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(225);
  await game.cell(112).click();
  await expect(game.status).toHaveText("Your turn");
  expect((await game.position()).replaceAll(".", "")).toHaveLength(2);
  await page.goto("/#rules=4,4,4,4&moves=b2b-c3c");
  await page.getByRole("button", { name: "Two players" }).click();
  await game.cell(0).click();
  await expect(game.status).toHaveText("O to move");
});

test("Connect Four, once opened, is reviewed without network", async ({ game, page, context }) => {
  await game.open({ opponent: "computer", level: "hard", values: true });
  await kept(page);
  expect(await large(page)).toBe(0);
  const begin = async () => {
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Connect Four" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByRole("gridcell")).toHaveCount(42);
  };
  // Its book comes when the game is first opened.
  await begin();
  await expect.poll(() => large(page)).toBe(1);
  await context.setOffline(true);
  await page.goto("/#rules=3,3,3");
  await page.reload();
  await begin();
  // Who wins, and in how many moves, is in the book.
  const bottom = (column: number) => game.cell(35 + column);
  for (const [column, value] of ["L40", "L42", "D", "W41", "D", "L42", "L40"].entries())
    await expect(bottom(column)).toHaveText(value);
  await expect(bottom(0)).toHaveAttribute("aria-label", /a6, empty, loss in 40 moves,.* L40$/);
  await bottom(0).click();
  await expect(game.status).toHaveText("Your turn");
  expect((await game.position()).replaceAll(".", "")).toHaveLength(2);
  // Too early for a search to tell in time.
  await page.goto("/#rules=7,6,4+gravity&moves=d-d");
  await expect(game.cell(38 - 14)).toHaveText("W39");
  // Later in how many moves, with reasons.
  await page.goto("/#rules=7,6,4+gravity&moves=d-d-d-d-d-c-c-c-c-c-e-e-e-e-e-a-a-b");
  await expect(game.cell(29)).toHaveText("D");
  await expect(game.cell(21)).toHaveText("L2");
  for (const name of ["Hint", "Where?", "Show me"])
    await page.getByRole("button", { name }).click();
  await expect(game.said).toContainText("Play b5: blocks O's line d3 c4 b5 a6.");
  // Beyond the book each move is valued,
  await page.goto("/#rules=7,6,4+gravity&moves=c-a-b-c-b-e-d-g-f-e-c-c-g");
  const values = { 9: /^W/, 22: /^W/, 25: /^W/, 27: /^L/, 28: /^D/, 31: /^W/, 33: /^W/ };
  for (const [cell, value] of Object.entries(values))
    await expect(game.cell(Number(cell))).toHaveText(value);
  // and in games whose lines are no shifts, here with plies.
  await page.goto("/#rules=4,4,4+torus+misere+gravity");
  for (const cell of [12, 13, 14, 15]) await expect(game.cell(cell)).toHaveText("L13");
});

test("a browser that refuses WebAssembly says so, and the game goes on", async ({ browser }) => {
  // The policy of an old Noughts, and a server that has no answers.
  const origin = serve((name, answer) => {
    if (name.endsWith(".js")) answer.setHeader("content-security-policy", "script-src 'self'");
    return false;
  });
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${origin}/#rules=7,6,4+gravity&moves=d-d`);
  await page.getByRole("button", { name: "Values" }).click();
  await expect(page.locator(".toast")).toContainText("does not run in this browser");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await context.close();
});

test("the page can be installed", async ({ request, baseURL }) => {
  const html = await (await request.get("/")).text();
  const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(html)!;
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
  // A server of its own, whose service worker can become a newer one, and that leaves one question
  // without an answer: the old version waits for it.
  const UNANSWERED = "slow.cert";
  const unanswered: ServerResponse[] = [];
  let newer = "";
  let gone = false;
  const origin = serve((name, answer) => {
    if (gone) answer.destroy();
    else if (name === UNANSWERED) unanswered.push(answer);
    else {
      answer.setHeader("x-noughts", "test");
      if (name !== "sw.js") return false;
      answer.end(`${readFileSync(new URL(name, built), "utf8")}${newer}`);
    }
    return true;
  });
  // The page waits for five seconds, once for a server and once for the old version.
  await page.clock.install();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  newer = "\n// newer\n";
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.locator(".toast")).toContainText("A new version of Noughts is ready.");
  await page.evaluate((url) => void fetch(url), UNANSWERED);
  // The page has asked before its worker has: only from then on does that one wait.
  await expect.poll(() => unanswered.length).toBe(1);
  await page.evaluate(() => document.documentElement.setAttribute("data-old", ""));
  // Without a server the old version stays: there would be no page at all.
  gone = true;
  await page.getByRole("button", { name: "Update now" }).click();
  await page.clock.runFor(5000);
  await expect(page.locator(".toast")).toContainText("The server does not answer");
  await expect(page.locator("[data-old]")).toBeVisible();
  gone = false;
  await page.getByRole("button", { name: "Update now" }).click();
  await expect(page.getByText("Updating…")).toBeVisible();
  await page.clock.runFor(5000);
  // The old page says that it is under way until the new one has taken its place.
  await expect(page.locator("[data-old]")).toHaveCount(0);
  for (const answer of unanswered) answer.writeHead(404).end();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(waits).toBe(false);
});

test("a port that Noughts has left belongs to whoever comes next", async ({ page }) => {
  let noughts = true;
  const origin = serve((_, answer) => {
    if (noughts) answer.setHeader("x-noughts", "test");
    else
      answer
        .setHeader("content-type", "text/html")
        .end("<!doctype html><title>Another</title><h1>Another server</h1>");
    return !noughts;
  });
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  noughts = false;
  for (const path of ["/", "/learn", "/admin/", "/icon.svg"]) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole("heading", { name: "Another server" })).toBeVisible();
  }
  const left = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(left).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
