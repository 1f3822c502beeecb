/** What the chapters count themselves, in the reader's browser. */

import { cellName } from "../game/notation";
import { CLASSIC, legal, marksOf, outcome, play, type Board, type Mark } from "../game/rules";
import { t } from "../site/t";

/** The name of a cell of 3×3: "b2". */
export const name = (cell: number): string => cellName(CLASSIC.shape, cell);

const known = new Map<string, number>();

/** How many games can still be played from here; 1 if the game is over. */
export function gamesFrom(board: Board): number {
  const text = marksOf(board);
  let games = known.get(text);
  if (games === undefined) {
    games = outcome(CLASSIC, board)
      ? 1
      : legal(CLASSIC, board).reduce((sum, cell) => sum + gamesFrom(play(board, cell)), 0);
    known.set(text, games);
  }
  return games;
}

/** How a game has ended. */
export const endWords = (winner: Mark | null): string =>
  winner ? t("{winner} has won", { winner }) : t("A draw");

/** The positions of a game, from a board on. */
export const positions = (start: Board, moves: readonly number[]): Board[] =>
  moves.reduce((line, cell) => [...line, play(line.at(-1)!, cell)], [start]);

/** The board of a text such as `X.O/.X./..O`. */
export const boardOf = (text: string): Board =>
  [...text.replaceAll("/", "")].map((char) => (char === "X" || char === "O" ? char : null));

/** Where each cell goes under the rotations and mirror images of 3×3, the identity first. */
export const SYMMETRIES: readonly (readonly number[])[] = [false, true].flatMap((mirrored) =>
  [0, 1, 2, 3].map((turns) =>
    Array.from({ length: 9 }, (_, cell) => {
      let [x, y] = [cell % 3, Math.floor(cell / 3)];
      if (mirrored) x = 2 - x;
      for (let turn = 0; turn < turns; turn += 1) [x, y] = [2 - y, x];
      return y * 3 + x;
    }),
  ),
);

export const turned = (board: Board, symmetry: readonly number[]): Board => {
  const image = [...board];
  symmetry.forEach((to, from) => (image[to] = board[from] ?? null));
  return image;
};
