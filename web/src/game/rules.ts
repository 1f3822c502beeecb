/** All the rules that the page knows: lines in, outcome out. */

import type { Board as Description } from "../api/types";

export type Mark = "X" | "O";
export type Board = readonly (Mark | null)[];

/** A game, as the server describes it. */
export type Rules = Immutable<Description>;

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

export interface Outcome {
  winner: Mark | null;
  line: readonly number[] | null;
}

/** 3×3, the one game that must work without a server. */
export const CLASSIC: Rules = {
  rules: "3,3,3",
  shape: [3, 3],
  k: 3,
  cells: 9,
  lines: [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
  ],
  guards: [[], [], [], [], [], [], [], []],
  ends: [[], [], [], [], [], [], [], []],
  misere: false,
  torus: false,
  exact: false,
  caro: false,
  gravity: false,
};

export const other = (mark: Mark): Mark => (mark === "X" ? "O" : "X");

export const emptyBoard = (rules: Rules): Board => Array<null>(rules.cells).fill(null);

/** `X.O......`: what stands on the cells, in their order. */
export const marksOf = (board: Board): string => board.map((mark) => mark ?? ".").join("");

/** X always moves first; the counts give the side to move. */
export const turn = (board: Board): Mark =>
  board.filter((mark) => mark !== null).length % 2 === 0 ? "X" : "O";

/** The board after the side to move has played a cell. */
export const play = (board: Board, cell: number): Board => board.with(cell, turn(board));

/** Who has all cells of a line, if anybody. */
export function ownerOf(board: Board, line: readonly number[]) {
  const owner = board[line[0]!];
  return owner && line.every((cell) => board[cell] === owner) && owner;
}

/** Every completed line. One move may complete several. */
export const completeLines = (rules: Rules, board: Board): (readonly number[])[] =>
  rules.lines.filter((line, index) => {
    const owner = ownerOf(board, line);
    return owner && counts(rules, board, index, owner);
  });

/** Whether a complete line counts: it is not too long, nor blocked. */
export const counts = (rules: Rules, board: Board, index: number, owner: Mark): boolean =>
  !rules.guards[index]!.some((cell) => board[cell] === owner) &&
  !blocked(rules, board, index, owner);

/** Whether a line is blocked: in caro, if the opponent is at both of its ends. */
function blocked(rules: Rules, board: Board, index: number, owner: Mark): boolean {
  const ends = rules.ends[index]!;
  return ends.length > 0 && ends.every((cell) => board[cell] === other(owner));
}

/** How the game ended; null while it is going on. In misère the line belongs to the loser. */
export function outcome(rules: Rules, board: Board): Outcome | null {
  const line = completeLines(rules, board)[0];
  if (line) {
    const owner = board[line[0]!]!;
    return { winner: rules.misere ? other(owner) : owner, line };
  }
  return board.includes(null) ? null : { winner: null, line: null };
}

/** What decides where stones fall. */
type Falls = Pick<Rules, "shape" | "gravity">;

/** Whether a stone in a cell would be supported: with gravity, by a stone or the floor. */
const rests = ({ shape, gravity }: Falls, board: Board, cell: number): boolean => {
  const [columns = 1, rows = 1] = shape;
  const onFloor = Math.floor(cell / columns) % rows === rows - 1;
  return !gravity || onFloor || board[cell + columns] !== null;
};

/** The playable cells: all empty ones or, with gravity, the lowest of each column. */
export const playable = (rules: Falls, board: Board): number[] =>
  board.flatMap((mark, cell) => (mark === null && rests(rules, board, cell) ? [cell] : []));

/** The first floating stone; -1 if there is none. */
export const floating = (rules: Rules, board: Board): number =>
  board.findIndex((mark, cell) => mark !== null && !rests(rules, board, cell));

export const floats = (rules: Rules, board: Board): boolean => floating(rules, board) >= 0;

export const legal = (rules: Rules, board: Board): number[] =>
  outcome(rules, board) ? [] : playable(rules, board);

/** For each cell at which a stone can be dropped, where it lands. */
export function landings(rules: Falls, board: Board): ReadonlyMap<number, number> {
  const [columns = 1, rows = 1] = rules.shape;
  const found = new Map<number, number>();
  for (const cell of playable(rules, board)) {
    if (!rules.gravity) found.set(cell, cell);
    else {
      const top = cell - columns * (Math.floor(cell / columns) % rows);
      for (let row = 0; row < rows; row += 1) found.set(top + columns * row, cell);
    }
  }
  return found;
}

/** Where a stone dropped at a cell lands; null if its column, or the cell, is full. */
export const landing = (rules: Rules, board: Board, cell: number): number | null =>
  landings(rules, board).get(cell) ?? null;
