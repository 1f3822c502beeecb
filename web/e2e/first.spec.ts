/** What a first visit costs, and what stays on the device for times without a network. */

import { createServer, request as ask } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { readFileSync } from "node:fs";
import { isKept, keeps, large } from "./kept";
import { expect, idle, test, type Page } from "./test";

test.use({ serviceWorkers: "allow" });

const chapters = JSON.parse(
  readFileSync(new URL("../src/learn/chapters.json", import.meta.url), "utf8"),
) as { slug: string; title: string }[];

/** The real server behind one that counts what it sends, with its heads. */
async function counting(baseURL: string) {
  const sockets = new Set<Socket>();
  const paths: string[] = [];
  let open = 0;
  let asked = 0;
  const server = createServer((request, answer) => {
    paths.push(request.url!);
    open += 1;
    answer.on("close", () => (open -= 1));
    const { host } = new URL(baseURL);
    const behind = ask(`${baseURL}${request.url!}`, {
      method: request.method!,
      headers: { ...request.headers, host },
    });
    behind.on("response", (told) => {
      answer.writeHead(told.statusCode!, told.headers);
      told.pipe(answer);
    });
    behind.on("error", () => answer.destroy());
    request.pipe(behind);
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    paths,
    /** Whether nothing is being fetched, and nothing has been since it was asked last. */
    quiet: () => {
      const before = asked;
      asked = paths.length;
      return open === 0 && asked === before;
    },
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Visit a server for the first time, and count what it sends until nothing has come for a while. */
async function firstVisit(page: Page, server: Awaited<ReturnType<typeof counting>>, wait: number) {
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await keeps(page, `${new URL(page.url()).pathname}index.html`);
  // What is still being fetched is counted, too.
  await idle(page);
  await expect.poll(server.quiet, { intervals: [wait] }).toBe(true);
  console.log(`a first visit: ${server.bytes()} bytes, ${server.paths.length} answers`);
  expect(server.bytes()).toBeGreaterThan(100_000);
  expect(server.bytes()).toBeLessThanOrEqual(300_000);
}

test("a first visit costs at most 300 kB and keeps one room; a later one keeps all, but nothing large", async ({
  game,
  page,
  context,
  baseURL,
}) => {
  const server = await counting(baseURL!);
  try {
    // For longer than the service worker waits before it keeps other rooms.
    await firstVisit(page, server, 4000);

    // A room that is not kept says so without a network, and leads to play.
    expect(await isKept(page, "/lab.html")).toBe(false);
    await context.setOffline(true);
    await page.goto(`${server.url}/lab`);
    await expect(page.getByRole("heading", { name: "No network" })).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(248, 244, 233)"); // paper
    await page.getByRole("link", { name: "Play" }).click();
    await expect(game.board).toBeVisible();

    await context.setOffline(false);
    await page.reload();
    for (const path of [
      "/lab.html",
      "/search.html",
      "/proof.html",
      "/proofs.html",
      "/atlas.html",
      "/game.html",
      "/check.html",
    ])
      await keeps(page, path);
    expect(await large(page)).toBe(0);
    // A proof that has been checked can be checked again.
    const verdict = page.locator(".verdict", { hasText: "The proof is right." });
    await page.goto(`${server.url}/proof#rules=4,4,4`);
    await expect(verdict).toBeVisible();
    await expect.poll(() => page.evaluate(() => caches.has("proofs"))).toBe(true);

    await context.setOffline(true);
    await page.reload();
    await expect(verdict).toBeVisible();
    await page.goto(`${server.url}/lab`);
    await expect(page.locator("path.mark").first()).toBeVisible();
    await page.getByRole("button", { name: "Play 100 games" }).click();
    await expect(page.locator(".toast")).toContainText("You are offline, and the server plays");
    await expect(page.getByTestId("said")).toContainText("You are offline");
    await expect(page.getByRole("button", { name: "Play 100 games" })).toBeVisible();
    // The theatre searches 3×3 by itself.
    await page.goto(`${server.url}/search#rules=3,3,3&position=X.O/.X./..O&search=memoised`);
    const words = page.getByTestId("words").first();
    await expect(words).toContainText("will search to the end");
    await page.keyboard.press("End");
    await expect(words).toHaveText("Finished: X plays c2. 0, a draw.");
    await expect(page.locator(".code")).toContainText("def value(self, position");
    await page.goto(`${server.url}/search#rules=4,4,4`);
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("You are offline");
  } finally {
    server.close();
  }
});

test.describe("a reader of the longest words, which have letters of their own", () => {
  test.use({ locale: "vi" });

  test("a first visit costs at most 300 kB", async ({ page, baseURL }) => {
    const server = await counting(baseURL!);
    try {
      await firstVisit(page, server, 1000);
    } finally {
      server.close();
    }
  });
});

test(
  "the room that is visited first is kept with all its pages",
  { tag: "@deep" },
  async ({ page, context }) => {
    await page.goto("/learn");
    for (const { slug } of chapters) await keeps(page, `/learn/${slug}.html`);
    await context.setOffline(true);
    // Each chapter has its title, its questions, and all files that it names.
    const kept = await page.evaluate(
      async (slugs) => {
        const missing: string[] = [];
        const titles: string[] = [];
        for (const slug of slugs) {
          const page = await caches.match(`/learn/${slug}.html`, { ignoreSearch: true });
          const html = await page!.text();
          const [, title = ""] = /<h1[^>]*>([^]*?)<\/h1>/.exec(html) ?? [];
          const asks = /<form[^>]* class="question[" ]/.test(html);
          titles.push(asks ? title.replace(/<[^>]*>/g, "").trim() : "");
          const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
            ([, file]) => file!,
          );
          for (const file of named)
            if (!(await caches.match(file))) missing.push(`${slug}: ${file}`);
          if (named.length < 5) missing.push(`${slug}: names nothing`);
        }
        return { titles, missing };
      },
      chapters.map(({ slug }) => slug),
    );
    expect(kept).toEqual({ titles: chapters.map(({ title }) => title), missing: [] });
    await page.goto("/learn/proof");
    await page.getByRole("button", { name: "Play every game" }).click();
    await expect(page.getByText("Lost: 0.")).toBeVisible();
  },
);
