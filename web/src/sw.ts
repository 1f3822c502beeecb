/**
 * The service worker: the page works offline, but whoever answers at its address comes first.
 *
 * A page is asked for on the network; only where nothing answers does the kept copy appear. If
 * what answers is not Noughts, the port belongs to somebody else now: the worker forgets what it
 * kept and takes itself away.
 *
 * A first visit keeps what play needs, and the room that is visited. A later visit keeps all rooms,
 * once the page is there, unless bytes are to be spared. An opening book is kept when its game is
 * opened, packs of puzzles when their room is, and Python when it has judged a program.
 */
/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import type { Wish } from "./site/keep";
import { connection, isMetered } from "./site/metered";

/** A built file, with the rooms that need it (`web/kept.ts`). */
interface Kept {
  readonly url: string;
  readonly revision: string | null;
  readonly rooms?: readonly string[];
}

declare const self: ServiceWorkerGlobalScope;

/** Every answer of Noughts has this header (`noughts.web.security_headers`). */
const MARK = "x-noughts";
/** How long to wait for a network that does not answer, in milliseconds. */
const PATIENCE = 4000;
/** After this many milliseconds, a page is loaded and its network idle. */
const QUIET = 3000;
/** The cache of the current room, and the cache of everything kept later. */
const FIRST = "index";
const LATER = "rooms";
/** A file with the words of a language: its name has the language's tag. */
const TRANSLATED = /\.[\w-]+-[0-9a-f]{8}\.js$/;
/** Files kept only on demand (`web/kept.ts`). */
const LARGE = /^(books|packs|python)\//;

/** What all caches of pages in other languages than English are called. */
const TRANSLATIONS = "languages";

const isPage = ({ url }: Kept) => url.endsWith(".html");
const files = self.__WB_MANIFEST as Kept[];
/** The cache of this version's: its pages load English code of the same version. */
const LANGUAGES = `${TRANSLATIONS} ${files.find(({ url }) => url === "index.html")?.revision}`;
const first = files.filter(({ rooms }) => rooms?.includes(FIRST));
/** Files kept later, by path; pages come after everything they need. */
const later = new Map(
  files
    .filter((file) => !first.includes(file))
    .sort((one, two) => Number(isPage(one)) - Number(isPage(two)))
    .map((file) => [`/${file.url}`, file]),
);

registerRoute(
  ({ request }) => request.mode === "navigate",
  async ({ request, url }) => {
    let answer: Response;
    try {
      answer = await inTime(fetch(request));
    } catch {
      return (await keptPage(url.pathname)) ?? notKept();
    }
    // A redirect, to the reader's language, tells nothing of who answers.
    if (answer.type !== "opaqueredirect" && !answer.headers.has(MARK)) await leave();
    return answer;
  },
);
// Certificates, once checked: their addresses change with their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith(".cert"),
  new CacheFirst({ cacheName: "proofs" }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && later.has(url.pathname),
  async ({ request, url }) => (await keptLater(url.pathname)) ?? fetch(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && TRANSLATED.test(url.pathname),
  async ({ request, url }) =>
    (await caches.match(url.pathname, { cacheName: LANGUAGES })) ?? fetch(request),
);
// The part after a question mark does not matter here.
precacheAndRoute(first, { ignoreURLParametersMatching: [/^/] });
cleanupOutdatedCaches();

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("message", (event) => {
  const data = event.data as Wish | { type: "SKIP_WAITING" } | null;
  if (!data) return;
  if ("keep" in data)
    event.waitUntil(data.keep ? keepLarge(data.keep) : keepRooms(event.source as WindowClient));
  // A page with a running game decides itself when to update.
  else if (data.type === "SKIP_WAITING") void self.skipWaiting();
});

/**
 * Keep the room of a page, or its language; on a later visit, when this worker serves the page, all
 * other rooms too, but no other languages.
 */
async function keepRooms(page: WindowClient): Promise<void> {
  const room = new URL(page.url).pathname.split("/")[1]!;
  // Only the pages of a language are in a folder.
  if (room && /^\/[\w-]+\/$/.test(new URL(page.url).pathname))
    await keepLanguage(room).catch(() => undefined);
  await keep(({ rooms }) => rooms?.includes(room));
  const served = await self.clients.matchAll();
  if (!served.some(({ id }) => id === page.id) || isMetered(connection())) return;
  await new Promise((done) => setTimeout(done, QUIET));
  await keep(({ url }) => !LARGE.test(url));
}

/** Keep the pages of a language, by the list beside them (`web/kept.ts`): all of it, or nothing. */
const keepLanguage = async (language: string) =>
  (await caches.open(LANGUAGES)).addAll(await (await fetch(`/${language}/kept.json`)).json());

/** Keep large files by the start of their addresses. */
async function keepLarge(start: string): Promise<void> {
  if (!connection()?.saveData) await keep(({ url }) => LARGE.test(url) && url.startsWith(start));
}

let keeping = Promise.resolve();
let left = false; // another server has this address now

/**
 * Keep some files, after those being loaded. The first failure ends it, so that no page is kept
 * without its code, or with code of another version.
 */
function keep(wanted: (file: Kept) => boolean | undefined): Promise<void> {
  keeping = keeping.then(async () => {
    if (left) return;
    const cache = await caches.open(LATER);
    for (const file of later.values()) {
      if (left) return;
      if (!wanted(file) || (await cache.match(key(file)))) continue;
      const answer = await fetch(`/${file.url}`).catch(() => null);
      if (!answer?.ok || !answer.headers.has(MARK)) return;
      await cache.put(key(file), answer);
    }
  });
  return keeping;
}

/** The name under which a file is kept, different for each version. */
const key = ({ url, revision }: Kept): string => (revision ? `/${url}?${revision}` : `/${url}`);

async function keptLater(path: string): Promise<Response | undefined> {
  const file = later.get(path);
  // Not opened, which would create it again after `leave` has removed it.
  return file && caches.match(key(file), { cacheName: LATER });
}

/** Remove what older versions kept. */
async function tidy(): Promise<void> {
  await caches.delete("rules");
  for (const name of await caches.keys())
    if (name.startsWith(TRANSLATIONS) && name !== LANGUAGES) await caches.delete(name);
  const cache = await caches.open(LATER);
  const keys = new Set([...later.values()].map(key));
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!keys.has(pathname + search)) await cache.delete(request);
  }
}

function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the network does not answer")), PATIENCE);
    answer.then(resolve, reject);
  });
}

/** The kept copy of a page: `/learn/trees` is the file `learn/trees.html`, `/de/` is `de/index.html`. */
async function keptPage(path: string): Promise<Response | undefined> {
  const file = path.endsWith("/") ? `${path}index` : path;
  const name = file.endsWith(".html") ? file : `${file}.html`;
  const page = (await matchPrecache(name)) ?? (await keptLater(name));
  return page ?? caches.match(name, { cacheName: LANGUAGES });
}

/** The offline page for pages that are not kept. */
const notKept = () =>
  new Response(NOT_KEPT, { status: 503, headers: { "content-type": "text/html" } });
const NOT_KEPT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>No network · Noughts</title>
<style>
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif;
  color: light-dark(#2b2d33, #f1efe6); background: light-dark(#f8f4e9, #1d2422); }
h1 { font: 2rem/1.2 ui-rounded, system-ui, sans-serif; }
a { color: inherit; }
</style>
<h1>No network</h1>
<p>This page is not on your device yet. It will be once you have visited it.</p>
<p><a href="/">Play</a> works offline.</p>`;

async function leave(): Promise<void> {
  left = true;
  await self.registration.unregister();
  await keeping;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
