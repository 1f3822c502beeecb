import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { expect, test } from "./test";

const built = new URL("../../src/noughts/web/static/", import.meta.url);

/** The scripts and styles that a page loads before anything is asked for, packed, in bytes. */
function weight(name: string): number {
  const html = readFileSync(new URL(name, built), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!,
  );
  const found = new Map<string, number>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const content = readFileSync(new URL(path, built));
    found.set(path, gzipSync(content).length);
    const imports = content.toString().matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g);
    waiting.push(...[...imports].map(([, file]) => `assets/${file}`));
  }
  return [...found.values()].reduce((sum, size) => sum + size, 0);
}

for (const [page, most] of [
  ["index.html", 60_000],
  ["learn.html", 75_000],
  ["search.html", 75_000],
  ["lab.html", 75_000],
] as const) {
  test(`JavaScript and CSS of ${page} are at most ${most / 1000} kB, packed`, () => {
    const size = weight(page);
    console.log(`${page}: ${(size / 1000).toFixed(1)} kB gzip`);
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThanOrEqual(most);
  });
}

test("Lighthouse gives at least 95 in everything", async ({ baseURL, launchOptions }) => {
  test.slow();
  const port = 9333;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(baseURL, {
      port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices"],
    });
    const { categories, audits } = result!.lhr;
    for (const { title, score } of Object.values(categories)) {
      console.log(`Lighthouse ${title}: ${Math.round((score ?? 0) * 100)}`);
    }
    const lacking = Object.values(audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`);
    for (const { title, score } of Object.values(categories)) {
      expect(score, `${title}: ${lacking.join(", ")}`).toBeGreaterThanOrEqual(0.95);
    }
  } finally {
    await browser.close();
  }
});

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
