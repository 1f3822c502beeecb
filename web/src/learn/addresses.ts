/** Ways out of a chapter: the very position in the game, and the same search in the theatre. */

import { CLASSIC, type Board } from "../game/rules";
import { cellName, positionText } from "../game/notation";

/** The game from the empty board, with these moves played. */
export const game = (moves: readonly number[]): string =>
  `/#rules=${CLASSIC.rules}&moves=${moves.map((cell) => cellName(CLASSIC.shape, cell)).join("-")}`;

/** A position on the game's board. */
export const board = (position: Board): string =>
  `/#rules=${CLASSIC.rules}&position=${positionText(CLASSIC.shape, position)}`;

export const theatre = (position: Board, engine: string): string =>
  `/search#rules=${CLASSIC.rules}&position=${positionText(CLASSIC.shape, position)}&search=${engine}`;
