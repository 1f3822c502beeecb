/** One page for one test after another: a new context, page and process cost as much as loading a room. */

import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from "@playwright/test";

export type Asked = Pick<PlaywrightTestOptions, "colorScheme" | "contextOptions" | "viewport">;

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
  /** What the test has set, which the next one does not expect. */
  private readonly set = new Set<"look" | "size">();
  private readonly scripts: { dispose(): Promise<void> }[] = [];

  private constructor(
    readonly context: BrowserContext,
    private readonly page: Page,
    private readonly asked: Asked,
  ) {}

  static async open(browser: Browser, asked: Asked): Promise<SharedPage> {
    const context = await browser.newContext({ serviceWorkers: "block" });
    await context.addInitScript(tellOfPolicy);
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
    each(page, ["emulateMedia"], () => this.set.add("look"));
    each(page, ["setViewportSize"], () => this.set.add("size"));
    each(page, ["addInitScript"], (script) =>
      this.scripts.push(script as { dispose(): Promise<void> }),
    );
    // A page of another site may have changed what this site keeps for its frames there.
    context.on("framenavigated", (frame) => {
      const { protocol, origin: there } = new URL(frame.url());
      if (/^http/.test(protocol) && there !== origin) spend();
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
    // The page of the test goes first: in no other one does a new window or look cost as little.
    await page.goto(NOTHING, { waitUntil: "commit" });
    const { colorScheme = "light", contextOptions, viewport } = this.asked;
    const { reducedMotion = null, forcedColors = null, contrast = null } = contextOptions;
    const look = { media: null, colorScheme, reducedMotion, forcedColors, contrast };
    const [left] = await Promise.all([
      page.evaluate(empty),
      context.clearCookies(),
      this.set.has("look") && page.emulateMedia(look),
      this.set.has("size") && viewport && page.setViewportSize(viewport),
      page.mouse.move(0, 0),
    ]);
    this.set.clear();
    // What a script cannot empty in a moment, the next test would find.
    if (left) await context.close();
    return !left;
  }
}

/** Let the console tell what the content policy has stopped. */
export function tellOfPolicy(): void {
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
}

/** Forget what the site keeps in this page; returns whether there is more. */
async function empty(): Promise<boolean> {
  localStorage.clear();
  sessionStorage.clear();
  window.name = "";
  const kept = [
    navigator.serviceWorker.getRegistrations(),
    indexedDB.databases(),
    caches.keys(),
  ] as Promise<unknown[]>[];
  return (await Promise.all(kept)).some((each) => each.length > 0);
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
