import { tag } from "./t";

/** The tags and names of all languages that the page is offered in; the build puts them here. */
export const languages = () =>
  "en English".split("|").map((each) => each.split(/ (.*)/) as [tag: string, name: string]);

/** How long a chosen language is remembered, in seconds: a year. */
const REMEMBERED = 31_536_000;

/** Go to the page in another language, and remember it: the server reads it (`web/languages.py`). */
export function choose(language: string): void {
  if (language === tag) return;
  document.cookie = `language=${language}; path=/; max-age=${REMEMBERED}; samesite=lax`;
  location.assign(language === "en" ? "/" : `/${language}/`);
}
