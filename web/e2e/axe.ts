/** axe-core, for every spec that looks at access. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { faintBorders } from "./contrast";
import { ask } from "./looks";
import type { Page } from "./test";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Violation {
  look: string;
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The looks that a system may ask for; each page has to be readable in all of them. */
const LOOKS = ["light", "dark", "contrast"] as const;

/** What a look changes: colours and sizes, not what the page says. */
const OF_LOOKS = ["color-contrast", "link-in-text-block", "target-size"];

/** What axe finds wrong with a page in any look, and borders too faint for it, once everything on it has come to rest. */
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axeSource);
  const all: Violation[] = [];
  for (const look of LOOKS) {
    await ask(page, {
      colorScheme: look === "dark" ? "dark" : "light",
      contrast: look === "contrast" ? "more" : "no-preference",
    });
    // Let every stroke and transition come to rest.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
    );
    const found = await page.evaluate(
      async (rules) => {
        const { axe } = globalThis as unknown as {
          axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
        };
        return (await axe.run(rules ? { runOnly: rules } : {})).violations;
      },
      look === LOOKS[0] ? null : OF_LOOKS,
    );
    for (const { id, nodes } of found) {
      const told = nodes.map(({ html, failureSummary = "" }) => ({ html, failureSummary }));
      all.push({ look, id, nodes: told });
    }
    const faint = await faintBorders(page);
    if (faint.length) all.push({ look, id: "border", nodes: faint.map((html) => ({ html })) });
  }
  return all;
}
