/** Whether a page keeps its shape: nothing wider than the window, nothing that jumps. */

import { expect, type Page } from "./test";

/** The windows in which a page must not jump: its two layouts, a small phone's and a desk's. */
export const WINDOWS = [
  [320, 568],
  [1440, 900],
] as const;

/** A small phone or a desk at 400 %, a phone, a desk at 200 %, and a desk. */
const WIDTHS = [320, 390, 683, 1280];

/**
 * The widths of windows at which the layout of the page that is open may not fit: of each, the
 * narrowest, as the queries in its styles say; and those of some devices.
 */
const layouts = async (page: Page): Promise<number[]> => {
  const narrowest = await page.evaluate(() => {
    const found: number[] = [];
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        const query = rule instanceof CSSMediaRule ? rule.media.mediaText : "";
        for (const [, least, size] of query.matchAll(
          /(min-width:|width >=|max-width:|width <=) ([\d.]+)rem/g,
        ))
          found.push(/min|>/.test(least!) ? Math.ceil(16 * +size!) : Math.floor(16 * +size!) + 1);
        if ("cssRules" in rule) read(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    return found;
  });
  return [...new Set([...WIDTHS, ...narrowest])].sort((one, other) => one - other);
};

type Watched = typeof globalThis & { jumps: number[] };

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The texts that stick out of what is around them: a button, a card, all that has an edge or a colour. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kinds = new Map<Element, "box" | "frame" | "">();
    const look = (each: Element) => {
      const style = getComputedStyle(each);
      const { backgroundColor, borderLeftWidth, clipPath, display, overflowX } = style;
      // What scrolls, or is for screen readers, has room for any text.
      if (/auto|scroll/.test(overflowX) || clipPath !== "none") return "frame";
      const filled = backgroundColor !== "rgba(0, 0, 0, 0)";
      const edged = borderLeftWidth !== "0px" || overflowX !== "visible" || filled;
      // A heading ends with its column, although nothing is drawn there.
      return (edged && display !== "inline") || each.matches("h1, h2, h3") ? "box" : "";
    };
    const kind = (each: Element) => {
      if (!kinds.has(each)) kinds.set(each, look(each));
      return kinds.get(each)!;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const own = currentNode.parentElement!;
      if (!currentNode.textContent!.trim() || own instanceof SVGElement) continue;
      let around: Element | null = own;
      while (around && !kind(around)) around = around.parentElement;
      if (!around || kind(around) === "frame") continue;
      range.selectNodeContents(currentNode);
      const [text, box] = [range.getBoundingClientRect(), around.getBoundingClientRect()];
      const out = text.right > box.right + 1 || text.left < box.left - 1;
      if (text.width && out && own.checkVisibility({ visibilityProperty: true }))
        found.push(`${around.className}: ${currentNode.textContent}`);
    }
    return found;
  });

/**
 * The widths of a window at which the page that is open would be wider, and by how much; the phones on
 * which its head would have a second row, if it has to have one row; and the texts that stick out in
 * the smallest of these windows. Without widths, each layout is looked at.
 */
export async function tooWide(
  page: Page,
  widths?: number[],
  { oneRow = false } = {},
): Promise<Record<string, unknown>> {
  const wider: Record<string, unknown> = {};
  for (const width of (widths ?? (await layouts(page))).toReversed()) {
    await page.setViewportSize({ width, height: 700 });
    const [over, head] = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.querySelector("header")?.getBoundingClientRect().height ?? 0,
    ]);
    if (over! > 0) wider[width] = over;
    if (oneRow && width <= 390 && !(head! > 0 && head! <= 60)) wider[`head at ${width}`] = head;
  }
  const texts = await stickingOut(page);
  return texts.length > 0 ? { ...wider, texts } : wider;
}

/**
 * The widths of a phone at which a page with letters twice as large is wider, and by how much. The
 * larger one is first: most pages were looked at there before.
 */
export async function widerWithLargeLetters(
  page: Page,
  widths = [320, 390],
): Promise<Record<string, unknown>> {
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const wider = await tooWide(page, widths);
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

/** What `show` opens is in no window wider than that, and nothing of it jumps. */
export async function keepsItsShape(page: Page, show: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await watchJumps(page);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await show();
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
    expect(await jumped(page), `at ${width}`).toBeLessThan(0.01);
  }
}
