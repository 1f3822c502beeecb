import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { judge } from "./lighthouse";
import { expect, test } from "./test";

const assets = new URL("../../src/noughts/web/static/", import.meta.url);

/** What each page may load at once, in bytes, packed. */
const ROOMS = {
  "/": 60_000,
  "/de/": 61_000, // German words are longer
  "/vi/": 62_000, // letters of two or three bytes
  "/ja/": 62_000,
  "/learn": 60_000,
  "/learn/pruning": 62_000, // with what lets a page come alive part by part
  "/search": 71_900, // with the source of the searches, which is drawn, and a sentence for each step
  "/lab": 60_000,
  "/proof": 63_200, // with its two checkers, the list of proofs under way, and words by language
  "/proofs": 60_000, // with the layout of tree maps
  "/atlas": 60_000, // before the atlas itself
  "/check": 54_000, // before Python is loaded, which it says
  "/teach": 43_500, // with three lessons
  "/puzzles": 71_000, // before its packs
  "/game": 58_000, // before a game is made or opened
};

for (const [room, most] of Object.entries(ROOMS)) {
  test(`JavaScript and CSS of ${room} are at most ${most / 1000} kB, packed`, async ({ page }) => {
    const names = new Set<string>();
    page.on("request", (request) => {
      const name = /((?:assets|workers)\/.+\.(?:js|css))$/.exec(request.url())?.[1];
      if (name) names.add(name);
    });
    await page.goto(room);
    let before = 0; // a page with a stream open is never idle
    const settled = () => before === (before = names.size) && before > 0;
    await expect.poll(settled, { intervals: [1000] }).toBe(true);
    const within = await page.locator("head script:not([src]), style").allTextContents();
    const loaded = [...names].map((name) => readFileSync(new URL(name, assets)));
    const sizes = [...within, ...loaded].map((text) => gzipSync(text).length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    console.log(`JavaScript and CSS of ${room}: ${(sum / 1000).toFixed(1)} kB gzip`);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(most);
  });
}

const WHOLE = { "best-practices": 100, seo: 100 };

test("Lighthouse finds nothing wrong with a page of each kind", async ({
  baseURL,
  launchOptions,
}) => {
  test.slow();
  // Its accessibility is axe's, which looks at every page and state elsewhere.
  const urls = ["/", "/learn/pruning", "/game"].map((room) => new URL(room, baseURL).href);
  expect(await judge(urls, WHOLE, launchOptions)).toEqual([]);
});
