import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium, type LaunchOptions } from "@playwright/test";
import lighthouse from "lighthouse";
import { expect, test } from "./test";

const assets = new URL("../../src/noughts/web/static/assets/", import.meta.url);

/** What each page may load at once, in bytes, packed. */
const ROOMS = {
  "/": 60_000,
  "/learn": 60_000,
  "/learn/pruning": 60_000,
  "/search": 75_000,
  "/lab": 60_000,
  "/proof": 60_000,
  "/game": 60_000,
};

for (const [room, most] of Object.entries(ROOMS)) {
  test(`JavaScript and CSS of ${room} are at most ${most / 1000} kB, packed`, async ({ page }) => {
    const names = new Set<string>();
    page.on("request", (request) => {
      const name = /assets\/(.+\.(?:js|css))$/.exec(request.url())?.[1];
      if (name) names.add(name);
    });
    await page.goto(room, { waitUntil: "networkidle" });
    const within = await page.locator("head script:not([src]), style").allTextContents();
    const loaded = [...names].map((name) => readFileSync(new URL(name, assets)));
    const sizes = [...within, ...loaded].map((text) => gzipSync(text).length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    console.log(`JavaScript and CSS of ${room}: ${(sum / 1000).toFixed(1)} kB gzip`);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(most);
  });
}

/**
 * The speed that Lighthouse has to see, of 100 points: it plays a slow phone on this machine's
 * time, and the theatre and the checker of proofs begin to work at once. All else has to be whole.
 */
const SPEED: Record<string, number> = { "/": 95, "/learn": 95 };
const USUAL_SPEED = 80;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** The points that a page lacks, each with what is lacking; and what it has, for the log. */
async function judge(url: string, speed: number, options: LaunchOptions) {
  const port = 9333;
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const { lhr } = (await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: CATEGORIES,
      disableFullPageScreenshot: true,
    }))!;
    const categories = Object.values(lhr.categories);
    const points = categories.map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
    console.log(`Lighthouse ${url}: ${points.join(", ")}`);
    return categories
      .filter(({ id, score }) => (score ?? 0) * 100 < (id === "performance" ? speed : 100))
      .map(({ id, auditRefs }) => ({
        id,
        lacking: auditRefs
          .map((each) => lhr.audits[each.id]!)
          .filter(({ score }) => score !== null && score < 0.9)
          .map((audit) => `${audit.id} ${audit.displayValue ?? ""}`),
      }));
  } finally {
    await browser.close();
  }
}

for (const room of Object.keys(ROOMS)) {
  const speed = SPEED[room] ?? USUAL_SPEED;
  test(`Lighthouse gives ${room} ${speed} for speed, and all for access, practice and search`, async ({
    baseURL,
    launchOptions,
  }) => {
    test.setTimeout(180_000);
    // A busy machine only ever takes points of speed away: one good run of a few is the page's own.
    for (let left = 4; ; left -= 1) {
      const lacking = await judge(new URL(room, baseURL).href, speed, launchOptions);
      const slow = lacking.every(({ id }) => id === "performance");
      if (lacking.length > 0 && slow && left > 0) continue;
      expect(lacking).toEqual([]);
      return;
    }
  });
}

test("a 3×3 answer is there within one frame after the pause", async ({ game, page }) => {
  await game.open({ level: "hard", pause: 0 });
  await page.waitForLoadState("networkidle");
  const frames = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const marks = () => document.querySelectorAll("g.mark").length;
    document.querySelector<HTMLElement>('[data-cell="4"]')!.click();
    await new Promise((done) => setTimeout(done));
    for (let count = 0; count < 60; count += 1) {
      await frame();
      if (marks() === 2) return count;
    }
    return Infinity;
  });
  expect(frames).toBeLessThanOrEqual(1);
});

test("20,000 nodes of a search pan and zoom", async ({ page }) => {
  await page.goto("/search#rules=3,3,3&position=.../.../...&search=minimax");
  await page.keyboard.press("End");
  await expect(page.locator(".count")).toContainText("20,001 positions");
  for (const gesture of ["pan", "zoom"]) {
    const frames = await page.evaluate(async (what) => {
      const tree = document.querySelector("[role=application]")!;
      const { left, top } = tree.getBoundingClientRect();
      const spans: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      for (let count = 0; count < 60; count += 1) {
        const zoom = count < 30 ? -40 : 40;
        const how = what === "zoom" ? { deltaY: zoom, ctrlKey: true } : { deltaX: 30 };
        const where = { clientX: left + 300, clientY: top + 200 };
        tree.dispatchEvent(new WheelEvent("wheel", { ...how, ...where, cancelable: true }));
        const now = await new Promise<number>(requestAnimationFrame);
        spans.push(now - last);
        last = now;
      }
      return spans.sort((a, b) => a - b);
    }, gesture);
    const at = (share: number) => frames[Math.floor(frames.length * share)]!.toFixed(1);
    console.log(`20,000 nodes, ${gesture}: ${at(0.5)} ms a frame, 95 % within ${at(0.95)} ms`);
    expect(frames).toHaveLength(60);
  }
});
