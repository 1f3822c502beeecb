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

type Looked = typeof globalThis & {
  axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
  /** Of the look before: they stay in the page, for they are much to send. */
  places?: string;
};

/** The looks that a system may ask for; each page has to be readable in all of them. */
const LOOKS = ["light", "dark", "contrast"] as const;

/** What colours decide. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
/** What places and sizes decide. */
const OF_PLACES = ["target-size"];

/** What axe finds wrong with a page in any look, and borders too faint for it, once everything on it has come to rest. */
export async function violations(page: Page): Promise<Violation[]> {
  // One document is looked at in several states.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const all: Violation[] = [];
  for (const look of LOOKS) {
    await ask(page, {
      colorScheme: look === "dark" ? "dark" : "light",
      contrast: look === "contrast" ? "more" : "no-preference",
    });
    const found = await page.evaluate(
      async ({ first, ofColours, ofPlaces }) => {
        // Let every stroke and transition come to rest.
        await Promise.all(
          document.getAnimations().map((each) => each.finished.catch(() => undefined)),
        );
        const seen = [...document.querySelectorAll("body, body *")].filter((each) =>
          each.checkVisibility({ visibilityProperty: true }),
        );
        const places = JSON.stringify(
          seen.map((each) => {
            const { display, pointerEvents, zIndex } = getComputedStyle(each);
            return [each.getBoundingClientRect(), display, pointerEvents, zIndex];
          }),
        );
        const scope = globalThis as Looked;
        // A look changes colours, rarely places, never what the page says.
        const rules = [...ofColours, ...(places === scope.places ? [] : ofPlaces)];
        scope.places = places;
        // Of what passes, axe then describes one element a rule; that takes most of its time.
        const what = first
          ? // By itself axe leaves out what only WCAG 2.2 asks for.
            { rules: Object.fromEntries(ofPlaces.map((rule) => [rule, { enabled: true }])) }
          : { runOnly: rules };
        const options = { resultTypes: ["violations"], ...what };
        return (await scope.axe.run(options)).violations;
      },
      { first: look === LOOKS[0], ofColours: OF_COLOURS, ofPlaces: OF_PLACES },
    );
    for (const { id, nodes } of found) {
      const told = nodes.map(({ html, failureSummary = "" }) => ({ html, failureSummary }));
      all.push({ look, id, nodes: told });
    }
    const faint = await faintBorders(page);
    if (faint.length) all.push({ look, id: "border", nodes: faint.map((html) => ({ html })) });
  }
  await ask(page, { colorScheme: "light", contrast: "no-preference" });
  return all;
}
