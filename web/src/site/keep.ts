import { tag } from "./t";

/**
 * What a page asks its service worker to keep: files by the start of their address, or "" for its
 * own room.
 */
export interface Wish {
  readonly keep: string;
}

/** Ask the service worker to keep something for offline use (`sw.ts`). */
const keep = async (start: string): Promise<void> =>
  (await navigator.serviceWorker?.ready)?.active?.postMessage({ keep: start } satisfies Wish);

export const keepRoom = () => keep("");

/** The opening book of a game, if it has one. */
export const keepBook = (rules: string) => keep(`books/${rules.replaceAll(" ", "-")}-`);

/** Packs of puzzles, by the start of their names. */
export const keepPacks = (start: string) => keep(`packs/${start}`);

/** Python, which judges programs, and its sentences in the page's language. */
export const keepPython = () => Promise.all([keep("python/"), keep(`words/${tag}-`)]);
