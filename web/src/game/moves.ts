/** A line of moves, as people write it. */

import { areColumns, parseMove } from "./notation";
import { legal, play, type Board, type Rules } from "./rules";

/** The number before a move, `1.` or `1...`. */
export const NUMBER = /^([0-9]{1,4})(\.\.\.|\.)(?=[^0-9.]|$)/;

/** The moves of a line as words, without their numbers; null if a number is wrong. */
function moveWords(rules: Rules, text: string): string[] | null {
  const words = text.split(/\s+/).filter(Boolean);
  if (rules.gravity && words.length === 1 && areColumns(rules.shape, words[0]!)) {
    return [...words[0]!];
  }
  const moves: string[] = [];
  for (const word of words) {
    const number = NUMBER.exec(word);
    const before = number && Number(number[1]) - 1;
    if (before !== null && before !== moves.length && before !== moves.length >> 1) return null;
    const move = word.slice(number?.[0].length ?? 0);
    if (move) moves.push(move);
  }
  return moves;
}

/** The moves of a text such as `b2 a1 c3`, or null if one of them cannot be played. */
export function parseMoves(rules: Rules, start: Board, text: string): number[] | null {
  let board = start;
  const moves: number[] = [];
  const words = moveWords(rules, text);
  if (!words) return null;
  for (const name of words) {
    const cell = parseMove(rules, board, name);
    if (cell === null || !legal(rules, board).includes(cell)) return null;
    board = play(board, cell);
    moves.push(cell);
  }
  return moves;
}
