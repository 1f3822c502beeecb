/** axe-core, for every spec that looks at access. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "./test";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe finds wrong with a page, once everything on it has come to rest. */
export async function violations(page: Page): Promise<Violation[]> {
  // Let every stroke and transition come to rest.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
  );
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    const found = (await axe.run()).violations;
    return found.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary = "" }) => ({ html, failureSummary })),
    }));
  });
}
