/** The files of code and numbers of a page: those that its HTML names, those that it asks for, and their weight. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, idle, type Page } from "./test";

const built = new URL("../../src/noughts/web/static/", import.meta.url);

/** What each page may load at once, in bytes, packed. */
const ROOMS: Record<string, number> = {
  "/": 60_000,
  "/de/": 61_000, // German words are longer
  "/vi/": 62_000, // letters of two or three bytes
  "/ja/": 62_000,
  "/learn": 60_000,
  "/learn/pruning": 62_000, // with what lets a page come alive part by part
  "/search": 72_100, // with the source of the searches, which is drawn, and a sentence for each step
  "/lab": 60_000,
  "/proof": 63_200, // with its two checkers, the list of proofs under way, and words by language
  "/proofs": 60_000, // with the layout of tree maps
  "/atlas": 60_000, // before the atlas itself
  "/check": 54_000, // before Python is loaded, which it says
  "/teach": 43_700, // with three lessons, and styles that all rooms share
  "/puzzles": 71_000, // before its packs
  "/game": 58_000, // before a game is made or opened
};

/** The files that a page's HTML names: modules, those that they load, and numbers. */
export const named = (html: string): string[] => {
  const found = html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|json))"/g);
  return [...new Set([...found].map(([, name]) => name!))].sort();
};

/** Open a page; return its HTML, and the files that it has asked for once it has nothing to do. */
export async function askedBy(
  page: Page,
  open: () => Promise<unknown>,
): Promise<[string, string[]]> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const came = page.waitForResponse((response) => response.request().isNavigationRequest());
  await open();
  await idle(page);
  const files = asked.filter((name) => /^\/(assets|workers)\/.+\.(js|json|css)$/.test(name));
  return [await (await came).text(), files.sort()];
}

const packed = (text: string | Buffer): number => gzipSync(text).length;

/** That the code and the styles of a page with these files, and those within, are not too much. */
export function expectLight(room: string, html: string, files: readonly string[]): void {
  const [head] = html.replace(/<noscript>[^]*?<\/noscript>/g, "").split("</head>");
  const within = [...head!.matchAll(/<(script|style)[^>]*>([^]*?)<\/\1>/g)].map(
    ([, , text]) => text!,
  );
  const loaded = [...new Set(files)].filter((name) => !name.endsWith(".json"));
  const parts = loaded.map((name) => readFileSync(new URL(name.slice(1), built)));
  const sum = [...within.filter(Boolean), ...parts]
    .map(packed)
    .reduce((total, size) => total + size, 0);
  console.log(`JavaScript and CSS of ${room}: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum, room).toBeGreaterThan(10_000);
  expect(sum, room).toBeLessThanOrEqual(ROOMS[room]!);
}
