/** What a pack tells of wrong answers; fetched with the first answer. */

import type { Analysis, MoveAnalysis } from "../api/types";
import { analysisOf, moveOf, type Worth } from "../game/analysis";
import { completions } from "../game/completions";
import { cellName } from "../game/notation";
import { completeLines, outcome, play, turn, type Board, type Rules } from "../game/rules";
import { here } from "../game/tree";
import { factsOf } from "../gravity/facts";
import { asked, type Puzzle } from "./puzzle";
import { answerName } from "./words";
import { t, tn } from "../site/t";

/** What a line to the end of the game is worth to the side that begins it. */
function worthOf(rules: Rules, board: Board, line: readonly number[]): Worth {
  const winner = outcome(rules, line.reduce(play, board))?.winner ?? null;
  if (winner === null) return { value: "draw", plies: null };
  return { value: winner === turn(board) ? "win" : "loss", plies: line.length };
}

/** The value of each move that the pack has a line of, best first; null if it has none. */
export function told(puzzle: Puzzle): Analysis | null {
  const { rules, line, refutations } = puzzle;
  if (refutations.length === 0) return null;
  const { board } = here(asked(puzzle));
  const proved = worthOf(rules, board, line);
  const weighed = [line, ...refutations].map((moves) => {
    const cell = moves[0]!;
    const worth = worthOf(rules, board, moves);
    const facts = factsOf(rules, board, cell, worth, proved);
    if (worth.value === "loss" && worth.plies === 2) {
      const [ends = []] = completeLines(rules, moves.reduce(play, board));
      const names = ends.map((each) => cellName(rules.shape, each));
      facts.push({ kind: "allows line", lines: [names] });
    }
    return moveOf(rules, board, cell, worth, moves === line, facts);
  });
  const plies = (move: MoveAnalysis) => (move.value === "draw" ? Infinity : (move.plies ?? 0));
  const [right, ...wrong] = weighed;
  wrong.sort((one, two) => plies(two) - plies(one));
  return analysisOf(rules, board, proved, [right!, ...wrong]);
}

/** The reply to a wrong move that the pack has; null if it has none. */
export const replyTo = ({ refutations }: Puzzle, cell: number): number | null =>
  refutations.find(([first]) => first === cell)?.[1] ?? null;

/** In puzzles about fours: what becomes of a wrong move, and the reply that shows it. */
export function stopOf(
  puzzle: Puzzle,
  cell: number,
): { said: "allows line" | "stopped" | "no four" | "no threat"; reply: number | null } {
  const { rules, kind } = puzzle;
  const { board } = here(asked(puzzle));
  const after = play(board, cell);
  const [allowed] = completions(rules, after, turn(after));
  if (allowed !== undefined) return { said: "allows line", reply: allowed };
  const reply =
    kind === "vct" ? replyTo(puzzle, cell) : (completions(rules, after, turn(board))[0] ?? null);
  if (reply !== null) return { said: "stopped", reply };
  return { said: kind === "vct" ? "no threat" : "no four", reply };
}

/** Why an answer that is not a move is wrong. */
export function whyNot(puzzle: Puzzle, given: string): string {
  const { ask, answer, plies, rules, start, before } = puzzle;
  if (ask === "winner") {
    const values = { given, answer, count: plies ?? 0, other: given === "X" ? "O" : "X" };
    if (given === "draw")
      return tn(
        "Somebody can win: {answer} wins in {count} move.",
        "Somebody can win: {answer} wins in {count} moves.",
        values,
      );
    if (answer === "draw")
      return t("{given} cannot force a win: {other} can hold the draw.", values);
    return tn(
      "{given} cannot force a win: {answer} wins in {count} move.",
      "{given} cannot force a win: {answer} wins in {count} moves.",
      values,
    );
  }
  const winner = outcome(rules, before.reduce(play, start))?.winner ?? t("Nobody");
  const values = { name: answerName(puzzle, given), winner };
  return Number(given) < Number(answer)
    ? t("It was not {name}: after it, {winner} could not force a win yet.", values)
    : t("It was not {name}: {winner} could force a win before it.", values);
}

/** Where the moves that refute an answer begin, as a move number, and the moves. */
export function against(
  puzzle: Puzzle,
  given: string,
): { from: number; line: readonly number[] | null } {
  const { ask, answer, before, line, refutations } = puzzle;
  if (ask === "winner") return { from: before.length, line };
  const [number, lost] = [Number(given), Number(answer)];
  const early = number < lost;
  // One for each wrong number.
  return {
    from: early ? number : number - 1,
    line: refutations[early ? number - 1 : number - 2] ?? null,
  };
}
