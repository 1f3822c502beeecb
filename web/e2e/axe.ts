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

/** The looks that a system may ask for; each page has to be readable in all of them. */
export const LOOKS = ["light", "dark", "contrast"] as const;

export const putOn = (page: Page, look: (typeof LOOKS)[number]): Promise<void> =>
  page.emulateMedia({
    colorScheme: look === "dark" ? "dark" : "light",
    contrast: look === "contrast" ? "more" : "no-preference",
  });

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
