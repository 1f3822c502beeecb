/** What a page asks its service worker to keep: the opening book of a game, or "" for its own room. */
export interface Wish {
  readonly book: string;
}

/** Ask the service worker to keep something for times without a network (`sw.ts`). */
export const keep = async (book = ""): Promise<void> =>
  (await navigator.serviceWorker?.ready)?.active?.postMessage({ book } satisfies Wish);
