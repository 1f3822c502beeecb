import type { Page } from "./test";

/** Drop what is built as something before it: axe takes ten seconds for a page of 7,000 elements. */
export const keepOneOfEachShape = (page: Page, selector: string): Promise<void> =>
  page.evaluate((selector) => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error("two elements have one id");
    const shapes = new Set<string>();
    for (const each of document.querySelectorAll(selector)) {
      const shape = (part: Element): string => {
        const names = [...part.attributes].map(({ name, value }) =>
          /^(href|id)$/.test(name) ? name : `${name}=${value}`,
        );
        const parts = new Set([...part.children].map(shape));
        return `${[part.localName, ...names, part.textContent ? "" : "empty"].join()}(${[...parts].join()})`;
      };
      const own = shape(each);
      if (shapes.has(own)) each.remove();
      shapes.add(own);
    }
  }, selector);
