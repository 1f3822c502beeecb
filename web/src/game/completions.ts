import { counts, playable, type Board, type Mark, type Rules } from "./rules";

/** The playable cells on which a stone completes a line of a mark. */
export function completions(rules: Rules, board: Board, mark: Mark): number[] {
  const found = new Set<number>();
  rules.lines.forEach((line, index) => {
    const [cell, ...more] = line.filter((each) => board[each] !== mark);
    if (cell === undefined || more.length > 0) return;
    if (counts(rules, board, index, mark)) found.add(cell);
  });
  return playable(rules, board).filter((cell) => found.has(cell));
}
