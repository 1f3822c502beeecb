/** What Python wrote for these tests. */

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Analysis } from "../src/api/types";
import type { Table } from "../src/game/table";
import { parsePosition } from "../src/game/positions";
import type { SearchName } from "../src/search/events";
import { CLASSIC, type Board, type Mark, type Rules } from "../src/game/rules";

export interface Fact {
  outcome: { winner: Mark | null; line: string[] | null } | null;
  turn: Mark;
  value: "win" | "draw" | "loss";
  plies: number | null;
  best: string[];
  hard: number | null;
  why: string | null;
}

const read = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../generated/${name}`, import.meta.url), "utf8")) as T;

export const table = read<Table>("table.json");
export const facts = Object.entries(read<Record<string, Fact>>("facts.json"));

/** Searches that Python traced, each as the digest of its events. */
export const traces = read<{
  limit: number;
  rules: Record<string, Rules>;
  symmetries: Record<string, number[][]>;
  cases: {
    rules: string;
    position: string;
    search: SearchName;
    depth: number | null;
    depth_aware: boolean;
    events: number;
    digest: string;
  }[];
}>("traces.json");

/** How Python reads, plays, hints, grades and counts. */
export const vectors = read<{
  /** `lines` says how many there are. */
  games: {
    text: string;
    read: (Omit<Rules, "lines" | "guards" | "ends"> & { lines: number; digest: string }) | null;
  }[];
  records: {
    text: string;
    board?: Rules;
    read: { rules: string; start: string; lines: number[][]; at: number } | null;
  }[];
  flaws: { board: Rules; text: string; error: string }[];
  arising: { board: Rules; positions: string[] }[];
  written: { board: Rules; read: Record<string, string | null> }[];
  hints: Record<string, [string, number[]][]>;
  playouts: {
    board: Rules;
    games: { moves: number[]; legal: number[][]; easy: number[][]; result: string }[];
  }[];
  pruned: { mover: Mark; elsewhere: number; here: number; guesses: boolean; words: string }[];
  reviews: { moves: number[]; grades: string[]; decided: number | null }[];
  persons: { board: Rules; views: Record<string, [number, number][][]> }[];
  series: {
    best_of: 3 | 5;
    results: (0 | 1 | null)[];
    score: [number, number];
    draws: number;
    over: boolean;
    winner: 0 | 1 | null;
  }[];
}>("vectors.json");

/** What is proved of positions in which stones fall. */
export const gravity = read<{
  exact: {
    board: Rules;
    /** `nodes` have been looked at for these and all before them. */
    values: Record<string, { value: number; plies: number | null; nodes: number }>;
  }[];
  booked: Record<string, number>;
  early: Record<string, { value: number; nodes: number }>;
  small: {
    board: Rules;
    file: string;
    signs: Record<string, number>;
    values: Record<string, number | null>;
    bounds: Record<string, [number, number]>;
  };
  analyses: { board: Rules; analyses: Record<string, Analysis> }[];
  /** Of each move, by its cell: plies of a win, minus those of a loss, 0 for a draw. */
  law: { board: Rules; values: Record<string, Record<number, number>> }[];
}>("gravity.json");

export const board = (text: string, rules: Rules = CLASSIC): Board => {
  const found = parsePosition(rules, text);
  if (!found) throw new Error(`${text} is no position`);
  return found;
};

/** `expect` takes longer than many a search, so it is only called to say what is wrong. */
export function same(found: unknown, wanted: unknown, where: string): void {
  if (!Object.is(found, wanted)) expect(found, where).toBe(wanted);
}
