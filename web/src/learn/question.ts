/** Shared by the two kinds of questions: their chapter, and how a reply is shown. */

import { getContext, setContext, tick } from "svelte";
import { REVEAL } from "./wall.svelte";

const KEY = Symbol("chapter");

export const setChapter = (slug: string): string => setContext(KEY, slug);
export const chapter = (): string => getContext<string>(KEY);

/** An option of a question. Its reply says why it is right or wrong. */
export interface Option {
  readonly text: string;
  readonly reply: string;
  readonly right?: boolean;
}

const OPTIONS = Symbol("options");

/** The options that stand within a question, once they have been added. */
export const collectOptions = (): Option[] => setContext(OPTIONS, []);
export const addOption = (option: Option) => getContext<Option[]>(OPTIONS).push(option);

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
