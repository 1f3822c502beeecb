/** The board of the page, as HTML. */

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { findRules } from "../src/game/games";
import { emptyBoard, landings, playable, type Board as Marks } from "../src/game/rules";
import { Game } from "../src/game/game.svelte";
import { plant } from "../src/game/tree";
import Board from "../src/ui/Board.svelte";
import { vectors } from "./known";

/** A board that counts how often a cell of it is looked at. */
function counted(board: Marks) {
  let looks = 0;
  const cells = new Proxy(board, {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { cells, looks: () => looks };
}

describe("the board", () => {
  it.each([false, true])("looks a few times at each cell of 26×26 (gravity: %s)", (gravity) => {
    const rules = findRules(gravity ? "26,26,5 gravity" : "26,26,5");
    const { cells, looks } = counted(emptyBoard(rules));
    const game = new Game({ kept: false });
    game.tree = plant(rules, cells);
    const { body } = render(Board, {
      props: {
        label: "Board",
        ...game.view,
        pen: "X",
        onplay: () => undefined,
      },
    });
    expect(body.match(/aria-disabled="false"/g)).toHaveLength(676);
    // The rules look at a cell and below it, the board at a mark and its picture.
    expect(looks()).toBeLessThan(8 * rules.cells);
  });
});

describe("where a stone comes to lie", () => {
  it("is told of each cell that may be played, and of the full ones above the floor", () => {
    const rules = findRules("3,3,3 gravity");
    const board = emptyBoard(rules).with(6, "X").with(3, "O").with(0, "X").with(7, "O");
    expect([...landings(rules, board)].sort(([a], [b]) => a - b)).toEqual([
      [1, 4],
      [2, 8],
      [4, 4],
      [5, 8],
      [7, 4],
      [8, 8],
    ]);
  });

  it.each(vectors.playouts.map(({ board: rules }) => rules))("is a cell of $rules", (rules) => {
    const board = emptyBoard(rules);
    expect([...new Set(landings(rules, board).values())].sort((a, b) => a - b)).toEqual(
      playable(rules, board),
    );
  });
});
