/** What holds on every page: its width, its head, the way past it, and addresses that are none. */

import rooms from "../../src/noughts/web/rooms.json" with { type: "json" };
import { violations } from "./axe";
import { askedBy, expectLight } from "./files";
import { keepOneOfEachShape } from "./shapes";
import { overflow, tooWide, widerWithLargeLetters } from "./layout";
import { expect, test, type Page } from "./test";

/** The rooms whose first visit is drawn before their code has come. */
const DRAWN = [
  "/",
  "/learn",
  "/learn/bigger",
  "/search",
  "/lab",
  "/proof",
  "/proofs",
  "/atlas",
  "/game",
];

type Watched = typeof globalThis & { early?: Element[] };

/** Remember what each page that is opened from now on has before its code comes. */
async function watchDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const keep = () => {
      const all = globalThis as Watched;
      all.early ??= [...document.querySelectorAll("#app *")];
    };
    addEventListener("readystatechange", keep, true);
  });
}

/** That the code took hardly anything away: what is said, what was asked for. */
async function expectKept(page: Page): Promise<void> {
  const [kept, drawn] = await page.evaluate(() => {
    const { early } = globalThis as Watched;
    return [early!.filter((each) => each.isConnected).length, early!.length];
  });
  expect(drawn).toBeGreaterThan(20);
  expect(kept).toBeGreaterThan(0.9 * drawn!);
}

/** Open a room whose code is not too much. */
async function openLight(page: Page, path: string): Promise<void> {
  const [html, files] = await askedBy(page, () => page.goto(path));
  if (path !== "/docs") expectLight(path, html, files);
}

const paths = Object.values(rooms).map(({ address }) => address);
for (const path of paths.filter((each) => !/game|embed/.test(each))) {
  test(`${path} is drawn early, and its head leads everywhere and can be passed`, async ({
    page,
  }) => {
    await watchDrawn(page);
    await page.setViewportSize({ width: 320, height: 568 });
    await openLight(page, path);
    if (DRAWN.includes(path)) await expectKept(page);
    await expect(page.locator("h1")).toBeVisible();
    // The first stop is the way past the head.
    const before = page.url();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: /^Skip to/ })).toBeFocused();
    await page.keyboard.press("Enter");
    const goal = path === "/" ? "[role=gridcell]:focus" : "main:focus";
    await expect(page.locator(goal)).toHaveCount(1);
    if (path !== "/docs") expect(page.url()).toBe(before);

    const head = page.getByRole("navigation", { name: "Noughts" });
    const rooms = head.getByRole("link");
    // All in one row where there is room for nothing else.
    if (path !== "/docs") {
      await expect(rooms).toHaveText(["Play", "Learn", "Puzzles"]);
      await head.getByRole("button", { name: "More" }).click();
    }
    await expect(rooms).toHaveText([
      ...["Play", "Learn", "Puzzles", "Check", "Search", "Lab", "Proofs", "Atlas", "API"],
    ]);
    // A finger hits each.
    const sizes = await rooms.evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .flatMap(({ width, height }) => [width, height]),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    await expect(rooms.and(page.locator("[aria-current=page]"))).toHaveCount(1);
    await page.keyboard.press("Escape");

    // The others fit in the pseudo-language, which this page does not speak, in a style of its own.
    if (path !== "/docs") return;
    expect(await tooWide(page)).toEqual({});
    expect(await widerWithLargeLetters(page), "with letters twice as large").toEqual({});
    await keepOneOfEachShape(page, "li, tr, main > section, main > details");
    expect(await violations(page)).toEqual([]);
  });
}

test("the head of a game by link says that it is a part of Play", async ({ page }) => {
  await watchDrawn(page);
  await openLight(page, "/game");
  await expectKept(page);
  const rooms = page.getByRole("navigation", { name: "Noughts" });
  await expect(rooms.locator("[aria-current]")).toHaveText(["Play"]);
});

test("where the font comes too late nothing is wider than the window", async ({ page }) => {
  await page.route(/woff2/, (route) => route.fulfill({ status: 200, body: "" }));
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of ["/", "/learn/proof", "/lab"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
    const heads = await page.getByRole("navigation", { name: "Noughts" }).boundingBox();
    expect(heads!.height, path).toBeLessThan(60);
  }
});

test("a board has most of a wide tablet; a chapter is in the middle", async ({ page }) => {
  await page.goto("/");
  for (const [width, height, least] of [
    [1024, 768, 580],
    [667, 500, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    const board = await page.getByRole("grid").boundingBox();
    expect(board!.width, `at ${width}`).toBeGreaterThan(least);
  }
  await page.goto("/learn/rules");
  for (const width of [752, 753, 768]) {
    await page.setViewportSize({ width, height: 1024 });
    const sheet = await page.getByRole("main").boundingBox();
    expect(width - sheet!.width - sheet!.x, `at ${width}`).toBe(sheet!.x);
  }
});

test.describe("a phone on its side", () => {
  const viewport = { width: 667, height: 375 };
  test.use({ viewport, hasTouch: true, isMobile: true, locale: "fr" });

  test("shows the whole board beneath one row", async ({ page }) => {
    await page.goto("/");
    const board = await page.getByRole("grid").boundingBox();
    expect(board!.height).toBeGreaterThan(250);
    expect(board!.y + board!.height).toBeLessThan(viewport.height);
  });
});

test("prints are dark on white, with nothing to press and no empty sheet", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("noughts", JSON.stringify({ settings: { theme: "dark" } })),
  );
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  for (const path of ["/proof", "/puzzles", "/atlas", "/teach"]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator(".part:empty")).toHaveCount(0);
    const light = await ink();
    await page.emulateMedia({ media: "print" });
    expect(await ink(), path).not.toBe(light);
    const buttons = page.locator(".button:not([aria-pressed=true]):visible");
    await expect(buttons, path).toHaveCount(0);
    await expect(page.locator("input:visible"), path).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }
  for (const format of ["A4", "Letter"]) {
    const sheets = (await page.pdf({ format })).toString("latin1").match(/\/Type \/Page\b/g);
    expect(sheets, format).toHaveLength(4);
  }
});

test("a link to a part of /docs shows it", async ({ page }) => {
  await page.goto("/docs");
  const link = page.locator('main > section td a[href^="#"]').first();
  const part = page.locator((await link.getAttribute("href"))!);
  await expect(part).toBeHidden();
  await link.click();
  await expect(part).toBeVisible();
  // No column is so narrow that it breaks a word.
  const lines = await page.getByRole("rowheader", { name: "200" }).evaluateAll((codes) =>
    codes.map((code) => {
      const range = document.createRange();
      range.selectNodeContents(code);
      return range.getClientRects().length;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

/** To a reader who has been here before too: offline.spec.ts. */
test("an address that is none says so, and leads on", async ({ page }) => {
  const missing = await page.request.get("/learn/nope", { headers: { accept: "text/html" } });
  expect(missing.status()).toBe(404);
  await page.setContent(await missing.text());
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All chapters" })).toHaveAttribute("href", "/learn");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("what has been tapped does not stay lit", async ({ page }) => {
    await page.goto("/lab");
    const button = page.getByRole("button", { name: "Add a player" });
    const face = () => button.evaluate((each) => getComputedStyle(each).backgroundColor);
    const before = await face();
    await button.tap();
    expect(await face()).toBe(before);
  });
});

test.describe("before its code has come", () => {
  test("a chapter goes on as it is", async ({ page }) => {
    await watchDrawn(page);
    await page.goto("/learn/bigger");
    await expectKept(page);
  });

  test.describe("and without any", () => {
    test.use({ javaScriptEnabled: false });

    // One room of a board, one chapter, one of forms; all are drawn by one program.
    const FEW = ["/", "/learn/bigger", "/lab"];
    for (const [name, paths, tag] of [
      ["a few rooms are there", FEW, []],
      ["all others are there", DRAWN.filter((path) => !FEW.includes(path)), ["@deep"]],
    ] as const)
      test(name, { tag: [...tag] }, async ({ page }) => {
        for (const path of paths) {
          await page.goto(path);
          await expect(page.locator("h1"), path).toBeVisible();
          await expect(page.getByRole("main"), path).toBeVisible();
          expect(await page.locator("#app *").count(), path).toBeGreaterThan(20);
        }
      });
  });

  test("what is touched is done as soon as it can be", async ({ page, game }) => {
    let go = () => {};
    const held = new Promise<void>((done) => (go = done));
    await page.route(/assets\/.*\.js$/, (route) => held.then(() => route.continue()));
    await page.goto("/", { waitUntil: "commit" });
    await game.cell(4).click();
    expect(await game.position()).toBe(".........");
    go();
    await expect.poll(() => game.position()).toMatch(/^....X....$|O/);
  });

  test("a key that is pressed is used as soon as it can be", async ({ page }) => {
    let go = () => {};
    let held = Promise.resolve();
    await page.route(/assets\/.*\.js$/, (route) => held.then(() => route.continue()));
    for (const { path, name, does } of [
      { path: "/learn", name: "Skip to the content", does: "main:focus" },
      { path: "/learn", name: "More", does: "#more-rooms:popover-open" },
      // From here on there is something of one's own.
      { path: "/", name: "Skip to the board", does: "[role=gridcell]:focus" },
      // What one has oneself takes the place of what was drawn.
      { path: "/#moves=b2", name: "Skip to the board", does: "[role=gridcell]:focus" },
    ]) {
      await page.goto("/theme.js");
      held = new Promise<void>((done) => (go = done));
      await page.goto(path, { waitUntil: "commit" });
      await page.getByText(name, { exact: true }).focus();
      await page.keyboard.press("Enter");
      go();
      await expect(page.locator("html"), path).not.toHaveAttribute("data-early");
      await expect(page.locator(does), path).toHaveCount(1);
      // The address may hold a game.
      expect(page.url()).not.toContain("#main");
    }
  });

  test("nobody sees another one's board", async ({ page, game }) => {
    await game.open({ rules: "4,4,4", opponent: "person", theme: "dark" });
    let go = () => {};
    const held = new Promise<void>((done) => (go = done));
    await page.route(/assets\/.*\.js$/, (route) => held.then(() => route.continue()));
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("link", { name: "Learn" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(game.board).toBeHidden();
    go();
    await expect(page.getByRole("gridcell")).toHaveCount(16);
    await expect(game.board).toBeVisible();
  });
});
