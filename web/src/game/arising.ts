/**
 * Whether some order of the moves leads to given marks, like `noughts.core.history`. Under `exact`
 * and `caro` a side may own a line that does not count. Its last mark must have come after those
 * that keep it from counting, so moves are taken back until no such line is left.
 */

import { completeLines, floats, ownerOf, type Board, type Rules } from "./rules";

/** Lines looked at; a longer search gives up and allows the marks. */
const STEPS = 100_000;

export function arises(rules: Rules, start: Board): boolean {
  // Going back never adds an owned line.
  const kept = [...rules.lines.keys()].filter((index) => ownerOf(start, rules.lines[index]!));
  const some = (each: readonly (readonly number[])[]) => kept.map((index) => each[index]!);
  const owned = {
    ...rules,
    lines: some(rules.lines),
    guards: some(rules.guards),
    ends: some(rules.ends),
  };
  /** The cells that can change which lines count. */
  const involved = new Set([owned.lines, owned.guards, owned.ends].flat(2));
  const seen = new Set([start.join()]);
  const left = [start];
  let steps = STEPS;
  while (left.length > 0 && steps > 0) {
    const board = left.pop()!;
    const still = owned.lines.filter((line) => ownerOf(board, line));
    steps -= 2 * owned.lines.length;
    if (completeLines(owned, board).length === still.length) return true;
    // The top of the stack is tried first.
    for (const cell of lastMoves(rules, board, still, involved).reverse()) {
      const before = board.with(cell, null);
      if (floats(rules, before)) continue;
      steps -= owned.lines.length;
      if (completeLines(owned, before).length > 0 || seen.has(before.join())) continue;
      seen.add(before.join());
      left.push(before);
    }
  }
  return left.length > 0;
}

/** The cells that may have been played last, first those that break an owned line. */
function lastMoves(
  rules: Rules,
  board: Board,
  owned: readonly (readonly number[])[],
  involved: ReadonlySet<number>,
): number[] {
  const count = (mark: string) => board.filter((each) => each === mark).length;
  const side = count("X") > count("O") ? "X" : "O";
  const broken = new Set(owned.filter((line) => board[line[0]!] === side).flat());
  const own = board.flatMap((mark, cell) => (mark === side ? [cell] : []));
  const free = own.filter((cell) => !involved.has(cell));
  return [
    ...own.filter((cell) => broken.has(cell)),
    ...(rules.gravity ? free : free.slice(0, 1)), // any of them will do
    ...own.filter((cell) => involved.has(cell) && !broken.has(cell)),
  ];
}
