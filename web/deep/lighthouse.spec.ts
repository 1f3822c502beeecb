import { expect, test } from "../e2e/test";
import { judge } from "./lighthouse";

const WHOLE = { "best-practices": 100, seo: 100 };

// Accessibility is axe's, which looks at every page and state elsewhere.
test("Lighthouse likes each kind of page", async ({ baseURL, launchOptions }) => {
  test.slow();
  const urls = ["/", "/learn/pruning", "/game"].map((room) => new URL(room, baseURL).href);
  expect(await judge(urls, WHOLE, launchOptions)).toEqual([]);
});
