import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { expect, test } from "./test";

const assets = new URL("../../src/noughts/web/static/assets/", import.meta.url);

test("JavaScript and CSS are at most 60 kB, packed", () => {
  const sizes = readdirSync(assets)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => gzipSync(readFileSync(new URL(name, assets))).length);
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`JavaScript and CSS: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum).toBeLessThanOrEqual(60_000);
});

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
