/** What the rules alone show of a move. */

import type { Fact } from "../api/types";
import type { Worth } from "../game/analysis";
import { cellName } from "../game/notation";
import { other, outcome, playable, turn, type Board, type Mark, type Rules } from "../game/rules";

/** The facts about a move, as in `noughts.explain`, as far as the rules show them. */
export function factsOf(
  rules: Rules,
  board: Board,
  cell: number,
  worth: Worth | null,
  proved: Worth | null,
): Fact[] {
  const [me, opponent] = [turn(board), other(turn(board))];
  const line = completed(rules, board, cell, me);
  if (line) {
    return [{ kind: rules.misere ? "loses at once" : "wins at once", lines: [line], plies: 1 }];
  }
  if (playable(rules, board.with(cell, me)).length === 0) return [{ kind: "fills board" }];
  const blocked = rules.misere ? null : completed(rules, board, cell, opponent);
  const deeds: Fact[] = blocked ? [{ kind: "blocks", lines: [blocked] }] : [];
  return [...deeds, ...verdict(worth, proved, deeds.length > 0)];
}

function verdict(worth: Worth | null, proved: Worth | null, silent: boolean): Fact[] {
  if (worth === null) return [];
  const ends = worth.plies === null ? {} : { plies: worth.plies };
  if (worth.value === "win") return [{ kind: "wins", ...ends }];
  if (worth.value === "loss") {
    const all = worth.plies === null && proved?.value === "loss";
    return [{ kind: all ? "loses as all do" : "loses", ...ends }];
  }
  if (proved?.value === "win") return [{ kind: "misses win" }];
  return silent ? [] : [{ kind: "keeps draw" }];
}

/** The names of the cells of a line that a stone would complete. */
function completed(rules: Rules, board: Board, cell: number, mark: Mark): string[] | null {
  const over = outcome(rules, board.with(cell, mark));
  return over?.line?.map((each) => cellName(rules.shape, each)) ?? null;
}
