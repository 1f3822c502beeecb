/** One page for one test after another: a new context, page and process cost as much as loading a room. */

import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from "@playwright/test";

type Asked = Pick<PlaywrightTestOptions, "colorScheme" | "contextOptions" | "viewport">;

/** What stays of a test in its context or page, as nothing takes it back. */
const LASTING = {
  context: [
    ...["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route"],
    ...["routeWebSocket", "setExtraHTTPHeaders", "setGeolocation", "setOffline"],
  ],
  page: ["close", "exposeBinding", "exposeFunction", "routeWebSocket", "setExtraHTTPHeaders"],
  clock: ["install", "setFixedTime", "setSystemTime"],
};

const EVENTS = ["console", "dialog", "download", "pageerror", "popup", "request", "response"];

/** A file of the site that does nothing: from there a test opens its page without a new process. */
const NOTHING = "/theme.js";

export class SharedPage {
  private fit = true;
  private readonly scripts: { dispose(): Promise<void> }[] = [];

  private constructor(
    readonly context: BrowserContext,
    private readonly page: Page,
    private readonly asked: Asked,
  ) {}

  static async open(browser: Browser, asked: Asked): Promise<SharedPage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(NOTHING);
    const shared = new SharedPage(context, page, asked);
    shared.watch();
    return shared;
  }

  /** Watch for changes that the next test would notice. */
  private watch(): void {
    const { context, page } = this;
    const { origin } = new URL(page.url());
    const spend = () => (this.fit = false);
    each(context, LASTING.context, spend);
    each(page, LASTING.page, spend);
    each(page.clock, LASTING.clock, spend);
    each(page, ["addInitScript"], (script) =>
      this.scripts.push(script as { dispose(): Promise<void> }),
    );
    // A page of another site may have changed what this site keeps for its frames there.
    context.on("framenavigated", (frame) => {
      const { protocol, origin: there } = new URL(frame.url());
      if (/^http/.test(protocol) && there !== origin) spend();
    });
  }

  /** What a test would find of those before it: nothing. */
  left(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const workers = await navigator.serviceWorker.getRegistrations();
      const databases = await indexedDB.databases();
      return [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await caches.keys()),
        ...workers.map(({ scope }) => scope),
        ...databases.map(({ name }) => name ?? ""),
        document.cookie,
        window.name,
      ].filter(Boolean);
    });
  }

  /** Make the page as it was; returns whether it can be used again. */
  async clear(): Promise<boolean> {
    const { context, page } = this;
    if (!this.fit) {
      await context.close();
      return false;
    }
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const script of this.scripts.splice(0)) await script.dispose();
    const { colorScheme = "light", contextOptions, viewport } = this.asked;
    const { reducedMotion = null, forcedColors = null, contrast = null } = contextOptions;
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors, contrast });
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(NOTHING, { waitUntil: "commit" });
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.name = "";
    });
    await context.clearCookies();
    return true;
  }
}

/** Tell of each call of some methods, and what it returned. */
function each(owner: object, names: string[], tell: (returned: unknown) => void): void {
  const methods = owner as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const name of names) {
    const method = methods[name]!.bind(owner);
    methods[name] = async (...given) => {
      const returned = await method(...given);
      tell(returned);
      return returned;
    };
  }
}
