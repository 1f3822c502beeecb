/** What the two kinds of questions share: which chapter they stand in, and how a reply is shown. */

import { getContext, setContext, tick } from "svelte";

const KEY = Symbol("chapter");

export const setChapter = (slug: string): string => setContext(KEY, slug);
export const chapter = (): string => getContext<string>(KEY);

/**
 * Bring a reply into view, moving what is being read no more than it takes. Where the button that
 * was pressed goes away, the focus goes on to the reply.
 */
export async function bring(reply: HTMLElement, { focus }: { focus: boolean }): Promise<void> {
  await tick();
  if (focus) reply.focus({ preventScroll: true });
  reply.scrollIntoView({ block: "nearest" });
}
