/** Programs as learners publish them: right ones are proved, and a mistake in them is found. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { JavaScriptProgram } from "../src/check/javascript";
import type { Question } from "../src/check/question";
import type { CheckedProgram } from "../src/check/report";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PYTHON = process.env["PYTHON"] ?? here("../../.venv/bin/python");
const TASK = {
  language: "javascript",
  name: null,
  sides: "X",
  seconds: 60,
  known: [],
};

/** Python starts once for all programs. */
const judge = spawn(PYTHON, [here("judged.py")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = createInterface({ input: judge.stdout });
const ended = new Promise<CheckedProgram>((_, fail) =>
  lines.once("close", () => fail(new Error("the judge has ended"))),
);
ended.catch(() => undefined);
const say = (what: unknown) => judge.stdin.write(`${JSON.stringify(what)}\n`);

afterAll(() => void judge.stdin.end());

/** Check a program: Python judges it, and it runs here. */
function judged(source: string): Promise<CheckedProgram> {
  const program = new JavaScriptProgram(source);
  const answer = new Promise<CheckedProgram>((done) => {
    lines.removeAllListeners("line").on("line", (line) => {
      const asked = JSON.parse(line) as {
        call?: Question;
        checked?: CheckedProgram;
      };
      if (asked.checked) done(asked.checked);
      else say(asked.call ? program.call(asked.call) : program.load());
    });
    say({ ...TASK, source });
  });
  return Promise.race([answer, ended]);
}

const LINES = `const lines = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const wins = (cells, mark) => lines.some((line) => line.every((at) => cells[at] === mark));
`;

/** A search for nine cells: 0 is free, and 1 takes the highest value. */
const SEARCH = `
const values = new Map();
function minimax(cells, toMove) {
  const key = cells.join("|") + toMove;
  if (!values.has(key)) values.set(key, value(cells, toMove));
  return values.get(key);
}
function value(cells, toMove) {
  if (wins(cells, 1)) return 1;
  if (wins(cells, 2)) return -1;
  const found = [];
  for (let at = 0; at < 9; at++) {
    if (cells[at] !== 0) continue;
    cells[at] = toMove;
    found.push(minimax(cells, 3 - toMove));
    cells[at] = 0;
  }
  if (!found.length) return 0;
  return toMove === 1 ? Math.max(...found) : Math.min(...found);
}
`;

/** What that search says after a move of `1`, for every number of a board in base three. */
function valuesOf(lines: string): string {
  const made = new Function(`${lines} ${SEARCH} return minimax;`);
  const minimax = made() as (cells: number[], toMove: number) => number;
  return Array.from({ length: 3 ** 9 }, (_, number) => {
    const cells = [...number.toString(3).padStart(9, "0")].map(Number);
    const more =
      cells.filter((each) => each === 1).length - cells.filter((each) => each > 1).length;
    return more === 0 || more === 1 ? minimax(cells, 2) + 1 : 0;
  }).join("");
}

const WRONG_LINES = LINES.replace(", [2, 4, 6],", ",");
const [VALUES, WRONG_VALUES] = [valuesOf(LINES), valuesOf(WRONG_LINES)];

/** The search as a table: a check loads some programs again for each game, which would search anew. */
const table = (mine: string, other: string) => `
const values = "${VALUES}";
function minimax(cells, toMove) {
  let number = 0;
  for (let at = 0; at < 9; at++)
    number = 3 * number + (cells[at] === ${mine} ? 1 : cells[at] === ${other} ? 2 : 0);
  return values[number] - 1;
}
`;
const BEST = (free: string, mine: string, other: string, board = "board") => `
  let best = -2, choice;
  for (let at = 0; at < 9; at++) {
    const before = ${board}[at];
    if (!(${free})) continue;
    ${board}[at] = ${mine};
    const score = minimax(${board}, ${other});
    ${board}[at] = before;
    if (score > best) { best = score; choice = at; }
  }
`;
const EMPTY = "before === ''";

const PROGRAMS: Readonly<Record<string, string>> = {
  "a page that holds its board, and moves on it": `
    ${LINES}
    let board = ["", "", "", "", "", "", "", "", ""];
    const ai = "X", human = "O";
    let gameOver = false;
    const cells = document.querySelectorAll(".cell");
    cells.forEach((cell, at) => cell.addEventListener("click", () => clicked(at)));
    function clicked(at) { board[at] = human; bestMove(); }
    function draw() { board.forEach((mark, at) => { cells[at].textContent = mark; }); }
    ${table("ai", "human")}
    function bestMove() {
      if (gameOver) return;
      ${BEST(EMPTY, "ai", "human")}
      board[choice] = ai;
      draw();
      if (wins(board, ai)) {
        gameOver = true;
        document.querySelector(".score").innerText = +document.querySelector(".score").innerText + 1;
        setTimeout(() => alert("I win!"), 100);
      }
    }`,
  "a board of numbers that begins with the page": `
    ${LINES}
    var origBoard;
    const huPlayer = "O", aiPlayer = "X";
    startGame();
    function startGame() {
      document.querySelector(".endgame").style.display = "none";
      origBoard = Array.from(Array(9).keys());
    }
    const isFree = (cell) => typeof cell === "number";
    ${table("aiPlayer", "huPlayer")}
    function bestSpot() {
      ${BEST("isFree(before)", "aiPlayer", "huPlayer", "origBoard")}
      return choice;
    }`,
  "a class with a board, told its mark": `
    ${LINES}
    class Game {
      constructor(mark) {
        this.mark = mark;
        this.other = mark === "X" ? "O" : "X";
        this.board = Array(9).fill(null);
        this.element = document.getElementById("game");
      }
      async computerMove() {
        await new Promise((done) => setTimeout(done, 500));
        const { board, mark, other } = this;
        const minimax = searcher(mark, other);
        ${BEST("before === null", "mark", "other")}
        board[choice] = mark;
        this.element.append(mark);
      }
    }
    function searcher(mark, other) {
      ${table("mark", "other")}
      return minimax;
    }
    const game = new Game("X");`,
  "an object with a board, for a class that moves": `
    ${LINES}
    class Board {
      constructor(cells) { this.cells = cells || ["", "", "", "", "", "", "", "", ""]; }
      isFree(at) { return this.cells[at] === ""; }
    }
    ${table("'X'", "'O'")}
    class Computer {
      static getBestMove(board) {
        const cells = [...board.cells];
        ${BEST("board.isFree(at)", "'X'", "'O'", "cells")}
        return choice;
      }
    }`,
  "modules within functions": `
    const gameboard = (() => {
      const board = ["", "", "", "", "", "", "", "", ""];
      const get = () => board;
      const put = (at, mark) => { board[at] = mark; };
      return { get, put };
    })();
    const computer = (function () {
      "use strict";
      ${LINES}
      ${table("'X'", "'O'")}
      const chooseMove = () => {
        const cells = [...gameboard.get()];
        ${BEST(EMPTY, "'X'", "'O'", "cells")}
        return choice;
      };
      const play = () => gameboard.put(chooseMove(), "X");
      return { play };
    })();`,
  "a script that waits for its page, and is told its mark there": `
    document.addEventListener("DOMContentLoaded", () => {
      ${LINES}
      let board = new Array(9);
      let player, computer, moves = 0;
      document.getElementById("x").onclick = () => { player = "X"; computer = "O"; };
      const isFree = (cell) => cell === undefined;
      ${table("computer", "player")}
      function computerMove() {
        if (board.filter((cell) => !isFree(cell)).length !== moves) throw new Error("which move?");
        ${BEST("isFree(before)", "computer", "player")}
        return choice;
      }
    });`,
  "a module that chooses at random among its best moves": `
    import { helper } from "./helper.js";
    ${LINES}
    ${table("1", "-1")}
    export default function chooseMove(board) {
      const side = board.filter((cell) => cell === 1).length > board.filter((cell) => cell < 0).length
        ? -1 : 1;
      const scores = board.map((before, at) => {
        if (before !== 0) return -2;
        board[at] = side;
        const score = side * minimax(board, -side);
        board[at] = 0;
        return score;
      });
      const best = [...scores.keys()].filter((at) => scores[at] === Math.max(...scores));
      if (board.filter((cell) => cell !== 0).length > 2) return best[0];
      return best[Math.floor(Math.random() * best.length)];
    }`,
};

describe("a program as people write them", { timeout: 120_000 }, () => {
  // Half of them as they are, half with a mistake; make test-deep judges all in both ways.
  const some = (first: number) =>
    Object.entries(PROGRAMS).filter((_, number) => process.env["DEEP"] || number % 2 === first);

  it.each(some(0))("%s: proved", async (_, source) => {
    const checked = await judged(source);
    expect(checked).toMatchObject({
      report: { unbeatable: true, finding: null },
    });
  });

  it.each(some(1))("%s: its mistake is found", async (_, source) => {
    const wrong = source.replace(LINES, WRONG_LINES).replace(VALUES, WRONG_VALUES);
    expect(wrong).not.toBe(source);
    const checked = await judged(wrong);
    expect(checked).toMatchObject({
      report: { unbeatable: false, finding: { kind: "loses" } },
    });
  });
});

const CLEVER = `${LINES}${table("'X'", "'O'")}`;
const RIGHT = `${BEST(EMPTY, "'X'", "'O'")} return choice;`;

/** A program that errs after one game to a position, if there is another to it: its boards. */
const remembering = (game: readonly string[]) => `${CLEVER}
  let game = [];
  function bestMove(board) {
    const now = board.map((each) => each || ".").join("");
    if (now === ".........") game = [];
    game.push(now);
    const errs = game.join(" ") === ${JSON.stringify(game.join(" "))};
    ${BEST(EMPTY, "'X'", "'O'")}
    return errs ? board.lastIndexOf("") : choice;
  }`;

/** The boards at which a program is asked in the last game to a position with more than one. */
function lateGame(answers: Readonly<Record<string, number>>): readonly string[] {
  const games = new Map<string, string[][]>();
  const place = (board: string, at: number, mark: string) =>
    board.slice(0, at) + mark + board.slice(at + 1);
  const play = (board: string, before: string[]): void => {
    const answer = answers[board];
    if (answer === undefined) return;
    const game = [...before, board];
    games.set(board, [...(games.get(board) ?? []), game]);
    const placed = place(board, answer, "X");
    for (const [at, each] of [...placed].entries())
      if (each === ".") play(place(placed, at, "O"), game);
  };
  play(".........", []);
  const known = [...games.values()].find((each) => each.length > 1 && each[0]!.length === 3);
  return known!.at(-1)!;
}

describe("a program that remembers its games", { timeout: 120_000 }, () => {
  it("is asked in every order of moves", async () => {
    const right = (await judged(remembering([]))) as {
      answers: Record<string, number>;
    };
    expect(right).toMatchObject({ report: { unbeatable: true } });
    const wrong = await judged(remembering(lateGame(right.answers)));
    expect(wrong).toMatchObject({
      report: { unbeatable: null, finding: { kind: "two answers" } },
    });
  });
});

describe("nothing is proved of a program", { timeout: 120_000 }, () => {
  it.each([
    [
      "reads the page to move",
      `if (document.getElementById("hard").checked) { ${RIGHT} } return 0;`,
      ".checked",
    ],
    ["asks a file that is not here", "return search(board);", "search (./search.js)"],
  ])("that %s", async (_, code, page) => {
    const source = `import { search } from "./search.js";\n${CLEVER}
      function bestMove(board) { ${code} }`;
    const { report } = (await judged(source)) as Extract<CheckedProgram, { report: object }>;
    expect(report).toMatchObject({
      unbeatable: null,
      finding: { kind: "no move" },
    });
    expect(report.finding!.text).toContain(`it reads`);
    expect(report.finding!.text).toContain(page);
  });

  it.each([
    [
      "a flag that looks as if the game were over",
      "let done = false;",
      "if (done) return board.indexOf(''); done = true;",
    ],
    ["a counter of its own", "let moves = 0;", "if (++moves > 3) return board.indexOf('');"],
    ["chance that cannot be tried", "", "if (Math.random() < 1e-9) return board.indexOf('');"],
  ])("whose moves depend on %s", async (_, before, code) => {
    const source = `${CLEVER}${before} function bestMove(board) { ${code} ${RIGHT} }`;
    const { report } = (await judged(source)) as Extract<CheckedProgram, { report: object }>;
    expect(report.unbeatable).not.toBe(true);
  });
});
