/** The words for proofs; proofs and guesses always have different words. */

import type { Asked, LedgerPlace, LedgerStatus } from "../api/types";
import type { Board } from "../game/rules";
import { roughly } from "./chart";
import { decimal } from "../site/decimal";
import { sentences } from "../site/sentences";
import { count, t, tn } from "../site/t";
import { known, type Known } from "./map";

const WORDS: Readonly<Record<Known, string>> = {
  X: t("X wins"),
  O: t("O wins"),
  draw: t("draw"),
  "not X": t("X does not win"),
  "not O": t("O does not win"),
  open: t("open"),
};

export const knownWords = (what: Known): string => WORDS[what];

/** What is proved about the whole game. */
export function valueWords({ questions, unread }: LedgerStatus): string {
  const won = (mark: string) => questions.find((each) => each.mark === mark)?.won ?? null;
  const value = known({ x_wins: won("X"), o_wins: won("O") });
  if (value === "open")
    return unread ? t("Not proved by the answers read so far.") : t("Not proved yet.");
  if (value === "draw") return t("Proved: it is a draw.");
  if (value === "X" || value === "O") return t("Proved: {mark} wins.", { mark: value });
  return t("Not proved yet; proved so far: {value}.", { value: WORDS[value] });
}

/** What is proved about a later position. */
export function placeWords(what: Known): string {
  if (what === "open") return t("Nothing proved yet");
  return what === "draw" ? t("A draw, proved") : provedWords(what);
}

/** "X wins, proved". */
export const provedWords = (what: Known): string => t("{value}, proved", { value: WORDS[what] });

/** The work on a position so far, and its current jobs. */
export function costWords({ nodes, own, working }: LedgerPlace): string {
  const said = [
    tn("{count} position was looked at.", "{count} positions were looked at.", { count: nodes }),
  ];
  if (own && own !== nodes)
    said.push(t("{own} of them came before its moves became jobs.", { own }));
  if (working) said.push(`${workingWords(working)}.`);
  return sentences(said);
}

/** "2 jobs in progress". */
export const workingWords = (working: number): string =>
  tn("{count} job in progress", "{count} jobs in progress", { count: working });

/** The seconds of a unit, and how a time in it is said. */
const UNITS = [
  [86_400, t("{time} days")],
  [3600, t("{time} h")],
  [60, t("{time} min")],
] as const;

/** Below 10 with one decimal. */
const short = (value: number): string =>
  value < 10 ? decimal(value, 1) : count(Math.round(value));

/** 0.3 → "0.3 s", 90 → "1.5 min", 100000 → "1.2 days". */
export function timeWords(seconds: number): string {
  if (seconds < 0.1) return t("under 0.1 s");
  const [length, said] = UNITS.find(([each]) => seconds >= 1.5 * each) ?? [1, t("{time} s")];
  return t(said, { time: short(seconds / length) });
}

/** An estimate of the work left, for each possible answer. */
export function guesses({ mark, won, nodes, seconds, ...left }: Asked): string[] {
  if (won !== null || nodes === 0) return [];
  const cases = [
    [left.left_if_won, t("if {mark} wins, some {positions} positions, {time} of one worker")],
    [
      left.left_if_not,
      t("if {mark} does not win, some {positions} positions, {time} of one worker"),
    ],
  ] as const;
  return cases.flatMap(([guess, said]) =>
    guess === null
      ? []
      : t(said, {
          mark,
          positions: roughly(guess),
          time: timeWords((guess * seconds) / nodes),
        }),
  );
}

/** The words for the rest if nothing is proved and nothing can be estimated. */
export const blankWords = ({ won, jobs, ran_out }: Asked): string =>
  won === null && jobs > 0 && jobs === ran_out
    ? t("We can't estimate the work left yet: all jobs ran out of budget.")
    : "";

/** "b2", or "b2 and 3 like it" for symmetric moves. */
export const movesWords = (moves: readonly string[]): string =>
  moves.length > 1
    ? t("{move} and {more} like it", { move: moves[0]!, more: moves.length - 1 })
    : moves[0]!;

export const jobsWords = ({ jobs, ran_out }: Asked): string =>
  ran_out
    ? tn(
        "{count} job done, {ran_out} undecided within their budget.",
        "{count} jobs done, {ran_out} undecided within their budget.",
        { count: jobs, ran_out },
      )
    : tn("{count} job done.", "{count} jobs done.", { count: jobs });

export function picture(text: string): { shape: number[]; board: Board } {
  const layers = text.split("//").map((layer) => layer.split("/"));
  const [columns, rows] = [layers[0]![0]!.length, layers[0]!.length];
  const marks = [...text.replaceAll("/", "")];
  return {
    shape: layers.length > 1 ? [columns, rows, layers.length] : [columns, rows],
    board: marks.map((each) => (each === "X" || each === "O" ? each : null)),
  };
}

/** The ledger, and its position, in an address. */
export interface Spot {
  readonly ledger: number;
  readonly moves: readonly string[];
}

export function readSpot(hash: string): Spot {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const ledger = Number(words.get("ledger") ?? 1);
  const moves = (words.get("moves") ?? "").split("-").filter(Boolean);
  const fit = moves.every((move) => /^[a-z][1-9][0-9]?[a-z]?$/.test(move));
  return { ledger: Number.isInteger(ledger) && ledger > 0 ? ledger : 1, moves: fit ? moves : [] };
}

export function writeSpot({ ledger, moves }: Spot): string {
  const words = [...(ledger > 1 ? [`ledger=${ledger}`] : [])];
  if (moves.length) words.push(`moves=${moves.join("-")}`);
  return `#${words.join("&")}`;
}
