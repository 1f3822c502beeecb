/** A learner's program in JavaScript: how it is loaded, what it has, and how it is asked. */

import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../src/check/examples";
import { JavaScriptProgram } from "../src/check/javascript";
import type { Loaded, Question } from "../src/check/question";
import { languageOf, scriptOf, scriptsOf } from "../src/check/script";
import { tokensOf } from "../src/check/tokens";
import { parameters } from "../src/check/values";

const QUESTION: Omit<Question, "name"> = { on: null, given: [], put: [], lots: null };
const ask = (program: JavaScriptProgram, name: string, more: Partial<Question> = {}) =>
  program.call({ ...QUESTION, name, ...more });

function loaded(source: string): { program: JavaScriptProgram; has: Loaded } {
  const program = new JavaScriptProgram(source);
  const has = program.load();
  expect(has).not.toHaveProperty("error");
  return { program, has: has as Loaded };
}

/** What a function answers to one value. */
const answers = (source: string, name: string, value: unknown) =>
  ask(loaded(source).program, name, { given: [{ value }] });

describe("the words of a script", () => {
  const words = (source: string) => tokensOf(source).map(({ text }) => text);

  it("are read past texts, comments, templates and regular expressions", () => {
    expect(words("a / b / c")).toEqual(["a", "/", "b", "/", "c"]);
    expect(words('x = /["/]/g; // "y"\n"z\\"" + i++ / 2')).toEqual([
      "x",
      "=",
      "/",
      ";",
      '"',
      "+",
      "i",
      "++",
      "/",
      "2",
    ]);
    expect(words("`a${b + `c${d}`}e` }")).toEqual(["`", "b", "+", "`", "d", "}", "}", "}"]);
  });

  it("know their brackets", () => {
    const [open, , inner] = tokensOf("(a[0])");
    expect([open!.other, inner!.other]).toEqual([5, 4]);
  });

  it("give the names that each place defines", () => {
    const source = `// function is here
      let a = 1, b = [2, 3], c
      const { d } = x;
      function f(board) { const e = 1; return () => e }
      const g = (() => { let grid = []; const h = (i) => grid[i]; return { h } })();
      class K { m() { var n = 1, o = function () {}; } }`;
    expect(scriptOf(source).places).toEqual([
      ["a", "b", "c", "f", "g", "K"],
      ["grid", "h"],
      ["n", "o"],
    ]);
  });

  it.each([
    ["import a, { b as c } from './d.js';\nf();", "\nf();"],
    ["export class A {}\nexport let b = 1;", " class A {}\n let b = 1;"],
    ["export default function f() {}", " function f() {}"],
    ["export default (a) => a;", "module.exports =  (a) => a;"],
    ["export { a, b as c } from 'd';\nf();", "\nf();"],
    ["const f = async (a) => await g(a);", "const f =  (a) =>  g(a);"],
    ["async function f() { for await (const a of b) c(); }", null],
    ["Math.floor(Math.random() * n) + 1", "__noughts_draws( n) + 1"],
    ["Math.floor(Math.random() * (b - a + 1) + a)", "(__noughts_draws( (b - a + 1) )+ a)"],
    ["Math.floor(Math.random() * n > 3)", "Math.floor(Math.random() * n > 3)"],
    ["import('./a.js'); object.import; a.async(b)", "import('./a.js'); object.import; a.async(b)"],
  ])("are made one script in which nothing waits: %s", (source, text) => {
    const made = scriptOf(source).text.replace(/__noughts_opens\(.*?\)\);/, "");
    if (text !== null) expect(made).toBe(text);
    else expect(made).not.toMatch(/a(?:sync|wait)/);
  });
});

describe("a page in HTML", () => {
  it("is its scripts, each on its lines", () => {
    const page = `<!doctype html>
<!-- <script>let old;</script>
-->
<script src="game.js"></script><p>X</p>
<script type="application/json">{}</script>
<script>
let board;
</script>`;
    expect(scriptsOf(page)).toBe('\n\n\nimport "game.js";;\n\n\nlet board;\n;');
    expect(scriptsOf("let a = 1 < 2;")).toBe("let a = 1 < 2;");
  });

  it.each([
    ["<p></p><script>f()</script>", "javascript"],
    ["// mine\nf();", "javascript"],
    ["  const board = [];", "javascript"],
    ["def best_move(board):\n    let = 1", "python"],
    ["class Game: # mine", "python"],
    ["f = lambda board: 4", "the chosen one"],
  ])("and other programs tell their language: %s", (source, language) => {
    expect(languageOf(source, "the chosen one")).toBe(language);
  });
});

describe("a program in JavaScript", () => {
  it("says in which line it is no longer JavaScript", () => {
    const failed = new JavaScriptProgram("let a;\n\nlet b: string;\nlet c;").load();
    expect(failed).toMatchObject({ line: "program.js, line 3", code: "let b: string;" });
  });

  it("draws the same each time it is loaded", () => {
    const { program } = loaded(
      "const a = Math.random(), b = Math.floor(Math.random() * 99); function f() { return a + b }",
    );
    const first = ask(program, "f");
    program.load();
    expect(ask(program, "f")).toEqual(first);
  });

  it("may answer an object that holds itself", () => {
    const source = "const game = {}; game.game = game; function f() { return game; }";
    expect(ask(loaded(source).program, "f")).toMatchObject({ returned: {} });
  });

  it("is not asked for a move of an object without a mark", () => {
    const source = "const base = { f() { return this.player === 'X' ? 0 : 1; } };";
    expect(ask(loaded(source).program, "base.f")).toMatchObject({
      error: "TypeError: this.player is not set",
    });
  });

  it("forgets what it has added to JavaScript's own objects when it is loaded anew", () => {
    const { program } = loaded(
      "Array.prototype.seen = (globalThis.seen ?? [].seen ?? 0) + 1; globalThis.seen = [].seen;" +
        "function bestMove(board) { return [board.seen, globalThis.seen]; }",
    );
    expect(program.load()).not.toHaveProperty("error");
    const answer = ask(program, "bestMove", { given: [{ value: [null] }] });
    for (const owner of [Array.prototype, globalThis]) Reflect.deleteProperty(owner, "seen");
    expect(answer).toMatchObject({ returned: [1, 1] });
  });

  it.each([
    ["function f(board) { return 4; }", "f"],
    ["const f = (board) => 4;", "f"],
    ["var g; let f = async function (board) {}; f = board => 4", "f"],
    ["export default function f(board) { return 4; }", "f"],
    ["export const f = (board) => 4;", "f"],
    ["const f = (board) => 4;\nexport { f };", "f"],
    ["module.exports = { f: (board) => 4 };", "f"],
    ["exports.f = (board) => 4;", "f"],
    ["module.exports = function f(board) { return 4; };", "f"],
    ["export default (board) => 4;", "exported"],
    ["async function f(board) { await 0; return 4; }", "f"],
    ["(function () { function f(board) { return 4; } })();", "f"],
    ["document.addEventListener('DOMContentLoaded', () => { const f = (board) => 4; });", "f"],
    ["$(document).ready(function () { 'use strict'; function f(board) { return 4; } });", "f"],
    ["function eval(board) { return 4 } function f(board) { return eval(board) }", "f"],
    ["f(0); function f(board) { return 4 } nothing.here();", "f"],
  ])("is loaded: %s", (source, name) => {
    const { has, program } = loaded(source);
    expect(has.functions).toMatchObject({ [name]: [{ name: "board", optional: false }] });
    const called = ask(program, name, { given: [{ value: [] }] });
    expect(called).toMatchObject({ returned: 4, shown: "4" });
  });

  it("says what its functions take", () => {
    expect(parameters("(board, [a, b] = [1, 2], /* , x */ me = f(1), ...more) => 0")).toEqual([
      { name: "board", optional: false },
      { name: "[a, b]", optional: true },
      { name: "me", optional: true },
    ]);
  });

  it("says what its classes make, its objects do and its variables hold", () => {
    const { has } = loaded(`
      const huPlayer = "O"; let ai, lines = [[0, 1], [2, 3]], over = false;
      class Game {
        constructor(mark) { this.mark = mark; this.board = Array(9).fill(""); }
        play() {}
        static best(board) {}
      }
      function Old() { this.cells = []; this.pick = function (a) {}; }
      Old.prototype.move = function () {};
      const game = { grid: [[0], [1]], choose(mark) {} };
      const cells = document.querySelectorAll(".cell");`);
    expect(has.kinds).toEqual({
      Game: {
        parameters: [{ name: "mark", optional: false }],
        methods: { play: [] },
        static: { best: [{ name: "board", optional: false }] },
        fields: { mark: null, board: Array(9).fill("") },
      },
      Old: {
        parameters: [],
        methods: { move: [], pick: [{ name: "a", optional: false }] },
        static: {},
        fields: { cells: [] },
      },
    });
    expect(has.objects).toEqual({ game: { choose: [{ name: "mark", optional: false }] } });
    expect(has.variables).toEqual({
      huPlayer: "O",
      ai: null,
      lines: [
        [0, 1],
        [2, 3],
      ],
      over: false,
      grid: [[0], [1]],
    });
  });

  it("gives back the board that it has changed", () => {
    const source = "function f(board) { board[1][0] = 'X'; return [1, 0]; }";
    const board = [[null, ""], [" "]];
    expect(answers(source, "f", board)).toMatchObject({
      returned: [1, 0],
      shown: "[1,0]",
      given: [[[null, ""], ["X"]]],
    });
  });

  it.each([
    ["let board = ['', ''];", "board"],
    ["const board = ['', ''];", "board"],
    ["var board;", "board"],
    ["board = ['', ''];", "board"],
    ["const state = { board: ['', ''] };", "state.board"],
    [
      "const held = (() => { const board = ['', '']; const get = () => board; return { get }; })();",
      "held.get()",
    ],
  ])("has its own board set, wherever that is: %s", (holds, reads) => {
    const { program } = loaded(`${holds} function f() { ${reads}[1] = 'O'; return ${reads}[0]; }`);
    const put = [[null, "board", ["X", ""]]] as const;
    expect(ask(program, "f", { put })).toMatchObject({ returned: "X", held: [["X", "O"]] });
    // It may also get the very same.
    const same = { put, given: [{ held: [null, "board"] }] } as const;
    const { program: other } = loaded(`${holds} const f = (board) => board === ${reads};`);
    expect(ask(other, "f", same)).toMatchObject({ returned: true });
  });

  it("has free cells that are undefined if its own are", () => {
    const { program } = loaded(
      "let board = new Array(2); const f = () => board.indexOf(undefined)",
    );
    expect(ask(program, "f", { put: [[null, "board", ["X", null]]] })).toMatchObject({
      returned: 1,
    });
  });

  it("makes objects, and calls their methods", () => {
    const { program } = loaded(`class Game {
      constructor(mark = "X") { this.mark = mark; this.board = []; }
      play(other) { return this.mark + this.board[0] + (other?.mark ?? ""); }
    }`);
    expect(ask(program, "Game", { given: [{ value: "O" }] })).toMatchObject({
      returned: [0, { mark: "O", board: [] }],
    });
    expect(ask(program, "Game", { given: [{}] })).toMatchObject({
      returned: [1, { mark: "X", board: [] }],
    });
    const put = [[0, "board", [1]]] as const;
    expect(ask(program, "Game.play", { on: 0, put, given: [{ object: 1 }] })).toMatchObject({
      returned: "O1X",
      held: [[1]],
    });
  });

  it("makes the random choices that are given", () => {
    const source = `const f = () => [1, 2].map(() => Math.floor(Math.random() * 3));
      const g = () => Math.random() < 2`;
    const { program } = loaded(source);
    expect(ask(program, "f", { lots: [2] })).toMatchObject({
      returned: [2, 0],
      drawn: [3, 3],
      loose: "",
    });
    expect(ask(program, "f")).toMatchObject({ drawn: [], loose: "Math.random" });
    expect(loaded("const lot = Math.random();").has.drew).toBe(true);
    expect(loaded(source).has.drew).toBe(false);
    expect(ask(program, "g", { lots: [] })).toMatchObject({ drawn: [], loose: "Math.random" });
  });

  it.each([
    ["return undefined", null, "undefined"],
    ["return new Set([[0, 1]])", [[0, 1]], "[[0,1]]"],
    ["return NaN", null, "NaN"],
    ["return 'x'.repeat(100)", "x".repeat(100), `${"x".repeat(77)}...`],
  ])("answers as JSON: %s", (code, returned, shown) => {
    expect(answers(`function f() { ${code} }`, "f", 0)).toMatchObject({ returned, shown });
  });

  it("tells the line of an error", () => {
    const source = "function f(board) {\n  return board.cells.length;\n}";
    expect(answers(source, "f", [])).toEqual({
      error: "TypeError: Cannot read properties of undefined (reading 'length')",
      line: "program.js, line 2",
      code: "return board.cells.length;",
    });
    expect(loaded("\nnope();").has.ended).toMatchObject({ line: "program.js, line 2" });
    expect(new JavaScriptProgram("function {").load()).toMatchObject({
      error: expect.stringContaining("SyntaxError"),
    });
    expect(loaded("throw 'out'").has.ended).toMatchObject({ error: "it threw out" });
  });

  it("among the examples is one that can be loaded", async () => {
    const { source } = EXAMPLES.find(({ language }) => language === "javascript")!;
    const board = ["X", "X", "", "O", "O", "", "", "", ""];
    const { program } = loaded((await source()).default);
    const given = [{ value: board }, { value: "X" }];
    expect(ask(program, "bestMove", { given })).toMatchObject({ returned: 2 });
  });
});

describe("the page that stands in", () => {
  const moves = (code: string, before = "") =>
    ask(loaded(`${before}; let board = ["", ""]; function f() { ${code} }`).program, "f", {
      put: [[null, "board", ["X", ""]]],
    });

  it("takes what a script draws, and what it waits for", () => {
    const drawn = `
      const cells = document.querySelectorAll(".cell");
      for (let i = 0; i < cells.length; i++) {
        cells[i].innerText = "";
        cells[i].addEventListener("click", () => 0, false);
      }
      while (document.body.firstChild) document.body.removeChild(document.body.firstChild);
      let { value } = document.getElementById("level");
      [...cells].map((cell) => cell.classList.add("x"));
      $("#score").text("0").show();
      const sound = new Audio("a.mp3"); sound.play();
      window.onload = () => { value = 3 };
      if (localStorage.getItem("theme") == "dark") document.body.className += " dark";
      function setup() { createCanvas(width, height); }`;
    const code = `
      setTimeout(() => { board[max(0, 1)] = "O"; }, 500);
      cells.forEach((cell, i) => { cell.textContent = board[i]; });
      cells[1].innerText = "X";
      if (cells[1].innerText === "X") alert("moved");
      setup();`;
    expect(moves(code, drawn)).toMatchObject({ returned: null, held: [["X", "O"]] });
  });

  it.each([
    [
      "return document.getElementById('level').value === 'hard' ? 1 : 0",
      /getElementById\("level"\)\.value$/,
    ],
    [
      "for (const c of document.getElementsByClassName('c')) if (c.textContent) return 1",
      /\[0\]\.textContent$/,
    ],
    ["try { return prompt('?') } catch { return 1 }", /^prompt\(\)$/],
    ["return $('#level').val()", /\$\("#level"\)\.val\(\)$/],
    ["return localStorage.level || 1", /^localStorage\.level$/],
    ["return parseInt(document.title)", /^document\.title$/],
    ["return document.body.classList.contains('hard') ? 0 : 1", /contains\(\)$/],
    ["return document.body.dataset.move", /dataset\.move$/],
    ["return `${document.body}`.length", /^document\.body$/],
  ])("tells what a move depends on: %s", (code, page) => {
    expect(moves(code)).toMatchObject({ page: expect.stringMatching(page) });
  });

  it("may be read once the move is on the board, but not to move again", () => {
    const score = "score.innerText = Number(score.innerText) + 1";
    const before = "const score = document.getElementById('score')";
    expect(moves(`board[1] = 'O'; ${score}`, before)).toMatchObject({ held: [["X", "O"]] });
    const page = expect.any(String);
    expect(moves(`${score}; board[1] = 'O'`, before)).toMatchObject({ page });
    expect(moves(`board[1] = 'O'; ${score}; board[1] = '-'`, before)).toMatchObject({ page });
    expect(moves(`board[1] = 'O'; ${score}; return 1`, before)).toMatchObject({ page });
    const tries = "board[1] = 'O'; const hard = score.checked; board[1] = ''; board[1] = 'O'";
    expect(moves(tries, before)).toMatchObject({ page });
  });

  it.each(["best(b) || 1", "best(b) ? 1 : 2", "best.of(b) ? 1 : 2"])(
    "tells what was imported from a file that is not here: %s",
    (move) => {
      const { program } = loaded(
        `import { best } from './ai.js';\nexport const f = (b) => ${move};`,
      );
      expect(ask(program, "f")).toMatchObject({ page: expect.stringContaining("best (./ai.js)") });
    },
  );

  it("ends a script that uses it without end", () => {
    const { has } = loaded("while (document.hasFocus) document.focus();");
    expect(has.ended).toMatchObject({ error: expect.stringContaining("without end") });
  });
});
