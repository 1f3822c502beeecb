/** Shared by the two kinds of questions: their chapter, and how a reply is shown. */

import { getContext, setContext, tick } from "svelte";
import { REVEAL } from "./wall.svelte";

const KEY = Symbol("chapter");

export const setChapter = (slug: string): string => setContext(KEY, slug);
export const chapter = (): string => getContext<string>(KEY);

/** Lets the wall show the answer of a question. */
export const revealed = (show: () => void) => (form: HTMLFormElement) => {
  form.addEventListener(REVEAL, show);
  return () => form.removeEventListener(REVEAL, show);
};

/**
 * Bring a reply into view, with as little scrolling as possible. If the pressed button disappears,
 * the focus moves to the reply.
 */
export async function bring(reply: HTMLElement, { focus }: { focus: boolean }): Promise<void> {
  await tick();
  if (focus) reply.focus({ preventScroll: true });
  reply.scrollIntoView({ block: "nearest" });
}
