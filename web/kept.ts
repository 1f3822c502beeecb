/** Which rooms need which of the built files: what a service worker keeps together (src/sw.ts). */

import { readFileSync, writeFileSync } from "node:fs";
import type { ManifestTransform } from "workbox-build";
import rooms from "../src/noughts/web/rooms.json" with { type: "json" };

/** Files that name others; a service worker looks at no others for more. */
const NAMING = /\.(html|js|css)$/;
/** Opening books, packs of puzzles and Python are kept when they are first wanted. */
const LARGE = /^(books|packs|python|words)\//;
/** What a language shows offline in place of a page that is not kept: each room has it. */
const OFFLINE = "offline.json";
/** The system fetches them when it puts the page on a home screen. */
const ICON = /^icon-/;

const base = (url: string) => url.slice(url.lastIndexOf("/") + 1);
/** `learn/trees.html` is a page of the room `learn`; `de/learn/trees.html` one of `de/learn`. */
function roomOf(url: string): string | undefined {
  if (!url.endsWith(".html")) return undefined;
  const [first = "", second] = url.slice(0, -".html".length).split("/");
  return second === undefined || first in rooms ? first : `${first}/${second}`;
}
const isTranslated = (room: string) => room.includes("/");

/** Say of each file in which rooms it can come to be needed: `rooms`. */
export const byRoom =
  (folder: string): ManifestTransform =>
  (entries) => {
    const urls = new Map(entries.map(({ url }) => [base(url), url]));
    // From the start of a word, or each word without a dot would be read once for each letter.
    const name = /(?<![\w.,-])[\w.,-]+\.\w+/g;
    const named = new Map(
      entries.map(({ url }) => {
        const text = NAMING.test(url) ? readFileSync(`${folder}/${url}`, "utf-8") : "";
        const found = new Set(text.match(name)?.flatMap((each) => urls.get(each) ?? []));
        return [
          url,
          [...found].filter((each) => !roomOf(each) && !LARGE.test(each) && !ICON.test(each)),
        ];
      }),
    );
    const needing = new Map<string, Set<string>>(entries.map(({ url }) => [url, new Set()]));
    const visit = (url: string, room: string) => {
      const seen = needing.get(url)!;
      if (seen.has(room)) return;
      seen.add(room);
      for (const each of named.get(url)!) visit(each, room);
    };
    for (const { url } of entries) {
      const room = roomOf(url);
      if (room) visit(url, room);
    }
    const translated = [...new Set(entries.flatMap(({ url }) => roomOf(url) ?? []))].filter(
      isTranslated,
    );
    const all = entries.map((entry) => ({ ...entry, rooms: [...needing.get(entry.url)!] }));
    // What a language needs is in a list beside its pages: the worker stays small.
    for (const language of new Set(translated.map((room) => room.split("/")[0]!))) {
      const own = translated.filter((room) => room.startsWith(`${language}/`));
      const lists = own.map((room) => {
        const files = all.filter(({ rooms }) => rooms.includes(room)).map(({ url }) => `/${url}`);
        return [room.split("/")[1], [...files, `/${language}/${OFFLINE}`]];
      });
      writeFileSync(`${folder}/${language}/kept.json`, JSON.stringify(Object.fromEntries(lists)));
    }
    const english = all.map(({ rooms, ...entry }) => ({
      ...entry,
      rooms: rooms.filter((room) => !isTranslated(room)),
    }));
    const manifest = english.filter(
      ({ rooms, url }, at) =>
        (rooms.length || !all[at]!.rooms.length) && !url.endsWith(`/${OFFLINE}`),
    );
    return { manifest };
  };
