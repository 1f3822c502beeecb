/** The words for proofs; proofs and guesses always have different words. */

import type { LedgerPlace, LedgerStatus } from "../api/types";
import type { Board } from "../game/rules";
import { count, counted } from "../site/count";
import { known, type Known } from "./map";

export type Asked = LedgerStatus["questions"][number];

const WORDS: Readonly<Record<Known, string>> = {
  X: "X wins",
  O: "O wins",
  draw: "draw",
  "not X": "X does not win",
  "not O": "O does not win",
  open: "open",
};

export const knownWords = (what: Known): string => WORDS[what];

/** What is proved about the whole game. */
function valueOf({ questions }: LedgerStatus): Known {
  const won = (mark: string) => questions.find((each) => each.mark === mark)?.won ?? null;
  return known({ x_wins: won("X"), o_wins: won("O") });
}

export function valueWords(status: LedgerStatus): string {
  const value = valueOf(status);
  if (value === "open") {
    return status.unread ? "Not proved by the answers read so far." : "Not proved yet.";
  }
  if (value === "draw") return "Proved: it is a draw.";
  if (value === "X" || value === "O") return `Proved: ${value} wins.`;
  return `Not proved yet; proved so far: ${WORDS[value]}.`;
}

/** What is proved about a later position. */
export function placeWords(what: Known): string {
  if (what === "open") return "Nothing proved yet";
  return what === "draw" ? "A draw, proved" : `${WORDS[what]}, proved`;
}

/** The work on a position so far, and its current jobs. */
export function costWords({ nodes, own, working }: LedgerPlace): string {
  const before = own && own !== nodes ? `, ${count(own)} of them before its moves became jobs` : "";
  const now = working ? `, ${counted(working, "job")} in progress` : "";
  return `${counted(nodes, "position")} looked at${before}${now}.`;
}

/** 0.3 → "0.3 s", 90 → "1.5 min", 100000 → "1.2 days". */
export function timeWords(seconds: number): string {
  if (seconds < 0.1) return "under 0.1 s";
  const units = [
    [86_400, "days"],
    [3600, "h"],
    [60, "min"],
  ] as const;
  const [length, unit] = units.find(([each]) => seconds >= 1.5 * each) ?? [1, "s"];
  const value = seconds / length;
  return `${value < 10 ? value.toFixed(1) : count(Math.round(value))} ${unit}`;
}

/** 1234567 → "1.2 million". */
function roughly(value: number): string {
  const units = [
    [1e12, "million million"],
    [1e9, "thousand million"],
    [1e6, "million"],
  ] as const;
  const unit = units.find(([each]) => value >= each);
  if (!unit) return count(Math.round(value));
  return `${(value / unit[0]).toFixed(1)} ${unit[1]}`;
}

/** An estimate of the work left, for each possible answer. */
export function guesses({ mark, won, nodes, seconds, ...left }: Asked): string[] {
  if (won !== null || nodes === 0) return [];
  const cases = [
    [left.left_if_won, `if ${mark} wins`],
    [left.left_if_not, `if ${mark} does not win`],
  ] as const;
  return cases.flatMap(([guess, when]) =>
    guess === null
      ? []
      : `${when}, some ${roughly(guess)} positions, ${timeWords((guess * seconds) / nodes)} of one worker`,
  );
}

/** The words for the rest if nothing is proved and nothing can be estimated. */
export const blankWords = ({ won, jobs, ran_out }: Asked): string =>
  won === null && jobs > 0 && jobs === ran_out
    ? "We can't estimate the work left yet: all jobs ran out of budget."
    : "";

/** "b2", or "b2 and 3 like it" for symmetric moves. */
export const movesWords = (moves: readonly string[]): string =>
  moves.length > 1 ? `${moves[0]} and ${moves.length - 1} like it` : moves[0]!;

export const jobsWords = ({ jobs, ran_out }: Asked): string =>
  `${counted(jobs, "job")} done` +
  (ran_out ? `, ${count(ran_out)} undecided within their budget` : "");

/** The board of a position's text. */
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
