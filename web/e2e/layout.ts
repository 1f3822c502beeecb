/** Whether a page keeps its shape: nothing wider than the window, nothing that jumps. */

import type { Page } from "./test";

/** The windows that a page has to fit: a small phone, a tablet both ways, a desk. */
export const WINDOWS = [
  [320, 568],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;

type Watched = typeof globalThis & { jumps: number[] };

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

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
