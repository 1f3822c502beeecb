/** Type, corners and colours come from the tokens of `site/app.css`; nothing stands beside them. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { INK } from "../src/game/picture";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(svelte|css)$/.test(name),
);
/** The styles of a file, without comments and the tokens themselves. */
function styles(name: string): string {
  const text = readFileSync(`src/${name}`, "utf8");
  const css = name.endsWith(".css") ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "");
  return css.replace(/\/\*.*?\*\//gs, "").replace(/^ *--[\w-]+:[^;]*;/gms, "");
}

/** Declarations of a property whose values are none of the tokens. */
const raw = (property: RegExp, allowed: RegExp): string[] =>
  files.flatMap((name) =>
    [...styles(name).matchAll(/(?<=[{;\s])([\w-]+):\s*([^;{}]+);/g)].flatMap(([, key, value]) =>
      property.test(key!) && !allowed.test(value!) ? `${name}: ${key}: ${value}` : [],
    ),
  );

it("sizes of letters are tokens, or relative to their surroundings", () => {
  // What depends on the window or on a cell, code, and letters within a drawing are their own.
  const relative = /^(?!.*\drem)|^1rem\b|min\(|max\(|clamp\(|var\(--code\)/s;
  expect(raw(/^font(-size)?$/, relative)).toEqual([]);
});

it("corners are tokens", () => {
  expect(raw(/^border-radius$/, /^(var\(--(slip|box|corner)\)|inherit|0|50%|3px|0 .*)$/s)).toEqual(
    [],
  );
});

it("colours are tokens", () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;
  expect(
    files.flatMap(
      (name) => styles(name).match(new RegExp(`[^{};]*(${colour.source})[^{};]*`, "gi")) ?? [],
    ),
  ).toEqual([]);
});

it("there is one palette, of the page, its files, and Python's pictures", () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  const token = (name: string) =>
    /light-dark\((#\w+), (#\w+)\)/
      .exec(read("src/site/app.css").split(`--${name}:`)[1]!)!
      .slice(1) as [string, string];
  const named = { paper: "paper", ink: "pencil", x: "x", o: "o" } as const;
  const svg = read("../src/noughts/core/svg.py").split("\n");
  for (const [at, theme] of ["LIGHT", "DARK"].entries()) {
    const colours = svg.find((line) => line.startsWith(`${theme} = `))!;
    for (const [name, css] of Object.entries(named)) {
      expect(colours).toContain(`"${name}": "${token(css)[at]}"`);
    }
  }
  for (const [name, css] of Object.entries({ ...named, soft: "pencil-soft" })) {
    expect(INK[name as keyof typeof INK]).toBe(token(css)[0]);
  }
  const [paper, slate] = token("paper");
  for (const file of ["src/site/head.html", "src/offline.html", "../src/noughts/web/plain.css"]) {
    expect(read(file)).toContain(paper);
    expect(read(file)).toContain(slate);
  }
  for (const side of ["x", "o"] as const) {
    for (const colour of token(side)) {
      expect(read("../src/noughts/bridges/jupyter/board.css")).toContain(colour);
    }
  }
});

/** How well two colours are told apart, from 1 to 21 (WCAG 2). */
function contrast(one: string, two: string): number {
  const light = (colour: string) => {
    const long = colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(long.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [dark, bright] = [light(one), light(two)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

// So the browser tests look at the words of a page by day, and in other looks only at mixed colours.
it.each(["src/site/app.css", "../src/noughts/web/plain.css"])(
  "what can be read by day in %s can be read at night, and with more contrast",
  (name) => {
    const [usual, more] = readFileSync(name, "utf8").split(
      /:root:where\(\[data-theme="contrast"\]/,
    );
    const tokens = (css: string, at: 0 | 1) =>
      new Map(
        [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
          // These are lines and edges, and the marker is transparent: it is looked at in every look.
          .filter(([, token]) => !/^(pencil-faint|edge|rule|marker)$/.test(token!))
          .map(([, token, ...colours]) => [token!, colours[at]!]),
      );
    const day = tokens(usual!, 0);
    expect(day.size).toBeGreaterThan(5);
    for (const look of [tokens(usual!, 1), tokens(more!, 0), tokens(more!, 1)])
      for (const [one, colour] of day)
        for (const [two, other] of day)
          for (const least of [3, 4.5])
            // large letters, and others
            if (contrast(colour, other) >= least)
              expect(
                contrast(look.get(one)!, look.get(two)!),
                `${one}, ${two}`,
              ).toBeGreaterThanOrEqual(least);
  },
);
