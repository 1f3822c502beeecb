/** How a system asks for its look: light or dark, more contrast, its own few colours. */

import type { Page } from "./test";

type Media = NonNullable<Parameters<Page["emulateMedia"]>[0]>;

export async function ask(page: Page, media: Media): Promise<void> {
  await page.emulateMedia(media);
  // That more contrast is wished a page hears from a script of its own.
  await page.evaluate(
    (more) =>
      new Promise<void>((done) => {
        const root = document.documentElement;
        const look = () => {
          if (root.hasAttribute("data-contrast") !== more) return;
          watcher.disconnect();
          done();
        };
        const watcher = new MutationObserver(look);
        watcher.observe(root, { attributeFilter: ["data-contrast"] });
        look();
      }),
    media.contrast === "more",
  );
}
