import { createServer, type AddressInfo } from "node:net";
import { chromium, type LaunchOptions } from "@playwright/test";
import lighthouse from "lighthouse";

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** What Lighthouse says of a page: what it lacks of so many points in each category, and why. */
export async function judge(url: string, wanted: Record<string, number>, options: LaunchOptions) {
  const port = await freePort();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const { lhr } = (await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: Object.keys(wanted),
      disableFullPageScreenshot: true,
      blockedUrlPatterns: ["*/events"], // with a stream open it would wait for the end
    }))!;
    const categories = Object.values(lhr.categories);
    const points = categories.map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
    console.log(`Lighthouse ${url}: ${points.join(", ")}`);
    return categories
      .filter(({ id, score }) => (score ?? 0) * 100 < wanted[id]!)
      .map(({ id, auditRefs }) => ({
        id,
        lacking: auditRefs
          .map((each) => lhr.audits[each.id]!)
          .filter(({ score }) => score !== null && score < 0.9)
          .map((audit) => `${audit.id} ${audit.displayValue ?? ""}`),
      }));
  } finally {
    await browser.close();
  }
}
