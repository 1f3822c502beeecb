/**
 * Proves small positions in the page itself, so that a wrong move is answered offline, too: every
 * line of play to its end, each position once. Games with gravity have their own search
 * (`gravity/engine.ts`).
 */

import type { Analysis, Fact } from "../api/types";
import { analysisOf, finished, type Worth } from "../game/analysis";
import { cellName } from "../game/notation";
import { completeLines, legal, outcome, play, turn, type Board, type Rules } from "../game/rules";
import { factsOf } from "../gravity/facts";

/** With more empty cells it would take long. */
const MOST_EMPTY = 12;

/** The value of a position and of each move, best first; null for one that is too large. */
export function prove(rules: Rules, board: Board): Analysis | null {
  const empty = board.filter((mark) => mark === null).length;
  if (rules.gravity || empty > MOST_EMPTY) return null;
  const over = finished(rules, board);
  if (over) return over;
  const known = new Map<string, number>();
  const moves = legal(rules, board)
    .map((cell) => {
      const after = play(board, cell);
      return { cell, after, score: -back(score(rules, after, known)) };
    })
    .sort((one, two) => two.score - one.score);
  const best = moves[0]!.score;
  const proved = worthOf(best);
  const weighed = moves.map(({ cell, after, score }) => {
    const worth = worthOf(score);
    const facts = [
      ...factsOf(rules, board, cell, worth, proved),
      ...(worth.value === "loss" && worth.plies === 2 ? [reply(rules, after)] : []),
    ];
    return { cell, worth, best: score === best, facts };
  });
  return analysisOf(rules, board, proved, weighed);
}

/** A won game counts so much, less one for each move until its end. */
const WON = 1000;

/** The score one move earlier: a win or a loss is one move further away. */
const back = (score: number): number => score - Math.sign(score);

const worthOf = (score: number): Worth => {
  if (score === 0) return { value: "draw", plies: null };
  return { value: score > 0 ? "win" : "loss", plies: WON - Math.abs(score) };
};

/** The score of a position for the side to move. */
function score(rules: Rules, board: Board, known: Map<string, number>): number {
  const key = board.map((mark) => mark ?? ".").join("");
  const found = known.get(key);
  if (found !== undefined) return found;
  const over = outcome(rules, board);
  let best = -Infinity;
  if (over) best = over.winner === null ? 0 : over.winner === turn(board) ? WON : -WON;
  else {
    for (const cell of legal(rules, board)) {
      best = Math.max(best, -back(score(rules, play(board, cell), known)));
      if (best === WON - 1) break;
    }
  }
  known.set(key, best);
  return best;
}

/** The reply that ends the game at once. */
function reply(rules: Rules, after: Board): Fact {
  const [mark, cells] = [turn(after), legal(rules, after)];
  const ending = cells.find((cell) => {
    const over = outcome(rules, play(after, cell));
    return over !== null && over.winner === mark;
  });
  const line = ending === undefined ? [] : completeLines(rules, play(after, ending))[0];
  return { kind: "allows line", lines: [(line ?? []).map((cell) => cellName(rules.shape, cell))] };
}
