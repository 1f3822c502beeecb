/**
 * Levels that err as people do, as `noughts.engines.person` describes them: before each move a depth is
 * drawn, and nothing that lies deeper is seen.
 */

import { completions } from "./completions";
import { other, playable, turn, type Board, type Mark, type Rules } from "./rules";
import { sensible } from "./sensible";

/** The deepest sight: everything, as the perfect player sees it. */
export const DEPTHS = 5;
const FARTHER = 4;

/** Moves with their odds, as whole numbers. */
type Odds = ReadonlyMap<number, number>;

/** A move; null if everything was seen, and the perfect player decides. */
export function chooseAsPerson(
  rules: Rules,
  board: Board,
  sight: number,
  dice: () => number,
): number | null {
  let depth = 0;
  while (depth < DEPTHS && dice() < sight) depth += 1;
  return depth === DEPTHS ? null : draw(seen(rules, board, depth), dice);
}

function draw(odds: Odds, dice: () => number): number {
  let left = dice() * [...odds.values()].reduce((sum, weight) => sum + weight, 0);
  for (const [cell, weight] of odds) if ((left -= weight) < 0) return cell;
  return [...odds.keys()].at(-1)!;
}

const alike = (cells: readonly number[]): Odds => new Map(cells.map((cell) => [cell, 1]));

/** The moves that a person who looks so deep would choose from. */
export function seen(rules: Rules, board: Board, depth: number): Odds {
  const cells = sensible(rules, board);
  if (depth === 0) return alike(cells);
  const me = turn(board);
  if (rules.misere) {
    const lost = completions(rules, board, me);
    const safe = cells.filter((cell) => !lost.includes(cell));
    return alike(safe.length ? safe : playable(rules, board));
  }
  const looks = [
    () => completions(rules, board, me),
    () => completions(rules, board, other(me)),
    () => forks(rules, board, me),
    () => stopFork(rules, board),
  ];
  for (const look of looks.slice(0, depth)) {
    const found = look();
    if (found.length) return alike(found);
  }
  return taste(rules, board, cells);
}

/** The cells that make two threats or more; there is none yet. */
const forks = (rules: Rules, board: Board, mark: Mark): number[] =>
  playable(rules, board).filter(
    (cell) => completions(rules, board.with(cell, mark), mark).length > 1,
  );

/** The move that keeps the opponent from a fork: a threat that is not answered by one, or its cell. */
function stopFork(rules: Rules, board: Board): number[] {
  const me = turn(board);
  const dangers = forks(rules, board, other(me));
  if (!dangers.length) return [];
  for (const cell of playable(rules, board)) {
    const after = board.with(cell, me);
    for (const answer of completions(rules, after, me)) {
      const answered = after.with(answer, other(me));
      if (completions(rules, answered, other(me)).length < 2) return [cell];
    }
  }
  return dangers.slice(0, 1);
}

/** The moves by the lines through them that one side can still complete. */
function taste(rules: Rules, board: Board, cells: readonly number[]): Odds {
  const odds = new Map(cells.map((cell) => [cell, 1]));
  for (const line of rules.lines) {
    const marks = line.map((cell) => board[cell]);
    for (const mark of ["X", "O"] as const) {
      if (marks.includes(other(mark))) continue;
      const weight = FARTHER ** marks.filter((each) => each === mark).length;
      for (const cell of line) {
        const before = odds.get(cell);
        if (before !== undefined) odds.set(cell, before + weight);
      }
    }
  }
  return odds;
}
