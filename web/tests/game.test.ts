import { describe, expect, it } from "vitest";
import type { Analysis } from "../src/api/types";
import { pickToRules, rulesToPick } from "../src/game/boards";
import { curve } from "../src/game/curve";
import { strikes } from "../src/game/drawing";
import { hint } from "../src/game/hint";
import { random } from "../src/game/ink";
import { cellNotes, note } from "../src/game/notes";
import { svg } from "../src/game/picture";
import { sheets, squarely } from "../src/game/sheets";
import { decidingMove, judge } from "../src/game/review";
import { CLASSIC, emptyBoard, play } from "../src/game/rules";
import { markInRound, standing } from "../src/game/series";
import { lookUp } from "../src/game/table";
import { gameName } from "../src/game/named";
import { cellLabel, movesWords, resultWords, rulesWords, valueWords } from "../src/game/words";
import { board, table } from "./known";
import { gameWords } from "../src/proof/named";

describe("a series", () => {
  it("counts draws as games and ends when the lead cannot be caught", () => {
    expect(standing({ length: 3, rounds: ["first", null] }).over).toBe(false);
    expect(standing({ length: 3, rounds: ["first", "first"] }).over).toBe(true);
    expect(standing({ length: 3, rounds: [null, null, null] })).toMatchObject({
      draws: 3,
      over: true,
      leader: null,
    });
    expect(standing({ length: 5, rounds: ["second", null, "second", null] })).toMatchObject({
      second: 2,
      over: true,
      leader: "second",
    });
  });

  it("of single games is never over", () => {
    expect(standing({ length: 1, rounds: ["first", "first"] }).over).toBe(false);
  });

  it("shares X when the players take turns", () => {
    expect([0, 1, 2].map((round) => markInRound("alternate", round))).toEqual(["X", "O", "X"]);
    expect(markInRound("O", 3)).toBe("O");
  });
});

describe("a review", () => {
  /** b2 b1 a1 c3 a3: O's b1 throws the draw away. */
  const moves = [4, 1, 0, 8, 6];
  const verdicts = moves.map((cell, ply) =>
    judge(lookUp(table, moves.slice(0, ply).reduce(play, emptyBoard(CLASSIC))), cell),
  );

  it("says what would have been better", () => {
    expect(verdicts[1]!.better?.value).toBe("draw");
    expect(verdicts[0]!.better).toBeNull();
  });

  it("decides nothing where something is unproved", () => {
    expect(
      decidingMove([{ grade: null, facts: [], plies: null, better: null }, verdicts[1]!]),
    ).toBeNull();
  });
});

describe("words", () => {
  it.each([
    ["3,3,3", "3 in a row on 3×3"],
    ["4,4,4,4", "4 in a row on 4×4×4"],
    ["7,6,4 gravity", "4 in a row on 7×6, with gravity"],
    ["15,15,5 caro", "5 in a row on 15×15, with an open end"],
    ["4,4,3 torus exact misere", "do not make 3 in a row on 4×4, edges joined, no more"],
    ["3,3 lines a1-b2-c3 a1-b1-c1", "a custom line on 3×3"],
    ["3,3 lines a1-b2-c3 misere", "do not make a custom line on 3×3"],
  ])("call %s %s", (rules, words) => {
    expect(rulesWords(rules)).toBe(words);
  });

  it("call a game by its name if it has one", () => {
    expect(gameName("7,6,4 gravity")).toBe("Connect Four");
    expect(gameName("7,6,5 gravity")).toBe("5 in a row on 7×6, with gravity");
    expect(gameWords({ rules: "7,6,4 gravity", moves: "b" })).toBe("Connect Four, after b");
  });

  it("name cells as a screen reader should say them", () => {
    expect(cellLabel([3, 3], 1, null, null)).toBe("b1, empty");
    expect(cellLabel([3, 3], 1, "X", null)).toBe("b1, X");
    expect(cellLabel([3, 3, 3], 9, null, "draw")).toBe("a1b, empty, draw");
  });

  it("tell moves and results", () => {
    const names = { X: "You", O: "Computer" };
    expect(
      movesWords([3, 3], names, [
        { mark: "X", cell: 4 },
        { mark: "O", cell: 0 },
      ]),
    ).toBe("You: b2. Computer: a1.");
    expect(resultWords(CLASSIC, names, { winner: "X", line: [0, 1, 2] })).toBe("You win");
    expect(resultWords(CLASSIC, names, { winner: "O", line: [0, 1, 2] })).toBe("Computer wins");
    expect(resultWords({ ...CLASSIC, misere: true }, names, { winner: "O", line: [0] })).toBe(
      "Computer wins: you make the line",
    );
  });

  it("count the moves of both sides, and call a guess a guess", () => {
    expect(valueWords({ value: "win", plies: 3 })).toBe("win in 3 moves");
    expect(valueWords({ value: "win", plies: 1 })).toBe("win in 1 move");
    expect(valueWords({ value: "loss", plies: 42, customary: -1 })).toBe("loss in 42 moves, score -1"); // oxfmt-ignore
    expect(valueWords({ value: "draw", plies: null, customary: 0 })).toBe("draw");
    expect(valueWords({ value: null, plies: null, estimate: 12 })).toBe("looks good, a guess");
    expect(valueWords({ value: null, plies: null, estimate: -9999 })).toBe("looks lost, a guess");
    expect(note({ value: "win", plies: 1 })).toMatchObject({ kind: "win", text: "W1" });
    expect(note({ value: null, plies: null, estimate: -3 })).toMatchObject({
      kind: "guess",
      text: "−3",
    });
  });

  it("tell a bound from the guess itself", () => {
    const bounded = { value: null, plies: null, estimate: 12, bound: "upper" } as const;
    expect(valueWords(bounded)).toBe("looks good at best, a guess");
    expect(note(bounded).text).toBe("≤+12");
    const least = { ...bounded, estimate: -7, bound: "lower" } as const;
    expect(valueWords(least)).toBe("looks bad at worst, a guess");
    expect(note(least).text).toBe("≥−7");
  });
});

describe("values on the board", () => {
  const move = (cell: number, value: Analysis["value"], estimate?: number) => ({
    move: "",
    cell,
    value,
    plies: null,
    customary: null,
    ...(estimate === undefined ? {} : { estimate }),
    best: cell === 0,
    facts: [],
  });
  const analysis = (moves: Analysis["moves"]): Analysis => ({
    turn: "X",
    proven: false,
    value: null,
    plies: null,
    customary: null,
    moves,
  });

  it("are of the guesses the best five, by rank, and never a proved letter", () => {
    const moves = Array.from({ length: 220 }, (_, cell) => move(cell, null, -40 - cell));
    const notes = [...cellNotes(analysis(moves)).values()];
    expect(notes.map(({ text }) => text)).toEqual(["1", "2", "3", "4", "5"]);
    expect(new Set(notes.map(({ kind }) => kind))).toEqual(new Set(["guess"]));
    expect(notes[0]!.weight).toBeGreaterThan(notes[4]!.weight!);
  });

  it("are no guesses where a win is proved", () => {
    const moves = [move(3, "win"), move(1, null, 40), move(2, "loss")];
    expect([...cellNotes(analysis(moves)).keys()]).toEqual([3, 2]);
  });

  it("are of many proved ones only the best", () => {
    const moves = Array.from({ length: 36 }, (_, cell) => move(cell, cell ? "draw" : "win"));
    expect([...cellNotes(analysis(moves)).keys()]).toEqual([0]);
    expect(cellNotes(analysis(moves.slice(0, 16))).size).toBe(16);
  });
});

describe("hints", () => {
  const say = (text: string, step: 1 | 2 | 3) =>
    hint(CLASSIC, board(text), lookUp(table, board(text)), step);

  it("climb from something, to where, to the move and why", () => {
    const position = "XX./OO./...";
    expect(say(position, 1)).toMatchObject({ text: "You can win at once.", cells: [] });
    expect(say(position, 2)).toMatchObject({ text: "Look in column c.", cells: [2, 5, 8] });
    const last = say(position, 3);
    expect(last).toMatchObject({ text: "Play c1: wins at once with a1 b1 c1.", cells: [2] });
    const named = last.pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.cell]));
    expect(named).toEqual([2, 0, 1, 2]);
  });

  it("call nobody careful where most moves are safe", () => {
    expect(say("XXO/O.X/...", 1).text).toBe("3 of 4 moves keep the draw.");
    expect(say("X../.../...", 1).text).toBe("Be careful: one move alone keeps the draw.");
  });

  it("show the move at once where every move is as good", () => {
    const said = [1, 2, 3].map((step) => say("X../.O./...", step as 1 | 2 | 3));
    expect(said[0]!.text).toBe("Every move keeps the draw. The next hint shows one.");
    expect(said[1]!.text).toMatch(/^Play \w\d: /);
    expect(said[2]).toEqual(said[1]);
  });

  it("count every move, as the line that they list does", () => {
    expect(say("X../O../...", 3).text).toMatch(/wins in 5 moves: (\w\d ?){5}/);
  });
});

describe("drawing", () => {
  it("is the same for the same seed", () => {
    expect(random(4)()).toBe(random(4)());
    expect(random(4)()).not.toBe(random(5)());
  });

  it("strikes a straight line once and a wrapped one in pieces", () => {
    expect(strikes([3, 3], [0, 4, 8])).toHaveLength(1);
    expect(strikes([4, 4], [3, 4, 9, 14])).toHaveLength(2);
    expect(strikes([3, 3, 3], [0, 13, 26]).map(({ layer }) => layer)).toEqual([0, 1, 2]);
  });

  it("lays layers out beside each other, or about as wide as high", () => {
    const { starts, width, height } = sheets([4, 3, 3]);
    expect(starts).toEqual(["translate(0 0)", "translate(460 0)", "translate(920 0)"]);
    expect([width, height]).toEqual([1320, 300]);
    const square = sheets([4, 3, 3], squarely([4, 3, 3]));
    expect(square.starts).toEqual(["translate(0 0)", "translate(460 0)", "translate(0 360)"]);
    expect([square.width, square.height]).toEqual([860, 660]);
    const apart = sheets([4, 3, 3], 2, 100);
    expect(apart.starts).toEqual(["translate(0 0)", "translate(500 0)", "translate(0 400)"]);
    expect([apart.width, apart.height]).toEqual([900, 700]);
    expect(sheets([5, 4], 2)).toMatchObject({
      starts: ["translate(0 0)"],
      width: 500,
      height: 400,
    });
  });

  it("makes a picture that stands alone and describes itself", () => {
    const file = svg(CLASSIC, board("XXX/OO./..."), ["X wins", "X: a person. O: computer, hard."]);
    expect(file).toContain("<desc>X: a1 b1 c1. O: a2 b2.</desc>");
    expect(file).not.toMatch(/style=|class=|NaN|undefined/);
    expect(file.replace(/<[^>]*>/g, "|")).toMatch(/\|X wins\|+X: a person\. O: computer, hard\.\|/);
  });

  it("of a game's curve puts wins at the edges and guesses near the middle", () => {
    const score = { value: "win", plies: 1, customary: null } as const;
    const known: Analysis = { turn: "X", proven: true, ...score, moves: [] };
    const guess: Analysis = { ...known, proven: false, value: null, plies: null, estimate: 900 };
    const [won, lost, guessed] = curve([known, { ...known, turn: "O" }, guess], 9, null);
    expect(won!.height).toBeGreaterThan(0.9);
    expect(lost!.height).toBe(-won!.height);
    expect(guessed!.height).toBeLessThan(0.5);
    expect(guessed!.proven).toBe(false);
  });

  it("of a finished game's curve ends with how it ended, asked about or not", () => {
    const score = { value: "win", plies: 1, customary: null } as const;
    const known: Analysis = { turn: "X", proven: true, ...score, moves: [] };
    const ends = ["X", "O", null].map(
      (winner) =>
        curve([null, known, null], 9, { winner: winner as "X" | "O" | null, line: null })[1],
    );
    expect(ends).toEqual([1, -1, 0].map((height) => ({ ply: 2, height, proven: true })));
  });
});

describe("the picker", () => {
  it.each([
    "3,3,3",
    "15,15,5",
    "15,15,5 exact",
    "15,15,5 caro",
    "20,20,5 exact caro",
    "20,20,5",
    "26,26,5 torus exact",
    "4,4,4 torus",
    "5,5,4 torus misere",
    "7,6,4 gravity",
    "3,3,3,3",
    "4,4,4,4",
  ])("makes and reads %s", (rules) => expect(pickToRules(rulesToPick(rules))).toBe(rules));
});
