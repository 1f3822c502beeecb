/**
 * The same pages in Firefox, where there is one on the PATH: that they are drawn, played and
 * answered. Playwright speaks to its own Firefox only, so this goes by WebDriver BiDi.
 */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "@playwright/test";
import { launch, type Browser, type Page } from "puppeteer-core";

const folders = (process.env.PATH ?? "").split(delimiter);
const firefox = ["firefox-esr", "firefox"]
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find(existsSync);

test.skip(!firefox, "there is no Firefox on the PATH");
test.describe.configure({ mode: "serial" });

let browser: Browser;
let page: Page;
const wrong: string[] = [];

test.beforeAll(async () => {
  browser = await launch({
    browser: "firefox",
    executablePath: firefox!,
    headless: true,
    timeout: 90_000,
  });
});
test.afterAll(async () => {
  await browser?.close();
});
test.beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  wrong.length = 0;
  page.on("pageerror", (error) => wrong.push(String(error)));
});
test.afterEach(async () => {
  await page.close();
  expect(wrong).toEqual([]);
});

const text = (selector: string) => () =>
  page.evaluate((at) => document.querySelector(at)?.textContent?.trim() ?? "", selector);
const label = (cell: number) => () =>
  page.evaluate(
    (at) => document.querySelector(`[data-cell="${at}"]`)?.getAttribute("aria-label") ?? "",
    cell,
  );

test("a game is played by mouse and by keys", async ({ baseURL }) => {
  await page.goto(`${baseURL}/`);
  await page.locator('[data-cell="4"]').click();
  await expect.poll(label(4)).toBe("b2, X");
  await expect.poll(text(".now")).toBe("Your turn");
  const marks = () => page.evaluate(() => document.querySelectorAll("g.mark").length);
  expect(await marks()).toBe(2);
  await page.keyboard.press("h");
  await expect.poll(text("[data-testid=hint]")).not.toBe("");
  await page.keyboard.press("n");
  await page.locator("dialog [type=submit]").click();
  await page.locator("::-p-aria(End it and start)").click();
  await expect.poll(marks).toBe(0);
});

test("a dialog opens, and a game of 5×5 is played against the server", async ({ baseURL }) => {
  await page.goto(`${baseURL}/#rules=5,5,4&moves=c3`);
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll("[data-cell]").length))
    .toBe(25);
  await page.locator("::-p-aria(Play X)").click();
  await expect.poll(text(".now")).toBe("Your turn");
  await page.locator("::-p-aria(Settings)").click();
  await expect.poll(text("dialog h2")).toBe("Settings");
});

test("a question of a chapter is answered", async ({ baseURL }) => {
  await page.goto(`${baseURL}/learn/trees`);
  const question = '[data-question="two-moves"]';
  await page.locator(`${question} label`).click();
  await page.locator(`${question} button[type=submit]`).click();
  await expect.poll(text(`${question} .reply`)).toContain("Not quite.");
});

test("a search runs to its end", async ({ baseURL }) => {
  await page.goto(`${baseURL}/search`);
  await expect.poll(text("[data-testid=clock]")).not.toBe("");
  await page.keyboard.press("End");
  await expect.poll(text("[data-testid=words]")).toContain("Finished");
});

for (const path of ["/", "/learn", "/learn/pruning", "/search", "/lab", "/docs", "/embed"]) {
  test(`${path} fits a phone`, async ({ baseURL }) => {
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(`${baseURL}${path}`);
    await page.waitForSelector("main");
    const room = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(room).toBeLessThanOrEqual(0);
  });
}
