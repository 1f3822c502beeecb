/**
 * A sentence of the page. The build takes it from the language's catalogue and puts it in the
 * place of the English one (web/messages.ts), so a page carries the words of one language only.
 */

/**
 * A whole number in a readable form: 1234567 → "1,234,567". It avoids `toLocaleString`, whose first
 * call blocks a slow phone for a fifth of a second.
 */
export const count = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** English, with one form for each kind of number; the build joins a language's own by `|`. */
export type Message = string | { readonly one: string; readonly other: string };
export type Values = Readonly<Record<string, string | number>>;

/** The page's language, as in `lang`; split, so that no minifier compares it before it is put here. */
export const tag: string = "en".split("|")[0]!;

/** The form that each number takes, from 0; above 99 by its last two digits; then the last. */
const FORMS = "101";

/** The pattern of a message for a number. */
export function patternOf(message: Message, number: unknown): string {
  const forms = typeof message === "string" ? message.split("|") : [message.one, message.other];
  const n = Number(number);
  return forms[Number(FORMS[n] ?? FORMS[100 + (n % 100)] ?? FORMS.at(-1))] ?? forms[0]!;
}

/** Fill a message; `count` chooses its form. What has no value yet stays as it is. */
export const t = (message: Message, values: Values = {}): string =>
  patternOf(message, values.count).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" ? count(value) : (value ?? place);
  });

/** The same with one form for 1 and one for other numbers, which `count` chooses. */
export const tn = (one: string, other: string, values: Values): string =>
  t(`${one}|${other}`, values);
