import { createServer, type AddressInfo } from "node:net";
import { chromium, type LaunchOptions } from "@playwright/test";

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** What Lighthouse says of pages: what each lacks of so many points in each category, and why. */
export async function judge(
  urls: string[],
  wanted: Record<string, number>,
  options: LaunchOptions,
) {
  // Only the process that needs it takes a second to load it.
  const { default: lighthouse } = await import("lighthouse");
  const port = await freePort();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  const lacking = [];
  try {
    for (const url of urls) {
      const { lhr } = (await lighthouse(url, {
        port,
        logLevel: "error",
        onlyCategories: Object.keys(wanted),
        disableFullPageScreenshot: true,
        // It waits for seconds until nothing happens, to measure times that nobody asks for here.
        pauseAfterFcpMs: 0,
        pauseAfterLoadMs: 0,
        networkQuietThresholdMs: 0,
        cpuQuietThresholdMs: 0,
        blockedUrlPatterns: ["*/events"], // with a stream open it would wait for the end
      }))!;
      const categories = Object.values(lhr.categories);
      const points = categories.map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
      console.log(`Lighthouse ${url}: ${points.join(", ")}`);
      for (const { id, score, auditRefs } of categories) {
        if ((score ?? 0) * 100 >= wanted[id]!) continue;
        const audits = auditRefs
          .map((each) => lhr.audits[each.id]!)
          .filter(({ score }) => score !== null && score < 0.9)
          .map((audit) => `${audit.id} ${audit.displayValue ?? ""}`);
        lacking.push({ url, id, audits });
      }
    }
    return lacking;
  } finally {
    await browser.close();
  }
}
