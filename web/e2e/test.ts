/** The tests' own `test`: a page on which any error or broken content policy fails the test. */

import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { SharedPage, tellOfPolicy } from "./shared";
import { move } from "./table";

export { expect, type Page };

/** Let a page that is opened be hydrated before the test goes on, unless the test asks to "commit". */
function wait(page: Page): void {
  for (const name of ["goto", "reload", "goBack", "goForward"] as const) {
    const open = page[name].bind(page) as (...given: unknown[]) => ReturnType<Page["goto"]>;
    page[name] = async (...given: unknown[]) => {
      const answer = await open(...given);
      const { waitUntil } = Object(given.at(-1)) as { waitUntil?: string };
      // The page replays one click that comes before; keys, drags and texts would be lost.
      if (waitUntil !== "commit")
        await page.locator("html[data-early]").waitFor({ state: "detached" });
      return answer;
    };
  }
}

export const test = base.extend<
  { game: Game },
  { paints: boolean; shared: Map<string, SharedPage> }
>({
  shared: [({}, use) => use(new Map<string, SharedPage>()), { scope: "worker" }],
  paints: [false, { scope: "worker", option: true }],
  // Painting takes a quarter of the processor's time. Without memory for tiles nothing is painted.
  launchOptions: [
    async ({ launchOptions, paints }, use) => {
      const args = [...launchOptions.args!, ...(paints ? [] : ["--force-gpu-mem-available-mb=0"])];
      await use({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
  // Each page, also a second device's or a pop-up.
  browser: [
    async ({ browser }, use) => {
      browser.on("context", (context) => context.on("page", wait));
      await use(browser);
    },
    { scope: "worker" },
  ],
  // A shared page, unless a service worker may keep things, or scripts cannot empty it.
  context: async (
    {
      browser,
      shared,
      serviceWorkers,
      baseURL,
      bypassCSP,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      permissions,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    if (serviceWorkers !== "block" || !javaScriptEnabled) {
      const context = await browser.newContext();
      await context.addInitScript(tellOfPolicy);
      await use(context);
      await context.close();
      return;
    }
    const asked = JSON.stringify([
      ...[baseURL, bypassCSP, colorScheme, contextOptions, deviceScaleFactor, extraHTTPHeaders],
      ...[geolocation, hasTouch, isMobile, locale, permissions, storageState, timezoneId],
      ...[userAgent, viewport],
    ]);
    const page =
      shared.get(asked) ??
      (await SharedPage.open(browser, { colorScheme, contextOptions, viewport }));
    shared.delete(asked);
    await use(page.context);
    if (await page.clear()) shared.set(asked, page);
  },
  page: async ({ context }, use) => {
    const [page = await context.newPage()] = context.pages();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => {
      // A network that a test has cut off reports itself; that is no fault of the page.
      const cut = message.text().includes("net::ERR_INTERNET_DISCONNECTED");
      const refused = /status of (422|429|503)/.test(message.text());
      if (message.type() === "error" && !cut && !refused) wrong.push(message.text());
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
  game: async ({ page }, use) => use(new Game(page)),
});

/** Wait until a page has nothing to do: what it puts off until then is begun. */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => done())));

type Settings = Record<string, string | number | boolean>;

export class Game {
  readonly board: Locator;
  readonly said: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.board = page.getByRole("grid");
    this.said = page.getByTestId("said");
    this.status = page.locator(".now");
  }

  /** Open the page as someone who has chosen these settings before. */
  async open(settings: Settings = {}, hash = ""): Promise<void> {
    await this.page.addInitScript(
      (chosen) => {
        if (!localStorage.getItem("noughts"))
          localStorage.setItem("noughts", JSON.stringify({ settings: chosen }));
      },
      { pause: 0, ...settings },
    );
    await this.page.goto(`/${hash}`);
    await expect(this.board).toBeVisible();
  }

  cell(index: number): Locator {
    return this.page.locator(`[data-cell="${index}"]`);
  }

  /** The nine (or more) characters of the board, read off its labels. */
  async position(): Promise<string> {
    const labels = await this.page
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
    return labels.map((label) => /, ([XO])$/.exec(label)?.[1] ?? ".").join("");
  }

  async over(): Promise<boolean> {
    return this.page.getByRole("button", { name: /Play again|Next round|New series/ }).isVisible();
  }

  /** Play one's own moves to the end, each made by `hand`. */
  async finish(want: "best" | "worst", hand: (cell: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) {
      const before = await this.position();
      await hand(move(before, want));
      // One's own mark and the answer, or the end.
      await expect
        .poll(async () => {
          const now = (await this.position()).replaceAll(".", "").length;
          return now >= before.replaceAll(".", "").length + 2 || (await this.over());
        })
        .toBe(true);
      if (await this.over()) return;
    }
    throw new Error("the game did not end");
  }
}
