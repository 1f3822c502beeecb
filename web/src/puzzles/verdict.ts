/** What an answer does and leads to; fetched with the first answer. */

import type { Analysis } from "../api/types";
import { reasonPieces } from "../explain/reason";
import { say, type Piece } from "../explain/say";
import { cellName } from "../game/notation";
import { completeLines, other, play, playable, turn, type Board } from "../game/rules";
import { here } from "../game/tree";
import { asked, type Puzzle } from "./puzzle";
import { judged, messages, named } from "./words";

/** The move with its reason; only whether it is right if no reason is known. */
export function verdict(
  puzzle: Puzzle,
  cell: number,
  before: Analysis | null,
  shown: boolean,
): readonly Piece[] {
  const right = puzzle.answers.includes(cell);
  const reason = byFours(puzzle, cell, right) ?? reasonOf(puzzle, cell, before);
  if (!reason) return judged(puzzle, cellName(puzzle.rules.shape, cell), shown);
  return say(right && !shown ? messages.right : messages.wrong, {
    move: [named(puzzle.rules, cell)],
    reason,
  });
}

function reasonOf({ rules }: Puzzle, cell: number, before: Analysis | null): Piece[] | null {
  const facts = before?.moves.find((move) => move.cell === cell)?.facts;
  return before && facts?.length ? reasonPieces(rules, before.turn, facts) : null;
}

/** In puzzles of wins by fours, what is claimed is about fours. */
function byFours(puzzle: Puzzle, cell: number, right: boolean): Piece[] | null {
  const { kind, rules, line } = puzzle;
  if (kind !== "vcf" && kind !== "vct") return null;
  const { board } = here(asked(puzzle));
  const names = line.map((each) => cellName(rules.shape, each)).join(" ");
  if (right) return say(messages[`${kind} right`], { line: names });
  const block = blockOf(puzzle, play(board, cell));
  if (block !== null) {
    return say(messages.stopped, { reply: [named(rules, block)], turn: turn(board) });
  }
  return kind === "vcf" ? say(messages["no four"], { turn: turn(board) }) : null;
}

/** Where a line that the last move threatens has to be stopped; null if it threatens none. */
export function blockOf({ rules }: Puzzle, after: Board): number | null {
  const mark = other(turn(after));
  const fills = (cell: number) => completeLines(rules, after.with(cell, mark)).length > 0;
  return playable(rules, after).find(fills) ?? null;
}
