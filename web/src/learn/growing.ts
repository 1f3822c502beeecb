/**
 * A tree that the reader grows, and the values that climb it. An end has its score. Any other
 * position takes the best value of its replies once all of them have one: X takes the highest, O
 * the lowest.
 */

import { CLASSIC, legal, outcome, play, turn, type Board } from "../game/rules";
import type { PictureNode } from "../search/picture";
import { t } from "../site/t";
import { endWords, name } from "./games";
import { signed } from "./numbers";

/** The score of a finished game, for X; null while it is going on. */
export function endScore(board: Board): number | null {
  const over = outcome(CLASSIC, board);
  return over && (over.winner === "X" ? 1 : over.winner === "O" ? -1 : 0);
}

/** Minimax, without anything else. */
export function value(board: Board): number {
  const replies = () => legal(CLASSIC, board).map((cell) => value(play(board, cell)));
  return endScore(board) ?? pick(board)(...replies());
}

const pick = (board: Board): ((...values: number[]) => number) =>
  turn(board) === "X" ? Math.max : Math.min;

/** A node's key is the moves that lead to it: `1-3` is b1, then a2. */
export const keyOf = (moves: readonly number[]): string => moves.join("-");
export const movesOf = (key: string): number[] => (key ? key.split("-").map(Number) : []);

/** A node of a tree; its value is good for the side of its sign. */
export function nodeOf(
  board: Board,
  moves: readonly number[],
  {
    sign = 0,
    ...more
  }: Pick<PictureNode, "status" | "words" | "children" | "value"> & { sign?: number },
): PictureNode {
  const last = moves.at(-1) ?? null;
  const winner = sign > 0 ? "X" : sign < 0 ? "O" : null;
  return {
    ...{ key: keyOf(moves), board, last, ...more },
    ...(last !== null && { move: name(last) }),
    ...(more.value !== undefined && { winner }),
  };
}

/** The tree so far, with the replies of the opened positions. */
export function grown(start: Board, opened: ReadonlySet<string>): PictureNode {
  const node = (board: Board, moves: readonly number[]): PictureNode & { score: number | null } => {
    const end = endScore(board);
    const open = opened.has(keyOf(moves));
    const replies = open ? legal(CLASSIC, board) : [];
    const children = replies.map((cell) => node(play(board, cell), [...moves, cell]));
    const scores = children.map((child) => child.score);
    const known = open && scores.every((each): each is number => each !== null);
    const score = end ?? (known ? pick(board)(...(scores as number[])) : null);
    const best = known && score !== null ? scores.indexOf(score) : -1;
    return {
      ...nodeOf(board, moves, {
        status: score !== null ? "done" : open ? "waiting" : "unvisited",
        ...(score !== null && { value: signed(score), sign: score }),
        words: words(board, moves.at(-1) ?? null, score, open),
        children: children.map((child, index) => ({ ...child, best: index === best })),
      }),
      score,
    };
  };
  return node(start, []);
}

function words(board: Board, last: number | null, score: number | null, open: boolean): string {
  const values = { name: nodeName(board, last), value: signed(score ?? 0) };
  if (endScore(board) !== null) return t("{name}: the game is over, score {value}", values);
  if (score !== null) return t("{name}: worth {value}", values);
  return t(open ? t("{name}: waits for its replies") : t("{name}: not opened yet"), values);
}

/** What a position in a tree is called: "X b2", by the last move. */
export const nodeName = (board: Board, last: number | null): string =>
  last === null ? t("The first position") : `${board[last]} ${name(last)}`;

/** The description of a position in the tree. */
export function explain(start: Board, opened: ReadonlySet<string>, key: string): string {
  const board = movesOf(key).reduce(play, start);
  const end = endScore(board);
  if (end !== null) {
    const result = endWords(end > 0 ? "X" : end < 0 ? "O" : null);
    return t("{result}: {value}. Nothing to look at below.", { result, value: signed(end) });
  }
  const side = turn(board);
  if (!opened.has(key)) return t("{side} is to move. Open it to see its replies.", { side });
  const found = find(grown(start, opened), key);
  const values = found.children.map((child) => child.value ?? "?").join(", ");
  const [known, unknown] =
    side === "X"
      ? [
          t("X is to move and takes the highest of {values}: {value}."),
          t("X is to move and will take the highest of {values}. Open what is still unknown."),
        ]
      : [
          t("O is to move and takes the lowest of {values}: {value}."),
          t("O is to move and will take the lowest of {values}. Open what is still unknown."),
        ];
  return t(found.value ? known : unknown, { values, value: found.value ?? "" });
}

function find(node: PictureNode, key: string): PictureNode {
  if (node.key === key) return node;
  const next = node.children.find((child) => `${key}-`.startsWith(`${child.key}-`))!;
  return find(next, key);
}

/** Every position of the tree that has replies. */
export function inner(start: Board, moves: readonly number[] = []): string[] {
  if (endScore(start) !== null) return [];
  return [
    keyOf(moves),
    ...legal(CLASSIC, start).flatMap((cell) => inner(play(start, cell), [...moves, cell])),
  ];
}
