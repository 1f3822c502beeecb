/** Which rooms need which of the built files: what a service worker keeps together (src/sw.ts). */

import { readFileSync, writeFileSync } from "node:fs";
import type { ManifestTransform } from "workbox-build";
import rooms from "../src/noughts/web/rooms.json" with { type: "json" };

/** Files that name others; a service worker looks at no others for more. */
const NAMING = /\.(html|js|css)$/;
/** Opening books, packs of puzzles and Python are kept when they are first wanted. */
const LARGE = /^(books|packs|python)\//;
/** The system fetches them when it puts the page on a home screen. */
const ICON = /^icon-/;

const base = (url: string) => url.slice(url.lastIndexOf("/") + 1);
/**
 * `learn/trees.html` is a page of the room `learn`. The pages of a language are one room, with a
 * slash before its tag: `/de`.
 */
function roomOf(url: string): string | undefined {
  const found = /^(?:([^/]+)\/.+|(.+))\.html$/.exec(url);
  if (!found) return undefined;
  const [, folder, page] = found;
  return folder === undefined || folder in rooms ? (folder ?? page) : `/${folder}`;
}

/** Say of each file in which rooms it can come to be needed: `rooms`. */
export const byRoom =
  (folder: string): ManifestTransform =>
  (entries) => {
    const urls = new Map(entries.map(({ url }) => [base(url), url]));
    const name = /[\w.,-]+\.\w+/g;
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
    const all = entries.map((entry) => ({ ...entry, rooms: [...needing.get(entry.url)!] }));
    const isTranslated = ({ rooms: [first] }: (typeof all)[number]) => first?.startsWith("/");
    // What only a language needs is in a list of its own: the worker stays small.
    for (const room of new Set(all.filter(isTranslated).map(({ rooms }) => rooms[0]!))) {
      const files = all.filter(({ rooms }) => rooms[0] === room).map(({ url }) => `/${url}`);
      writeFileSync(`${folder}${room}/kept.json`, JSON.stringify(files));
    }
    return { manifest: all.filter((entry) => !isTranslated(entry)) };
  };
