import { place } from "./notation";
import { legal, type Board, type Rules } from "./rules";

/** More cells, and a move at random is one near the stones, or near the middle of an empty board. */
const LARGE = 36;
/** Cells from a stone, at most. */
const NEAR = 2;

/** The moves that a level draws from when it plays at random, as `noughts.engines` does. */
export function sensible(rules: Rules, board: Board): number[] {
  const cells = legal(rules, board);
  if (rules.cells <= LARGE || rules.gravity) return cells;
  const at = (cell: number) => Object.values(place(rules.shape, cell));
  const stones = board.flatMap((mark, cell) => (mark ? [at(cell)] : []));
  if (!stones.length) stones.push([...rules.shape, 1].map((side) => Math.floor(side / 2)));
  const near = cells.filter((cell) =>
    stones.some((stone) => at(cell).every((one, axis) => Math.abs(one - stone[axis]!) <= NEAR)),
  );
  return near.length ? near : cells;
}
