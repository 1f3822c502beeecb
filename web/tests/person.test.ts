/** Levels that err as people do: the page's own against Python's, and how a move is drawn. */

import { describe, expect, it } from "vitest";
import { chooseAsPerson, DEPTHS, seen } from "../src/game/person";
import { parsePosition } from "../src/game/positions";
import { CLASSIC, emptyBoard } from "../src/game/rules";
import { vectors } from "./known";

const sorted = (odds: Iterable<readonly [number, number]>) =>
  [...odds].sort(([one], [other]) => one - other);

describe("what a person sees", () => {
  it.each(vectors.persons)("is what Python's sees, on $board.rules", ({ board: rules, views }) => {
    for (const [text, found] of Object.entries(views)) {
      const board = parsePosition(rules, text)!;
      found.forEach((odds, depth) =>
        expect(sorted(seen(rules, board, depth)), `${text} at ${depth}`).toEqual(sorted(odds)),
      );
    }
  });
});

describe("a move", () => {
  const board = emptyBoard(CLASSIC);

  it("is left to the perfect player where all is seen", () => {
    expect(chooseAsPerson(CLASSIC, board, 0.6, () => 0)).toBeNull();
  });

  it("is drawn by its odds where nothing is", () => {
    for (const cell of [0, 4, 8]) {
      const dice = [0.9, (cell + 0.5) / 9];
      expect(chooseAsPerson(CLASSIC, board, 0.6, () => dice.shift()!)).toBe(cell);
    }
  });

  it("asks the dice once for each depth, at most five times", () => {
    let asked = 0;
    chooseAsPerson(CLASSIC, board, 1, () => ((asked += 1), 0.5));
    expect(asked).toBe(DEPTHS);
  });
});
