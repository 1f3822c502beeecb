import { expectLight, named } from "./files";
import { judge } from "./lighthouse";
import { expect, test } from "./test";

test("words of other languages weigh little more than English ones", async ({ request }) => {
  // The rooms are weighed where they are visited, and the chapters show that HTML names all files.
  for (const room of ["/de/", "/vi/", "/ja/"]) {
    const html = await (await request.get(room)).text();
    expectLight(room, html, named(html));
  }
});

const WHOLE = { "best-practices": 100, seo: 100 };

// Accessibility is axe's, which looks at every page and state elsewhere.
test("Lighthouse likes each kind of page", { tag: "@deep" }, async ({ baseURL, launchOptions }) => {
  test.slow();
  const urls = ["/", "/learn/pruning", "/game"].map((room) => new URL(room, baseURL).href);
  expect(await judge(urls, WHOLE, launchOptions)).toEqual([]);
});
