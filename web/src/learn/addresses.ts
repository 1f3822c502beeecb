/** Ways out of a chapter: the very position in the game, and the same search in the theatre. */

import rooms from "../../../src/noughts/web/rooms.json";
import { writeLink } from "../game/link";
import { CLASSIC, emptyBoard, type Board } from "../game/rules";
import { plantLine } from "../game/tree";
import type { SearchName } from "../search/events";
import { writeLink as writeSearch } from "../search/link";

/** The board and the theatre in the page's language. */
const PLAY = rooms.play.address;
const SEARCH = rooms.search.address;

/** The game from the empty board, with these moves played. */
export const game = (moves: readonly number[]): string =>
  `${PLAY}${writeLink(plantLine(CLASSIC, emptyBoard(CLASSIC), moves))}`;

export const board = (position: Board): string =>
  `${PLAY}${writeLink(plantLine(CLASSIC, position, []))}`;

/**
 * A search, alone or beside a second one; if all wins are equal, depth does not count. Replies that
 * are mirror images are drawn once if they are merged.
 */
export function theatre(
  position: Board,
  engine: SearchName,
  {
    equal = false,
    second = null,
    merged = false,
  }: { equal?: boolean; second?: SearchName | null; merged?: boolean } = {},
): string {
  const wanted = { board: position, engine, depth: null, depthAware: !equal, second, merged };
  return `${SEARCH}${writeSearch(CLASSIC, wanted)}`;
}
