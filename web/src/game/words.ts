/** What the page says: places, values and results as words, for eyes and for ears. */

import type { MoveAnalysis } from "../api/types";
import { cellName, layerName, place } from "./notation";
import type { Board, Mark, Outcome, Rules } from "./rules";

const NINE = [
  ["top left", "top", "top right"],
  ["left", "centre", "right"],
  ["bottom left", "bottom", "bottom right"],
].flat();

/** A cell as one says it: "centre" on 3×3, "d7" elsewhere. */
export const spot = (shape: readonly number[], cell: number): string =>
  shape.join() === "3,3" ? NINE[cell]! : cellName(shape, cell);

/** A cell as a screen reader meets it: "row 1, column 2, empty". */
export function cellLabel(
  shape: readonly number[],
  cell: number,
  mark: Mark | null,
  value: string | null,
): string {
  const { column, row, layer } = place(shape, cell);
  const where = shape.length > 2 ? `layer ${layerName(layer)}, ` : "";
  const state = mark ?? (value ? `empty, ${value}` : "empty");
  return `${where}row ${row + 1}, column ${column + 1}, ${state}`;
}

/** Plies are single moves; players count their own. */
export const ownMoves = (plies: number): number => Math.ceil(plies / 2);

const times = (count: number) => `${count} move${count === 1 ? "" : "s"}`;

/** A reason with its plies counted as the page counts them: "wins in 3 moves: b2 c3 b1 c1 b3". */
export const inOwnMoves = (reason: string): string =>
  reason.replace(/\bin (\d+) plies\b/g, (_, plies) => `in ${times(ownMoves(Number(plies)))}`);

/** "win in 2 moves", "draw"; a guess is called one. */
export function valueWords(move: Pick<MoveAnalysis, "value" | "plies" | "estimate">): string {
  if (move.value === null) {
    const points = move.estimate ?? 0;
    const looks = points > 0 ? "looks good" : points < 0 ? "looks bad" : "looks even";
    return `${looks}, a guess`;
  }
  if (move.value === "draw" || move.plies === null) return move.value;
  return `${move.value} in ${times(ownMoves(move.plies))}`;
}

export interface Names {
  X: string;
  O: string;
}

/** "You win", but "X wins". */
const verb = (name: string, one: string, you: string) => `${name} ${name === "You" ? you : one}`;

export function turnWords(names: Names, mark: Mark): string {
  return names[mark] === "You" ? "Your turn" : `${names[mark]} to move`;
}

export function resultWords(rules: Rules, names: Names, outcome: Outcome): string {
  if (outcome.winner === null) return "A draw";
  const won = verb(names[outcome.winner], "wins", "win");
  if (!rules.misere) return won;
  const loser = names[outcome.winner === "X" ? "O" : "X"];
  return `${won}: ${verb(loser, "makes", "make").replace(/^You/, "you")} the line`;
}

/** "You: centre. Computer: top left." */
export const movesWords = (
  shape: readonly number[],
  names: Names,
  moves: readonly { mark: Mark; cell: number }[],
): string => moves.map(({ mark, cell }) => `${names[mark]}: ${spot(shape, cell)}.`).join(" ");

/** The rules in a sentence, as in "4 in a row on 5×5". */
export function rulesWords(rules: Pick<Rules, "shape" | "k" | "misere" | "torus" | "exact">) {
  const edges = rules.torus ? ", edges joined" : "";
  const exact = rules.exact ? ", no more" : "";
  const goal = rules.misere ? `do not make ${rules.k} in a row` : `${rules.k} in a row`;
  return `${goal} on ${rules.shape.join("×")}${exact}${edges}`;
}

/** The board as lines of words, for the description of a picture. */
export function boardWords(shape: readonly number[], board: Board): string {
  const taken = (mark: Mark) =>
    board.flatMap((each, cell) => (each === mark ? [cellName(shape, cell)] : [])).join(" ");
  return `X: ${taken("X") || "none"}. O: ${taken("O") || "none"}.`;
}
