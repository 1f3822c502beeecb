/**
 * The answers of a course as a short code: pupils hand it in, teachers read it, on their devices.
 * It says how each question was answered. It has a checksum against typos and no signature: it
 * proves nothing about who answered.
 */

import chapters from "./chapters.json";
import type { Answered } from "./progress.svelte";

/** How a question was answered, in the order of their numbers in a code. */
const STATES = ["open", "first", "later", "shown"] as const;
export type State = (typeof STATES)[number];

export type Answers = Readonly<Record<string, Answered>>;

/** Every question, as in the stored answers. */
const KEYS: readonly string[] = chapters.flatMap(({ slug, questions }) =>
  questions.map((question) => `${slug}/${question}`),
);

/** Letters that are not mistaken for others, by eye or when they are read out (Crockford). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** A prime below 32²: two digits hold a remainder, which a wrong or swapped digit changes. */
const PRIME = 1021;

const remainder = (values: readonly number[]): number =>
  values.reduce((sum, value) => (sum * 32 + value + 1) % PRIME, 7);

const twoDigits = (value: number) => [value >> 5, value & 31];

/** Tells courses with other questions apart: their codes cannot be read here. */
const COURSE = twoDigits(remainder([...KEYS.join(" ")].map((letter) => letter.charCodeAt(0))));

/** Digits of a code: the course, two questions each and one bit to spare, and the checksum. */
const LENGTH = 2 + Math.ceil(KEYS.length / 2) + 2;

const stateOf = (answered: Answered | undefined): State => {
  if (!answered?.open) return "open";
  if (answered.found === false) return "shown";
  return answered.found && answered.tried.length === 1 ? "first" : "later";
};

/** The code of stored answers: "7KQ2-…", in groups of four. */
export function handIn(answers: Answers): string {
  const states = KEYS.map((key) => STATES.indexOf(stateOf(answers[key])));
  const values = [...COURSE];
  for (let at = 0; at < states.length; at += 2)
    values.push(states[at]! * 4 + (states[at + 1] ?? 0));
  const digits = [...values, ...twoDigits(remainder(values))].map((value) => DIGITS[value]);
  return digits.join("").replace(/.{4}(?!$)/g, "$&-");
}

export type Read =
  | { name: string; states: Readonly<Record<string, State>> }
  | { name: string; wrong: "no code" | "a typo" | "another course" };

/** Read one line: a name, if there is one, and a code. */
export function readCode(line: string): Read {
  const values: number[] = [];
  let at = line.length;
  while (at > 0 && values.length < LENGTH) {
    const letter = line[--at]!.toUpperCase().replace("O", "0").replace(/[IL]/, "1");
    if (/[\s\-–·]/.test(letter)) continue;
    const value = DIGITS.indexOf(letter);
    if (value < 0) return { name: line.trim(), wrong: "no code" };
    values.unshift(value);
  }
  const name = line
    .slice(0, at)
    .replace(/[\s:,;\-–]+$/, "")
    .trim();
  if (values.length < LENGTH) return { name: line.trim(), wrong: "no code" };
  const body = values.slice(0, -2);
  const [high, low] = values.slice(-2);
  if (remainder(body) !== high! * 32 + low!) return { name, wrong: "a typo" };
  if (body[0] !== COURSE[0] || body[1] !== COURSE[1]) return { name, wrong: "another course" };
  const found = body.slice(2).flatMap((value) => [(value >> 2) & 3, value & 3]);
  return {
    name,
    states: Object.fromEntries(KEYS.map((key, index) => [key, STATES[found[index]!]!])),
  };
}

// -- files -----------------------------------------------------------------------------------------

const FORMAT = "noughts learn";

export const fileOf = (answers: Answers): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, code: handIn(answers), answers }, null, 1)}\n`;

/** The answers of a file; null if it is not one. */
export function readFile(text: string): unknown {
  try {
    const { format, answers } = JSON.parse(text) as { format?: unknown; answers?: unknown };
    return format === FORMAT && typeof answers === "object" ? answers : null;
  } catch {
    return null;
  }
}

// -- for the teacher -------------------------------------------------------------------------------

/** How many of each chapter's questions were answered, and found at the first try. */
export function summary(states: Readonly<Record<string, State>>) {
  return chapters.map(({ slug, title, questions }) => {
    const all = questions.map((question) => states[`${slug}/${question}`]!);
    return {
      title,
      all: all.length,
      answered: all.filter((state) => state !== "open").length,
      first: all.filter((state) => state === "first").length,
      shown: all.filter((state) => state === "shown").length,
    };
  });
}

/** A table for a spreadsheet: a row for each pupil, a column for each question. */
export function csv(read: readonly Read[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = read.map((each) =>
    "states" in each
      ? [quoted(each.name), ...KEYS.map((key) => each.states[key]!)]
      : [quoted(each.name), `not read: ${each.wrong}`],
  );
  return [["name", ...KEYS], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
