/** Forced colours: the system's own few, in both themes. Every word and edge has to be seen. */

import { labels } from "./contrast";
import { ask } from "./looks";
import { expect, test, type Page } from "./test";

/** Force colours, over a system that is light, then dark, and look each time. */
export async function forced(page: Page, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await test.step(colorScheme, async () => {
      await ask(page, {
        forcedColors: "active",
        colorScheme,
        // Who forces colours mostly asks for contrast as well; the page's own must not win.
        contrast: colorScheme === "dark" ? "more" : "no-preference",
      });
      await look();
    });
  }
}

/** What works, but has the colour of what is switched off. */
const switchedOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "GrayText";
    const faint = getComputedStyle(probe).color;
    probe.remove();
    const controls = document.querySelectorAll(
      ":is(button, input, select, summary, a.button):enabled, a.button, label > input:enabled + span",
    );
    return [...controls]
      .filter((each) => each.checkVisibility() && !each.matches('.button[aria-disabled="true"]'))
      .filter((each) => {
        const { borderTopColor, borderTopWidth, color } = getComputedStyle(each);
        return color === faint || (borderTopWidth !== "0px" && borderTopColor === faint);
      })
      .map((each) => each.outerHTML.slice(0, 120));
  });

/** That every word of a state can be read in forced colours, and that what works looks so. */
export async function inForcedColours(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 720 });
  // A dialog is as tall as the window lets it be.
  const height = await page.evaluate(() =>
    document.querySelector("dialog[open]") ? 2600 : document.documentElement.scrollHeight,
  );
  await page.setViewportSize({ width: 1280, height: Math.min(height, 2600) });
  await forced(page, async () => {
    const faint = (await labels(page)).filter(({ contrast }) => contrast < 4.5);
    expect.soft(faint).toEqual([]);
    expect.soft(await switchedOff(page)).toEqual([]);
  });
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize(size);
}
