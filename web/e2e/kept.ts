import { expect, type Page } from "./test";

/** Wait until the service worker keeps a file, such as the HTML of a page: then it has all of its code. Pages are kept when nothing else is to do. */
export const keeps = (page: Page, path: string) =>
  expect.poll(() => isKept(page, path), { message: `${path} is kept`, timeout: 30_000 }).toBe(true);

export const isKept = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(async (path) => Boolean(await caches.match(path, { ignoreSearch: true })), path);

/** How many files are kept that are large: opening books, and Python. */
export const large = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const cache = await caches.open("rooms");
    const kept = await Promise.all((await cache.keys()).map((each) => cache.match(each)));
    const bytes = await Promise.all(kept.map(async (each) => (await each!.blob()).size));
    return bytes.filter((each) => each > 500_000).length;
  });
