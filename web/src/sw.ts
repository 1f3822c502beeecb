/**
 * The service worker: the page works offline, but whoever answers at its address comes first.
 *
 * A page is asked for on the network; only where nothing answers does the kept copy appear. If
 * what answers is not Noughts, the port belongs to somebody else now: the worker forgets what it
 * kept and takes itself away.
 */
/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, StaleWhileRevalidate } from "workbox-strategies";

declare const self: ServiceWorkerGlobalScope;

/** Every answer of Noughts has this header (`noughts.web.envelope`). */
const MARK = "x-noughts";
/** How long a network that does not answer is waited for. */
const PATIENCE = 4000;

registerRoute(
  ({ request }) => request.mode === "navigate",
  async ({ request, url }) => {
    let answer: Response;
    try {
      answer = await inTime(fetch(request));
    } catch {
      return (await kept(url.pathname)) ?? Response.error();
    }
    if (!answer.headers.has(MARK)) await leave();
    return answer;
  },
);
// The rules of a board, once asked for, so that two people can play on it without a network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/api/v1/rules/"),
  new StaleWhileRevalidate({ cacheName: "rules" }),
);
// Certificates, once checked: their addresses change with their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith(".cert"),
  new CacheFirst({ cacheName: "proofs" }),
);
// What follows a question mark changes nothing here.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/^/] });
cleanupOutdatedCaches();

// A page in the middle of a game is not changed behind the player's back: it says when.
self.addEventListener("message", (event) => {
  const data = event.data as { type?: string } | null;
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});

function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the network does not answer")), PATIENCE);
    answer.then(resolve, reject);
  });
}

/** The copy of a page: `/learn/trees` is the file `learn/trees.html`, `/` is `index.html`. */
function kept(path: string): Promise<Response | undefined> {
  const name = path === "/" ? "/index.html" : path.endsWith(".html") ? path : `${path}.html`;
  return matchPrecache(name);
}

async function leave(): Promise<void> {
  await self.registration.unregister();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
