/** A small tree whose leaves the reader gives other values: what pruning then looks at, and finds. */

import { CLASSIC, legal, play, turn, type Board } from "../game/rules";
import type { PictureNode } from "../search/picture";
import { sentences } from "../site/sentences";
import { t, tn } from "../site/t";
import { endScore, keyOf, nodeName, nodeOf } from "./growing";
import { signed } from "./numbers";

/** The values of leaves by their keys, where they are not those of the game. */
export type Changed = ReadonlyMap<string, number>;

export interface Searched {
  readonly picture: PictureNode;
  readonly value: number;
  /** The leaves that were looked at, and those that were cut off. */
  readonly seen: ReadonlySet<string>;
  readonly cut: ReadonlySet<string>;
}

/** The value after this one, when the reader taps a leaf. */
export const nextValue = (value: number): number => (value === 1 ? -1 : value + 1);

/** How far a leaf is dragged, in pixels, for its value to change by 1. */
const DRAG = 22;

/** The value of a leaf that is dragged up by this many pixels. */
export const draggedValue = (value: number, up: number): number =>
  Math.max(-1, Math.min(1, value + Math.round(up / DRAG)));

export function searched(start: Board, changed: Changed): Searched {
  const seen = new Set<string>();
  const cut = new Set<string>();

  const name = (board: Board, moves: readonly number[]): string =>
    nodeName(board, moves.at(-1) ?? null);
  const leaf = (board: Board, moves: readonly number[], looked: boolean): PictureNode => {
    const key = keyOf(moves);
    (looked ? seen : cut).add(key);
    const value = changed.get(key) ?? endScore(board)!;
    const words = t(looked ? t("{name}: a leaf, {value}") : t("{name}: a leaf, {value}, cut off"), {
      name: name(board, moves),
      value: signed(value),
    });
    const status = looked ? "done" : "unvisited";
    const leaf = { status, words, value: signed(value), sign: value, children: [] } as const;
    return { ...nodeOf(board, moves, leaf), handle: true };
  };
  /** What is cut off, drawn faintly. */
  const asleep = (board: Board, moves: readonly number[]): PictureNode => {
    if (endScore(board) !== null) return leaf(board, moves, false);
    const children = legal(CLASSIC, board).map((cell) =>
      asleep(play(board, cell), [...moves, cell]),
    );
    return nodeOf(board, moves, {
      status: "unvisited",
      words: t("{name}: cut off", { name: name(board, moves) }),
      children,
    });
  };
  const visit = (
    board: Board,
    moves: readonly number[],
    alpha: number,
    beta: number,
  ): { picture: PictureNode; value: number } => {
    const end = endScore(board);
    if (end !== null)
      return { picture: leaf(board, moves, true), value: changed.get(keyOf(moves)) ?? end };
    const highest = turn(board) === "X";
    let [low, high, best, bestAt] = [alpha, beta, highest ? -2 : 2, -1];
    const children = legal(CLASSIC, board).map((cell, index) => {
      const [after, line] = [play(board, cell), [...moves, cell]];
      if (low >= high) return asleep(after, line);
      const { picture, value } = visit(after, line, low, high);
      if (highest ? value > best : value < best) [best, bestAt] = [value, index];
      if (highest) low = Math.max(low, best);
      else high = Math.min(high, best);
      return picture;
    });
    // What is outside its window is only a bound.
    const bound = best >= beta ? "≥ " : best <= alpha ? "≤ " : "";
    const text = `${bound}${signed(best)}`;
    const picture = nodeOf(board, moves, {
      status: "done",
      words: t("{name}: worth {value}", { name: name(board, moves), value: text }),
      value: text,
      sign: bound ? 0 : best,
      children: children.map((child, index) => ({ ...child, best: index === bestAt })),
    });
    return { picture, value: best };
  };
  return { ...visit(start, [], -2, 2), seen, cut };
}

/** The picture after a change, with what is not as before lit up. */
export function lit(before: PictureNode, after: PictureNode): PictureNode {
  const children = after.children.map((child, index) => lit(before.children[index]!, child));
  const same = before.value === after.value && before.status === after.status;
  return { ...after, lit: !same, children };
}

/** What a change of one leaf has done. */
export function changeWords(before: Searched, after: Searched, key: string): string {
  if (before.cut.has(key))
    return t(
      "This leaf is cut off. You may give it any value: nothing above it changes. That is why it can be skipped.",
    );
  const value = t(
    before.value === after.value
      ? t("The first position is still worth {value}.")
      : t("The first position is now worth {value}."),
    { value: signed(after.value) },
  );
  const woken = [...before.cut].filter((each) => !after.cut.has(each)).length;
  const skipped = [...after.cut].filter((each) => !before.cut.has(each)).length;
  const cuts = [
    woken &&
      tn(
        "A cut has vanished: a leaf is looked at again.",
        "A cut has vanished: {count} leaves are looked at again.",
        { count: woken },
      ),
    skipped &&
      tn(
        "There is a new cut: a leaf is skipped.",
        "There is a new cut: {count} leaves are skipped.",
        { count: skipped },
      ),
  ].filter((each) => each !== 0);
  return sentences([value, ...(cuts.length ? cuts : [t("The same leaves are cut off.")])]);
}
