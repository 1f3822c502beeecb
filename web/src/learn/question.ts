/** Shared by the two kinds of questions: their chapter, and how a reply is shown. */

import { getContext, setContext, tick } from "svelte";

const KEY = Symbol("chapter");

export const setChapter = (slug: string): string => setContext(KEY, slug);
export const chapter = (): string => getContext<string>(KEY);

/**
 * Bring a reply into view, with as little scrolling as possible. If the pressed button disappears,
 * the focus moves to the reply.
 */
export async function bring(reply: HTMLElement, { focus }: { focus: boolean }): Promise<void> {
  await tick();
  if (focus) reply.focus({ preventScroll: true });
  reply.scrollIntoView({ block: "nearest" });
}
