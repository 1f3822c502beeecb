/** What a move in a puzzle does and leads to; fetched with the first move. */

import type { Analysis } from "../api/types";
import { reasonPieces } from "../explain/reason";
import { say, type Piece } from "../explain/say";
import type { Puzzle } from "./puzzle";
import { judged, messages, named } from "./words";

/** The move with its reason; only whether it is right if no reason is known. */
export function verdict(puzzle: Puzzle, cell: number, before: Analysis | null): readonly Piece[] {
  const facts = before?.moves.find((move) => move.cell === cell)?.facts;
  if (!before || !facts?.length) return judged(puzzle, cell);
  return say(puzzle.answers.includes(cell) ? messages.right : messages.wrong, {
    move: [named(puzzle.rules, cell)],
    reason: reasonPieces(puzzle.rules, before.turn, facts),
  });
}
