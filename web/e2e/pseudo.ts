/** The page in the pseudo-language, which the build writes to web/pseudo and the server does not have. */

import { readFileSync } from "node:fs";
import { tooWide, widerWithLargeLetters } from "./layout";
import { expect, type Page } from "./test";

const folder = new URL("../pseudo/", import.meta.url);

/** Serve the pseudo-language at /en-XA/, page by page. */
export async function servePseudo(page: Page): Promise<void> {
  await page.route(/\/en-XA\/[a-z/]*$/, (route) => {
    const room = new URL(route.request().url()).pathname.slice("/en-XA/".length) || "index";
    return route.fulfill({
      contentType: "text/html",
      body: readFileSync(new URL(`en-XA/${room}.html`, folder), "utf8"),
    });
  });
  await page.route(/\.en-XA-\w+\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: readFileSync(new URL(new URL(route.request().url()).pathname.slice(1), folder), "utf8"),
    }),
  );
}

/** Every text that people see or hear and that is in no catalogue: it has letters without accents. */
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!parentElement?.closest("script, style, noscript, code, pre, kbd, [lang]:not(html)"))
        said.push(textContent ?? "");
    }
    for (const each of document.querySelectorAll("#app *"))
      for (const name of ["aria-label", "title", "alt", "placeholder", "aria-valuetext"])
        said.push(each.getAttribute(name) ?? "");
    const plain = /(?<!\p{L})(?=\p{L}*[aceinouy])[A-Za-z]{3,}(?!\p{L})/u;
    return said
      .map((text) => text.trim())
      .filter((text) =>
        plain.test(text.replace(/Noughts|Python|Java(Script)?|Rust|alpha|beta|\S*\/\S+/g, "")),
      );
  });

export const expectTranslated = async (page: Page): Promise<void> =>
  expect(await untranslated(page)).toEqual([]);

/** That all words are in the catalogue and fit, also large ones, in a few windows or in every layout. */
export async function holds(
  page: Page,
  widths: number[] | "every layout" = [320, 390, 1024],
): Promise<void> {
  await expectTranslated(page);
  const oneRow = !(await page.locator("dialog[open], .foot").count());
  const looked = widths === "every layout" ? undefined : widths;
  expect(await tooWide(page, looked, { oneRow })).toEqual({});
  expect(await widerWithLargeLetters(page)).toEqual({});
  await page.setViewportSize({ width: 390, height: 844 });
}
