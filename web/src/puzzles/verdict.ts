/** What an answer does and leads to; fetched with the first answer. */

import type { Analysis } from "../api/types";
import { reasonPieces } from "../explain/reason";
import { say, type Piece } from "../explain/say";
import { cellName } from "../game/notation";
import { other, turn } from "../game/rules";
import { here } from "../game/tree";
import { asked, type Puzzle } from "./puzzle";
import { stopOf } from "./refuted";
import { judged, messages, named } from "./words";
import { t } from "../site/t";

/** The move with its reason; only whether it is right if no reason is known. */
export function verdict(
  puzzle: Puzzle,
  cell: number,
  before: Analysis | null,
  shown: boolean,
): readonly Piece[] {
  const right = puzzle.answers.includes(cell);
  const { kind } = puzzle;
  const reason =
    kind === "vcf" || kind === "vct"
      ? ofFours(puzzle, kind, cell, right)
      : reasonOf(puzzle, cell, before);
  if (!reason) {
    const alone = judged(puzzle, cellName(puzzle.rules.shape, cell), shown);
    return right || shown
      ? alone
      : [...alone, " ", t("The reply to it isn't kept on this device.")];
  }
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
function ofFours(puzzle: Puzzle, kind: "vcf" | "vct", cell: number, right: boolean): Piece[] {
  const { rules, line } = puzzle;
  const mark = turn(here(asked(puzzle)).board);
  if (right && cell !== line[0]) return say(messages["is right"]);
  if (right) {
    const names = line.map((each) => cellName(rules.shape, each)).join(" ");
    return say(messages[`${kind} right`], { line: names });
  }
  const { said, reply } = stopOf(puzzle, cell);
  return say(messages[said], {
    turn: mark,
    other: other(mark),
    reply: reply === null ? "" : [named(rules, reply)],
  });
}
