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

/** The colours of words and of what is behind them; tests/tokens.test.ts compares every two. */
const TOKENS = ["../src/site/app.css", "../../src/noughts/web/plain.css"].flatMap((file) =>
  [...readFileSync(new URL(file, import.meta.url), "utf8").matchAll(/--([\w-]+): light-dark/g)]
    .map(([, name]) => name!)
    .filter((name) => !/^(pencil-faint|edge|rule|marker)$/.test(name)),
);

interface Violation {
  look: string;
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

type Looked = typeof globalThis & {
  axe: {
    run: (context: object, options: object) => Promise<{ violations: Violation[] }>;
  };
  /** Of the look before: they stay in the page, for they are much to send. */
  places?: string;
};

/** The looks that a system may ask for; each page has to be readable in all of them. */
const LOOKS = ["light", "dark", "contrast"] as const;

/** What axe finds wrong with a page in any look, and borders too faint for it, once everything on it has come to rest. */
export const violations = (page: Page): Promise<Violation[]> => look(page, LOOKS);

/** The same in light colours alone: for a page like one that is looked at in all. */
export const violationsInLight = (page: Page): Promise<Violation[]> => look(page, ["light"]);

async function look(page: Page, looks: readonly (typeof LOOKS)[number][]): Promise<Violation[]> {
  // One document is looked at in several states.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  // Of words on a picture axe says nothing, and squared paper is one.
  await page.evaluate(() =>
    document.documentElement.style.setProperty("--squared", "var(--paper)"),
  );
  const all: Violation[] = [];
  // Without a type, a button in a form submits it.
  const untyped = await page
    .locator("form button:not([type])")
    .evaluateAll((found) => found.map(({ outerHTML: html }) => ({ html })));
  if (untyped.length) all.push({ look: "any", id: "button without a type", nodes: untyped });
  for (const look of looks) {
    await ask(page, {
      colorScheme: look === "dark" ? "dark" : "light",
      contrast: look === "contrast" ? "more" : "no-preference",
    });
    const found = await page.evaluate(
      async ({ first, tokens }) => {
        // Every stroke and transition comes to rest.
        for (const each of document.getAnimations()) each.finish();
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
        const moved = places !== scope.places;
        scope.places = places;
        // Of what passes, axe then describes one element a rule; that takes most of its time.
        const run = async (include: Element[], options: object) =>
          (await scope.axe.run({ include }, { resultTypes: ["violations"], ...options }))
            .violations;
        const whole = [document.documentElement];
        // By itself axe leaves out what only WCAG 2.2 asks for.
        if (first) return run(whole, { rules: { "target-size": { enabled: true } } });
        // A look changes colours, rarely places, never what the page says.
        const mixed = ofMixedColours();
        const colours = { runOnly: ["color-contrast", "link-in-text-block"] };
        return [
          ...(moved ? await run(whole, { runOnly: ["target-size"] }) : []),
          ...(mixed.length ? await run(mixed, colours) : []),
        ];

        /** The elements with words that have not one token's colour on another one's. */
        function ofMixedColours(): Element[] {
          const probe = document.body.appendChild(document.createElement("i"));
          const known = new Set(
            tokens.map((token) => {
              probe.style.color = `var(--${token})`;
              return getComputedStyle(probe).color;
            }),
          );
          probe.remove();
          const plain = new Map<Element | null, [whole: boolean, ground: boolean]>();
          plain.set(null, [true, false]);
          /** Whether nothing shines through an element, and whether a token's colour is behind its words. */
          const look = (each: Element | null): [boolean, boolean] => {
            const before = plain.get(each);
            if (before) return before;
            const [whole, ground] = look(each!.parentElement);
            const style = getComputedStyle(each!);
            const { backgroundColor, backgroundImage, filter, opacity } = style;
            const clear = backgroundColor === "rgba(0, 0, 0, 0)";
            const own = clear ? ground : known.has(backgroundColor);
            const now: [boolean, boolean] = [
              whole && opacity === "1" && filter === "none",
              own || backgroundImage !== "none",
            ];
            plain.set(each, now);
            return now;
          };
          const pure = (each: Element) => look(each).every(Boolean);
          const words = seen.filter((each) =>
            [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()),
          );
          // They may lie over what is mixed.
          const shades = seen.filter((each) => !(each instanceof SVGElement) && !pure(each));
          const boxes = shades.map((each) => each.getBoundingClientRect());
          return words.filter((each) => {
            if (!pure(each) || !known.has(getComputedStyle(each).color)) return true;
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return boxes.some(
              (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
            );
          });
        }
      },
      { first: look === LOOKS[0], tokens: TOKENS },
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
