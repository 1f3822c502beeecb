/** Two players that follow a list: what their rules say, and what they answer. */

import { CLASSIC, legal, other, play, turn, type Board, type Mark } from "../game/rules";
import { lookUp, type Table } from "../game/table";
import { cellName } from "../game/notation";
import { listed } from "../game/words";
import { key } from "./games";
import type { Lessons } from "./lessons";

export interface Rule {
  name: string;
  says: string;
}

export interface Answer {
  cell: number;
  /** The index of the rule that applied. */
  rule: number;
  why: string;
  /** The cells it is about. */
  lit: readonly number[];
  /** How many moves the rule allows. */
  choices: number;
}

/** The rules by the names that Python gives them. */
const SAYS: Readonly<Record<string, string>> = {
  win: "Complete a line.",
  block: "Stop the opponent from completing one.",
  fork: "Make two threats at once.",
  "stop a fork": "Do not let the opponent make two at once.",
  centre: "Take the centre.",
  "opposite corner": "Take the corner opposite the opponent's.",
  corner: "Take any corner.",
  side: "Take what is left.",
  book: "First reply: to a corner: the centre, to the centre: a corner, to an edge a corner beside it.",
  "no fork next": "Take the first cell after which the opponent cannot make two threats at once.",
  anything: "Take any cell.",
};

export const rulesOf = (names: readonly string[]): Rule[] =>
  names.map((name) => ({ name, says: SAYS[name] ?? "" }));

const name = (cell: number) => cellName(CLASSIC.shape, cell);
const names = (cells: readonly number[]) => cells.map(name).join(" ");

/** What the tactics player plays. */
export function tacticsAnswer({ tactics }: Lessons, board: Board): Answer {
  const [cell, rule, lit, why] = tactics.positions[key(board)]!;
  return { cell, rule, lit, why, choices: 1 };
}

/** What the naive player plays; where its rule allows several moves, `times` picks one of them. */
export function naiveAnswer({ naive }: Lessons, board: Board, times: number): Answer {
  const [rule, cells] = naive.positions[key(board)]!;
  const cell = cells[times % cells.length]!;
  const said: Record<string, string> = {
    book: `the book answers ${names(board.flatMap((mark, at) => (mark ? [at] : [])))} so`,
    win: `completes a line`,
    block: `${other(turn(board))} threatens ${name(cell)}`,
    "no fork next": `after ${name(cell)} no single reply makes two threats`,
    anything: `after every move some reply makes two threats, so the list has no advice`,
  };
  return {
    cell,
    rule,
    lit: cells.length > 1 ? cells : [],
    why: said[naive.rules[rule]!]!,
    choices: cells.length,
  };
}

/** The cells with which a mark would complete a line. */
export const completions = (board: Board, mark: Mark): number[] =>
  legal(CLASSIC, board).filter((cell) =>
    CLASSIC.lines.some(
      (line) => line.includes(cell) && line.every((each) => each === cell || board[each] === mark),
    ),
  );

/** The move of one side that turned the game into a lost one. */
export function mistake(table: Table, line: readonly Board[], side: Mark): number | null {
  const lost = (board: Board) => {
    const found = lookUp(table, board);
    return found.value === (found.turn === side ? "loss" : "win");
  };
  const index = line.findIndex(
    (board, ply) =>
      ply > 0 && turn(line[ply - 1]!) === side && !lost(line[ply - 1]!) && lost(board),
  );
  return index < 0 ? null : index;
}

/** What a move does, in words: for the side without a list. */
export function deed(board: Board, cell: number): string {
  const side = turn(board);
  if (completions(board, side).includes(cell)) return "wins";
  const blocks = completions(board, other(side)).includes(cell);
  const threats = completions(play(board, cell), side);
  const threatens = threats.length > 0 ? `threatens ${listed(threats.map(name))}` : "";
  const both = threats.length > 1 ? " at once: a fork" : "";
  if (blocks) return threatens ? `blocks, and ${threatens}${both}` : "blocks";
  return threatens ? `${threatens}${both}` : "plays quietly";
}
