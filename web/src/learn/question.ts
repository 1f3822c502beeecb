/** Which chapter a question stands in, for those that keep its answer. */

import { getContext, setContext } from "svelte";

const KEY = Symbol("chapter");

export const setChapter = (slug: string): string => setContext(KEY, slug);
export const chapter = (): string => getContext<string>(KEY);
