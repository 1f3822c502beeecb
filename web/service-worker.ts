/** The service worker (`src/sw.ts`), with a list of the built files and of the rooms that need each. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import rooms from "../src/noughts/web/rooms.json" with { type: "json" };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A built file, with the English rooms that need it. */
export interface Kept {
  readonly url: string;
  /** What changes with the content, if the address does not. */
  readonly revision: string | null;
  readonly rooms: readonly string[];
}

/** What a browser may want offline. */
const WANTED = /\.(html|js|css|json|woff2|svg|png|book|wasm|zip|csv|webmanifest)$/;
/** These addresses change with the content. */
const LASTING = /^(assets|atlas|books|packs|python|words|workers)\//;
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

function filesIn(folder: string): Omit<Kept, "rooms">[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf-8" });
  const urls = paths.filter((path) => WANTED.test(path)).map((path) => path.replaceAll("\\", "/"));
  return urls.sort().map((url) => {
    if (LASTING.test(url)) return { url, revision: null };
    const digest = createHash("sha256")
      .update(readFileSync(`${folder}/${url}`))
      .digest("hex");
    return { url, revision: digest.slice(0, 8) };
  });
}

/** Say of each file in which rooms it can come to be needed; write the lists of other languages. */
function byRoom(folder: string): Kept[] {
  const entries = filesIn(folder);
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
  return english.filter(
    ({ rooms, url }, at) =>
      (rooms.length || !all[at]!.rooms.length) && !url.endsWith(`/${OFFLINE}`),
  );
}

/** Build the worker when all other files are written. Their pages name the manifest of the app. */
export function serviceWorker(folder: string): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: "/manifest.webmanifest" } },
    ],
    async writeBundle() {
      await build({
        configFile: false,
        root: here("."),
        publicDir: false,
        logLevel: "warn",
        define: { KEPT: JSON.stringify(byRoom(folder)) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          reportCompressedSize: false,
          rolldownOptions: {
            input: here("src/sw.ts"),
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}
