/** Type, corners and colours come from the tokens of `site/app.css`; nothing stands beside them. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

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
  const relative = /^(?!.*\drem)|^1rem\b|min\(|max\(|clamp\(|monospace/s;
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
