/** Whether a page keeps its shape: nothing wider than the window, nothing that jumps. */

import { expect, type Page } from "./test";

/** The windows in which a page must not jump: its two layouts, a small phone's and a desk's. */
export const WINDOWS = [
  [320, 568],
  [1440, 900],
] as const;

/** From a small phone, or a desk at 400 %, to a wall; 720 and 683 are desks at 200 %. */
const WIDTHS = [
  320, 360, 390, 410, 480, 600, 683, 720, 768, 833, 960, 1024, 1280, 1440, 1920, 2560,
];

type Watched = typeof globalThis & { jumps: number[] };

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The widths of a window at which the page that is open would be wider, and by how much. */
export async function tooWide(page: Page, widths = WIDTHS): Promise<Record<number, number>> {
  const wider: Record<number, number> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const over = await overflow(page);
    if (over > 0) wider[width] = over;
  }
  return wider;
}

/** A head of one row, on small phones too. */
export async function expectOneRow(page: Page): Promise<void> {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    const head = (await page.getByRole("banner").boundingBox())!;
    expect(head.height, `at ${width}`).toBeLessThanOrEqual(60);
  }
}

/**
 * The widths of a phone at which a page with letters twice as large is wider, and by how much. The
 * larger one is first: most pages were looked at there before.
 */
export async function widerWithLargeLetters(page: Page): Promise<Record<number, number>> {
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const wider = await tooWide(page, [390, 320]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return wider;
}

/** Watch each page that is opened from now on, for `jumped` to tell. */
export async function watchJumps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const jumps: number[] = [];
    Object.assign(globalThis, { jumps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        jumps.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much has jumped since the page was opened: the sum of its layout shifts. */
export const jumped = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Watched).jumps.reduce((sum, each) => sum + each, 0));
