import { tag } from "./t";

/** A moment's date, as the language of the page writes it; the browser may speak another one. */
export const dateWords = (at: number, form: Intl.DateTimeFormatOptions): string =>
  new Date(at).toLocaleDateString(tag === "en" ? "en-GB" : tag, form);
