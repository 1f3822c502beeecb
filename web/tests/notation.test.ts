import { describe, expect, it } from "vitest";
import { impossible } from "../src/game/flaws";
import { parseMoves } from "../src/game/moves";
import { cellName, parseCell, positionText } from "../src/game/notation";
import { parsePosition, readMarks } from "../src/game/positions";
import { CLASSIC, emptyBoard, outcome, type Rules } from "../src/game/rules";
import { board, facts, vectors } from "./known";

const box: Rules = {
  ...CLASSIC,
  rules: "3,3,3,3",
  shape: [3, 3, 3],
  cells: 27,
};

describe("cells", () => {
  it.each([
    [[3, 3], 0, "a1"],
    [[3, 3], 4, "b2"],
    [[3, 3], 8, "c3"],
    [[15, 15], 224, "o15"],
    [[3, 3, 3], 22, "b2c"],
  ])("of %j: %i is %s, both ways", (shape, cell, name) => {
    expect(cellName(shape, cell)).toBe(name);
    expect(parseCell(shape, name)).toBe(cell);
  });

  it.each(["d1", "a4", "a0", "b2a", "", "0", "10", "b22"])("refuses %j on 3×3", (name) => {
    expect(parseCell([3, 3], name)).toBeNull();
  });
});

describe("positions", () => {
  it("print what they read, all of them", () => {
    for (const [text] of facts) expect(positionText([3, 3], board(text))).toBe(text);
  });

  it("join the layers of a box with //", () => {
    const text = "X../.../...//.../.O./...//.../.../...";
    expect(positionText(box.shape, parsePosition(box, text)!)).toBe(text);
  });

  it("take lower case and other empty cells", () => {
    expect(positionText([3, 3], board("x_o/-x-/..O"))).toBe("X.O/.X./..O");
  });

  it("take 0 for O, and rows without slashes", () => {
    expect(positionText([3, 3], board("X.0.X...0"))).toBe("X.O/.X./..O");
    const flat = "X........" + "....O...." + ".........";
    expect(positionText(box.shape, parsePosition(box, flat)!)).toMatch(/^X.*O.*$/);
  });

  it.each([
    "XX./.../...",
    "X.O/.X.",
    "X.O.X...",
    "X.O/.X...O",
    "O../.../...",
    "X?O/.X./..O",
    "XXX/OOO/...",
    "XXX/OO./O..",
  ])("refuse %s", (text) => expect(parsePosition(CLASSIC, text)).toBeNull());
});

describe("impossible positions", () => {
  it.each(vectors.flaws)("$text is refused in Python's words", ({ board: rules, text, error }) => {
    const words = impossible(rules, readMarks(rules, text)!)!;
    expect(words).toBe(`${error.charAt(0).toUpperCase()}${error.slice(1)}.`);
  });

  it("are of seven kinds", () => expect(vectors.flaws).toHaveLength(7));
});

describe("moves", () => {
  it("are read in order", () => {
    expect(parseMoves(CLASSIC, emptyBoard(CLASSIC), "b2 1  c3")).toEqual([4, 0, 8]);
  });

  it.each(["b2 b2", "a1 b1 a2 b2 a3 c3", "z9"])("refuse %s", (text) => {
    expect(parseMoves(CLASSIC, emptyBoard(CLASSIC), text)).toBeNull();
  });
});

describe("outcomes", () => {
  it("in misère go to whoever did not make the line", () => {
    const misere = { ...CLASSIC, rules: "3,3,3 misere", misere: true };
    expect(outcome(misere, board("XXX/OO./..."))).toEqual({ winner: "O", line: [0, 1, 2] });
  });

  it("with exact rows do not count a row that is too long", () => {
    const exact: Rules = {
      rules: "4,1,3 exact",
      shape: [4, 1],
      k: 3,
      cells: 4,
      lines: [
        [0, 1, 2],
        [1, 2, 3],
      ],
      guards: [[3], [0]],
      ends: [[], []],
      misere: false,
      torus: false,
      exact: true,
      caro: false,
      gravity: false,
    };
    expect(outcome(exact, ["X", "X", "X", "X"])).toEqual({ winner: null, line: null });
    expect(outcome(exact, ["X", "X", "X", "O"])?.winner).toBe("X");
  });

  it("in caro do not count a row between two of the opponent's stones", () => {
    const row = { ...CLASSIC, shape: [5, 1], cells: 5, k: 3, caro: true, rules: "5,1,3 caro" };
    const lines = [0, 1, 2].map((first) => [first, first + 1, first + 2]);
    const caro: Rules = { ...row, lines, guards: [[], [], []], ends: [[], [0, 4], []] };
    expect(outcome(caro, ["O", "X", "X", "X", "O"])).toEqual({ winner: null, line: null });
    expect(outcome(caro, ["O", "X", "X", "X", null])?.winner).toBe("X");
    expect(outcome(caro, ["X", "X", "X", "O", "O"])?.winner).toBe("X");
    expect(outcome(caro, ["X", "X", "X", "X", "O"])?.line).toEqual([0, 1, 2]);
  });
});
