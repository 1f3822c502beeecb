/** Whether a page keeps its shape: nothing wider than the window, nothing that jumps. */

import type { Page } from "./test";

/** The windows that a page has to fit: a small phone, a tablet both ways, a desk. */
export const WINDOWS = [
  [320, 568],
  [768, 1024],
  [1024, 768],
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
export async function tooWide(page: Page): Promise<Record<number, number>> {
  const wider: Record<number, number> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    const over = await overflow(page);
    if (over > 0) wider[width] = over;
  }
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
