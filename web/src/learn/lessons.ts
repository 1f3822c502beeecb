/**
 * The numbers and examples of the chapters. Python's engines computed them when the page was
 * built (`tools/pagedata/lessons.py`); no number in a chapter comes from anywhere else.
 */

import type { Board as Description, Value } from "../api/types";
import type { Mark } from "../game/rules";
import type { Valued } from "../game/words";
import lessonsUrl from "../../generated/lessons.json?url";
import { fetchJson } from "../site/file";

interface Size {
  positions: number;
  terminal: number;
  distinct: number;
  games: number;
  nodes: number;
  x_wins: number;
  o_wins: number;
  draws: number;
  sequences_per_ply: number[];
}

export interface Rates {
  wins: number;
  draws: number;
  losses: number;
}

export interface Played extends Rates {
  games: number;
  /** The lost games, as cells. */
  lost: number[][];
}

/** One position, and two games from it: by engines without and with a depth count. */
interface Gap {
  position: string;
  turn: Mark;
  blind: number[];
  aware: number[];
}

export interface BoardFacts {
  rules: string;
  shape: number[];
  k: number;
  cells: number;
  lines: number;
  /** Powers of ten. */
  fillings: number;
  orders: number;
  counted: Size | null;
  solved: { value: Value; winner: Mark | null; nodes: number; method: string } | null;
  published: { value: Value; source: string } | null;
}

interface DeepRow {
  depth: number;
  nodes: number;
  proven: boolean;
  value: Value | null;
  plies: number | null;
  estimate: number | null;
  moves: (Valued & { cell: number; best: boolean })[];
}

/** A level that plays a share of its moves perfectly, against others; half of the games as X. */
export interface DialStop extends Record<"random" | "equal" | "perfect", Rates> {
  chance: number;
}

/** How often medium finds the only move. */
export interface Corner {
  position: string;
  keeps: number[];
  free: number;
  share: number;
  cells: number[];
}

/** X's moves and the forced replies to the end, and the line that X completes. */
export interface Won {
  moves: number[];
  row: number[];
}

export interface Lessons {
  size: Size;
  calls: {
    minimax: number;
    alphabeta: number;
    alphabeta_ordered: number;
    memoised: number;
    memoised_worked_out: number;
    symmetric: number;
    symmetric_worked_out: number;
  };
  symmetries: number;
  /** The orders in which all cells can be filled. */
  orders: number;
  games: Record<"hard" | "tactics" | "naive", Record<Mark, Played>>;
  /** A small tree to draw in full, and the calls it takes. */
  tree: { position: string; calls: { minimax: number; alphabeta: number } };
  /** A tree with cuts at the turns of both, and the calls that pruning takes. */
  cuts: { position: string; calls: number };
  toying: Gap;
  yielding: Gap;
  /** Each position has the move, the rule's index, and the cells it is about. */
  tactics: { rules: string[]; positions: Record<string, [number, number, number[]]> };
  /** Each position has the rule's index and the moves it allows. */
  naive: { rules: string[]; positions: Record<string, [number, number[]]> };
  /** All games against the reader's program, with the right piece in its last hole and others. */
  programs: Record<"right" | "hopes" | "means", Record<Mark, Rates & { games: number }>>;
  levels: {
    dial: DialStop[];
    corner: Corner;
    /** At which move medium spoils its draw, and the position where it does so most often. */
    gifts: { ply: number; share: number; position: string; turn: Mark; keeps: number[] }[];
    /** Wins against random as fractions: of the player that sets traps, and of the first best move. */
    traps: Record<Mark, Record<"trapper" | "first", [number, number]>>;
  };
  boards: BoardFacts[];
  /** Boards with gravity, and a position in which every stone is answered on top. */
  gravity: {
    boards: BoardFacts[];
    answered: Description & { position: string; line: number[]; plies: number };
  };
  /** A board on which each line has a pair of its own. */
  pairs: Description & { pairs: number[][] };
  /** After a threat by X: the plan that wins, and what X plays against the replies that matter. */
  zone: {
    shape: number[];
    k: number;
    position: string;
    move: number;
    free: number;
    plan: Won;
    zone: Record<string, Won>;
  };
  deepening: Description & { rows: DeepRow[] };
}

export const loadLessons = () => fetchJson<Lessons>(lessonsUrl);
