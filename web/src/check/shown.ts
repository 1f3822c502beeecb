/** A finding on the board: the game that shows it, and where in it the move stands. */

import { parseMoves } from "../game/moves";
import { parseCell } from "../game/notation";
import { CLASSIC, emptyBoard, play, type Board } from "../game/rules";
import type { Finding } from "./report";

export interface Shown {
  /** The boards of the game, from the empty one; of a finding without a game its board alone. */
  readonly boards: readonly Board[];
  readonly moves: readonly number[];
  /** Which of them shows it. */
  readonly at: number;
  /** What the program played there, and what would have been best. */
  readonly played: number | null;
  readonly best: readonly number[];
}

const cell = (name: string): number => parseCell(CLASSIC.shape, name)!;

/** `X../.O./...` as a board. It may be one that a game cannot reach, such as one with two winners. */
const boardOf = (position: string): Board =>
  [...position.replaceAll("/", "")].map((mark) => (mark === "X" || mark === "O" ? mark : null));

export function shownOf(finding: Finding): Shown | null {
  const { position, moves: names, played, best } = finding;
  const move = { played: played ? cell(played.move) : null, best: best.map(cell) };
  const moves = parseMoves(CLASSIC, emptyBoard(CLASSIC), names.join(" ")) ?? [];
  const boards = moves.reduce(
    (all, each) => [...all, play(all.at(-1)!, each)],
    [emptyBoard(CLASSIC)],
  );
  if (position === null) return moves.length ? { boards, moves, at: moves.length, ...move } : null;
  const board = boardOf(position);
  const at = boards.findIndex((each) => each.every((mark, cell) => mark === board[cell]));
  return at < 0 ? { boards: [board], moves: [], at: 0, ...move } : { boards, moves, at, ...move };
}
