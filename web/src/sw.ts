/**
 * The service worker: the page works offline, but whoever answers at its address comes first.
 *
 * A page is asked for on the network; only where nothing answers does the kept copy appear. If
 * what answers is not Noughts, the port belongs to somebody else now: the worker forgets what it
 * kept and takes itself away.
 *
 * A first visit keeps what play needs, and the room that is visited, in the page's language. A later
 * visit keeps all rooms, once the page is there, unless bytes are to be spared. An opening book is kept when its game is
 * opened, packs of puzzles when their room is, and Python when it has judged a program.
 */
/// <reference lib="webworker" />
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import type { Kept } from "../service-worker";
import NOT_KEPT from "./offline.html?raw";
import type { Wish } from "./site/keep";
import { connection, isMetered } from "./site/metered";

declare const self: ServiceWorkerGlobalScope;
/** All files of this version (`web/service-worker.ts`). */
declare const KEPT: readonly Kept[];

/** Every answer of Noughts has this header (`noughts.web.security_headers`). */
const MARK = "x-noughts";
/** How long to wait for a network that does not answer, in milliseconds. */
const PATIENCE = 4000;
/** After this many milliseconds, a page is loaded and its network idle. */
const QUIET = 3000;
/** The room of `/`. */
const PLAY = "index";
/** The cache of English, and of everything that all languages share. */
const ROOMS = "rooms";
/** What all caches of pages in other languages are called, with their code. */
const TRANSLATIONS = "languages";
/** A file with the words of a language: its name has the language's tag. */
const TRANSLATED = /\.[\w-]+-[0-9a-f]{8}\.js$/;
/** Files kept only on demand (`web/service-worker.ts`). */
const LARGE = /^(books|packs|python|words)\//;

const isPage = ({ url }: Kept) => url.endsWith(".html");
/** Files by path; pages come after everything they need. */
const files = new Map(
  [...KEPT]
    .sort((one, two) => Number(isPage(one)) - Number(isPage(two)))
    .map((file) => [`/${file.url}`, file]),
);
/** The cache of other languages: their pages load shared code of the same version. */
const LANGUAGES = `${TRANSLATIONS} ${files.get("/index.html")?.revision}`;

registerRoute(
  ({ request }) => request.mode === "navigate",
  async ({ request, url }) => {
    let answer: Response;
    try {
      answer = await inTime(fetch(request));
    } catch {
      return (await keptPage(url.pathname)) ?? notKept(url.pathname);
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
  ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
  async ({ request, url }) => (await kept(url.pathname)) ?? fetch(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && TRANSLATED.test(url.pathname),
  async ({ request, url }) =>
    (await caches.match(url.pathname, { cacheName: LANGUAGES })) ?? fetch(request),
);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("message", (event) => {
  const data = event.data as Wish | { type: "SKIP_WAITING" } | null;
  if (!data) return;
  if ("keep" in data)
    event.waitUntil(data.keep ? keepLarge(data.keep) : keepRooms(event.source as WindowClient));
  // A page with a running game decides itself when to update.
  else if (data.type === "SKIP_WAITING") void self.skipWaiting();
});

/** Keep what play needs in the languages of the open pages; fail if that is not possible. */
async function install(): Promise<void> {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const languages = new Set(open.map(({ url }) => placeOf(url).language));
  for (const language of languages.size ? languages : [ENGLISH])
    if (!(await keepRoom({ language, room: PLAY }))) throw new Error("not everything was kept");
}

/** In which language and room a page is: `/de/puzzles`. English pages are in no folder. */
interface Place {
  readonly language: string;
  readonly room: string;
}
const ENGLISH = "";

function placeOf(url: string): Place {
  const [, first = "", second] = new URL(url).pathname.replace(/\.html$/, "").split("/");
  const isEnglish = second === undefined || [...files.values()].some(needed(first));
  return isEnglish
    ? { language: ENGLISH, room: first || PLAY }
    : { language: first, room: second || PLAY };
}

const needed =
  (room: string) =>
  ({ rooms }: Kept) =>
    rooms.includes(room);

/**
 * Keep the room of a page; on a later visit, when this worker serves the page, all other rooms too,
 * but no other languages.
 */
async function keepRooms(page: WindowClient): Promise<void> {
  await keepRoom(placeOf(page.url));
  const served = await self.clients.matchAll();
  if (!served.some(({ id }) => id === page.id) || isMetered(connection())) return;
  await new Promise((done) => setTimeout(done, QUIET));
  await keep(({ url }) => !LARGE.test(url));
}

/** The rooms of languages that are kept since this worker was started. */
const done = new Set<string>();

/** Keep a room. A language has a list of what each of its rooms needs (`web/service-worker.ts`). */
async function keepRoom({ language, room }: Place): Promise<boolean> {
  if (language === ENGLISH) return keep(needed(room));
  const place = `${language}/${room}`;
  if (done.has(place)) return true;
  try {
    const answer = await fetch(`/${language}/kept.json`);
    const { [room]: list = [] } = (await answer.json()) as Record<string, string[]>;
    const cache = await caches.open(LANGUAGES);
    await Promise.all(
      list
        .filter((path) => !files.has(path))
        .map(async (path) => {
          // The page's own address: the browser has the page already.
          const answer = await fetch(path.replace(/(index)?\.html$/, ""));
          if (!answer.ok || !answer.headers.has(MARK)) throw new Error(`no ${path}`);
          await cache.put(path, answer);
        }),
    );
    if (!(await keep(({ url }) => list.includes(`/${url}`)))) return false;
    done.add(place);
    return true;
  } catch {
    return false;
  }
}

/** Keep large files by the start of their addresses. */
async function keepLarge(start: string): Promise<void> {
  if (!connection()?.saveData) await keep(({ url }) => LARGE.test(url) && url.startsWith(start));
}

let keeping = Promise.resolve(true);
let left = false; // another server has this address now

/**
 * Keep some files, after those being loaded; return whether all are kept. The first failure ends
 * it, so that no page is kept without its code, or with code of another version.
 */
function keep(wanted: (file: Kept) => boolean | undefined): Promise<boolean> {
  keeping = keeping.then(async () => {
    if (left) return false;
    const cache = await caches.open(ROOMS);
    for (const file of files.values()) {
      if (left) return false;
      if (!wanted(file) || (await cache.match(key(file)))) continue;
      const answer = await fetch(`/${file.url}`).catch(() => null);
      if (!answer?.ok || !answer.headers.has(MARK)) return false;
      await cache.put(key(file), answer);
    }
    return true;
  });
  return keeping;
}

/** The name under which a file is kept, different for each version. */
const key = ({ url, revision }: Kept): string => (revision ? `/${url}?${revision}` : `/${url}`);

async function kept(path: string): Promise<Response | undefined> {
  const file = files.get(path);
  // Not opened, which would create it again after `leave` has removed it.
  return file && caches.match(key(file), { cacheName: ROOMS });
}

/** Remove what older versions kept. */
async function tidy(): Promise<void> {
  for (const name of await caches.keys())
    if (OLD.test(name) || (name.startsWith(TRANSLATIONS) && name !== LANGUAGES))
      await caches.delete(name);
  const cache = await caches.open(ROOMS);
  const keys = new Set([...files.values()].map(key));
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!keys.has(pathname + search)) await cache.delete(request);
  }
}
/** Caches of earlier versions. */
const OLD = /^(rules$|workbox-precache)/;

function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the network does not answer")), PATIENCE);
    answer.then(resolve, reject);
  });
}

/**
 * The kept copy of a page: `/learn/trees` is the file `learn/trees.html`, `/de/` is `de/index.html`.
 * As on the server, the address of an English page leads to the reader's language.
 */
async function keptPage(path: string): Promise<Response | undefined> {
  const file = path.endsWith("/") ? `${path}index` : path;
  const name = file.endsWith(".html") ? file : `${file}.html`;
  if (placeOf(self.origin + path).language !== ENGLISH) return translated(name);
  const page = await kept(name);
  for (const tag of await wishes()) {
    if (page && tag === "en") return page;
    if (await translated(`/${tag}${name}`)) return Response.redirect(`/${tag}${path}`);
  }
  return page;
}

const translated = (name: string) => caches.match(name, { cacheName: LANGUAGES });

/** The reader's languages, by preference: the one chosen, then the browser's; `de-AT` is also `de`. */
async function wishes(): Promise<string[]> {
  const chosen = "cookieStore" in self ? await self.cookieStore.get("language") : null;
  const wished = chosen?.value ? [chosen.value] : [...self.navigator.languages];
  return wished.flatMap((tag) => [tag, tag.replace(/-.*/, "")]);
}

/** The offline page for pages that are not kept, in the reader's language. */
async function notKept(path: string): Promise<Response> {
  let page = NOT_KEPT;
  for (const tag of [placeOf(self.origin + path).language, ...(await wishes())]) {
    if (tag === "en") break;
    const found = await translated(`/${tag}/offline.json`);
    if (!found) continue;
    page = (await found.json()) as string;
    break;
  }
  return new Response(page, { status: 503, headers: { "content-type": "text/html" } });
}

async function leave(): Promise<void> {
  left = true;
  await self.registration.unregister();
  await keeping;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
