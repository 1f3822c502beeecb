/**
 * The page's search for games in which stones fall, the WebAssembly that a browser runs: against
 * Python's, and against plain minimax.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Analysis } from "../src/api/types";
import { analyse, isWhole } from "../src/gravity/analysis";
import { Book } from "../src/gravity/book";
import { stonesOn, takes } from "../src/gravity/rules";
import { findRules } from "../src/game/games";
import { GravitySolver } from "../src/gravity/solver";
import { hint } from "../src/game/hint";
import { cellNotes, note } from "../src/game/notes";
import {
  emptyBoard,
  legal,
  marksOf,
  outcome,
  play,
  turn,
  type Board,
  type Rules,
} from "../src/game/rules";
import { board, gravity, same } from "./known";

/** With more stones no position is in the book of Connect Four. */
const LATEST = 15;
const FILE = "../../src/noughts/solver/books/7,6,4-gravity.book";
const file = readFileSync(new URL(FILE, import.meta.url));

const SEARCH = "../generated/search.wasm";
const code = new WebAssembly.Module(readFileSync(new URL(SEARCH, import.meta.url)));
/** Bytes of the table, as in `tests/gravity.py`. */
const MEMORY = 2 ** 19;
const solverOf = (rules: Rules, book: Book | null = null) =>
  new GravitySolver(code, rules, book, MEMORY);

describe("without a server", () => {
  it.each(gravity.exact)("$board.rules is searched", ({ board: rules }) => {
    expect(findRules(rules.rules)).toEqual(rules);
    expect(takes(rules)).toBe(true);
  });

  it.each(["9,8,4 gravity", "3,3,3", "4,4,4 torus", "4,4,4,4 gravity", "4,4,9 gravity"])(
    "%s is not",
    (text) => expect(takes(findRules(text))).toBe(false),
  );
});

describe("the search", () => {
  it.each(gravity.exact)(
    "values what Python values on $board.rules, and looks at as many positions",
    ({ board: rules, values }) => {
      const solver = solverOf(rules);
      for (const [text, { value, plies, nodes }] of Object.entries(values)) {
        const position = board(text, rules);
        const found = solver.value(position);
        for (const bound of found) same(bound, value, text);
        same(solver.nodes, nodes, text);
        same(solver.worth(position, found)!.plies, plies, text);
        expect(solver.sign(position), text).toEqual([Math.sign(value), Math.sign(value)]);
      }
      expect(solver.nodes).toBeGreaterThan(0);
    },
  );

  it("stops when the time is up, and goes on when there is more", () => {
    const rules = findRules("7,6,4 gravity");
    const solver = solverOf(rules);
    solver.deadline = performance.now();
    expect(solver.sign(emptyBoard(rules))).toEqual([-1, 1]);
    const late = board(Object.keys(gravity.exact[0]!.values).at(-1)!, rules);
    solver.deadline = Infinity;
    expect(solver.sign(late)[0]).toBe(solver.sign(late)[1]);
  });

  it.each([
    "3,4,3",
    "4,3,3",
    "3,3,3",
    "4,3,2",
    "2,5,3",
    ...["exact", "misere", "torus exact misere"].map((words) => `3,4,3 ${words}`),
  ])("agrees with plain minimax in every position of %s", (size) => {
    const rules = findRules(`${size} gravity`);
    const solver = solverOf(rules);
    const known = new Map<string, number>();
    naive(rules, emptyBoard(rules), known, (position, plies) => {
      const worth = solver.worth(position, solver.value(position))!;
      const signed = { win: 1, draw: 0, loss: -1 }[worth.value] * ((worth.plies ?? 0) + 1);
      same(signed + 0, plies, String(position));
    });
    expect(known.size).toBeGreaterThan(100);
  });
});

describe("the book", () => {
  const book = new Book(file);
  const rules = findRules(book.rules);

  it("says who wins as Python reads it, and the search believes it", () => {
    const solver = solverOf(rules, book);
    for (const [text, sign] of Object.entries(gravity.booked)) {
      expect(book.find(board(text, rules)), text).toBe(sign);
      expect(solver.sign(board(text, rules)), text).toEqual([sign, sign]);
    }
    expect(solver.nodes).toBe(0);
  });

  it("leaves the plies to the same search as in Python, position by position", () => {
    const solver = solverOf(rules, book);
    for (const [text, { value, nodes }] of Object.entries(gravity.early)) {
      expect(solver.value(board(text, rules)), text).toEqual([value, value]);
      expect(solver.nodes, text).toBe(nodes);
    }
    expect(solver.nodes).toBeGreaterThan(0);
  });

  it("says of every position of a small book what Python says, and of its mirror image", () => {
    const small = new Book(Buffer.from(gravity.small.file, "base64"));
    for (const [text, sign] of Object.entries(gravity.small.signs)) {
      const mirrored = text
        .split("/")
        .map((row) => [...row].reverse().join(""))
        .join("/");
      for (const each of [text, mirrored]) {
        const position = board(each, gravity.small.board);
        same(small.find(position), sign, each);
        same(small.value(position), gravity.small.values[text], each);
      }
    }
  });

  it("says in how many plies early positions are won, which the search believes", () => {
    const small = new Book(Buffer.from(gravity.small.file, "base64"));
    const [helped, alone] = [small, null].map((book) => solverOf(gravity.small.board, book));
    let valued = 0;
    for (const [text, value] of Object.entries(gravity.small.values)) {
      if (value === null) continue;
      const position = board(text, gravity.small.board);
      expect(helped!.value(position), text).toEqual([value, value]);
      if (valued++ % 10 === 0) expect(alone!.value(position), text).toEqual([value, value]);
    }
    expect(valued).toBeGreaterThan(100);
    expect(helped!.nodes).toBe(0);
  });

  it("says what Python says of those with one stone more to three", () => {
    const small = new Book(Buffer.from(gravity.small.file, "base64"));
    const kinds = new Set<string>();
    for (const [text, bounds] of Object.entries(gravity.small.bounds)) {
      const position = board(text, gravity.small.board);
      const found = small.bounds(position);
      for (const at of [0, 1] as const) same(found[at], bounds[at], text);
      kinds.add(`${stonesOn(position)} stones: ${String(bounds)} ${small.find(position)}`);
    }
    expect([...kinds].sort()).toEqual([
      ...["-1,-1 -1", "-1,1 null", "0,0 0", "0,1 null", "1,1 1", "1,1 null"].map(
        (kind) => `7 stones: ${kind}`,
      ),
      ...["-1,-1 -1", "-1,1 null", "0,0 0", "1,1 1"].map((kind) => `8 stones: ${kind}`),
      "9 stones: -1,1 null",
    ]);
  });

  it("says nothing of later positions, and in how many plies a win comes is searched for", () => {
    const known = Object.keys(gravity.exact[0]!.values).map((text) => board(text, rules));
    const later = known.filter((position) => stonesOn(position) > LATEST);
    expect(later.length).toBeGreaterThan(100);
    for (const position of later) expect(book.find(position)).toBeNull();
    const threes = [3, 3, 2, 2, 4, 4].map((column, ply) => 7 * (5 - (ply % 2)) + column);
    const won = threes.reduce(play, emptyBoard(rules));
    expect(book.find(won)).toBe(1);
    expect(solverOf(rules, book).value(won)).toEqual([18, 18]);
  });

  it("that is not whole is none", () => {
    expect(() => new Book(file.subarray(0, -1))).toThrow("incomplete");
  });
});

describe("an analysis", () => {
  it.each(gravity.analyses)("is Python's, move by move, on $board.rules", (told) => {
    const solver = solverOf(told.board);
    for (const [text, theirs] of Object.entries(told.analyses)) {
      const ours = analyse(solver, board(text, told.board), 60);
      const plain = ({ turn, proven, value, plies, customary, moves }: Analysis) => ({
        ...{ turn, proven, value, plies, customary },
        moves: Object.fromEntries(
          moves.map(({ move, cell, value, plies, customary, best }) => [
            move,
            { cell, value, plies, customary, best },
          ]),
        ),
      });
      expect(plain(ours), text).toEqual(plain(theirs));
      expect(isWhole(ours)).toBe(true);
      expect(ours.moves[0]?.best ?? true).toBe(true);
      for (const { move, facts } of ours.moves) {
        // Of all that Python has to say of a move, this is a part.
        const said = theirs.moves.find((each) => each.move === move)!.facts;
        for (const { kind, plies, lines: [line] = [] } of facts) {
          if (kind === "keeps draw") continue;
          const same = said.find((each) => each.kind === kind);
          expect(same, `${text} ${move} ${kind}`).toBeDefined();
          expect(same!.plies).toBe(plies);
          if (line) expect(same!.lines).toContainEqual(line);
        }
      }
    }
  });

  it("says what it does not know yet, and who wins where the book knows", () => {
    const rules = findRules("7,6,4 gravity");
    const empty = emptyBoard(rules);
    const open = analyse(solverOf(rules), empty, 0);
    expect(open).toMatchObject({ proven: false, value: null, plies: null });
    expect(open.moves).toHaveLength(7);
    for (const move of open.moves) {
      expect(move).toMatchObject({
        value: null,
        plies: null,
        best: false,
        facts: [],
      });
      expect(note(move)).toEqual({ kind: "plain", text: "?", words: "not known yet" });
    }
    expect(cellNotes(open).size).toBe(7);
    expect(hint(rules, empty, open, 2).text).toBe("Nothing is known here yet.");
    const booked = analyse(solverOf(rules, new Book(file)), empty, 0);
    expect(booked).toMatchObject({ proven: true, value: "win", plies: 41 });
    const told = booked.moves.map(({ move, value, best }) => [move, value, best]);
    expect(told.slice(0, 3)).toEqual([["d6", "win", true], ["c6", "draw", false], ["e6", "draw", false]]); // oxfmt-ignore
    expect(told.slice(3).map(([, value]) => value)).toEqual(["loss", "loss", "loss", "loss"]);
  });
});

describe("an analysis of a position whose moves lead out of the book", () => {
  const book = new Book(file);
  const rules = findRules(book.rules);
  const stones = (text: string) => text.replace(/[^XO]/g, "").length;
  const most = Math.max(...Object.keys(gravity.booked).map(stones));
  const last = (worth: number) =>
    Object.entries(gravity.booked)
      .filter(([text, sign]) => stones(text) === most && sign === worth)
      .map(([text]) => board(text, rules));

  it("says without a search that every move loses if the position is lost", () => {
    expect(last(-1).length).toBeGreaterThan(0);
    for (const position of last(-1)) {
      const solver = solverOf(rules, book);
      const found = analyse(solver, position, 0);
      expect(found).toMatchObject({ proven: true, value: "loss" });
      for (const { value } of found.moves) expect(value, String(position)).toBe("loss");
      expect(solver.nodes).toBe(0);
    }
  });

  it("says that a position is drawn before it knows by which move", () => {
    expect(last(0).length).toBeGreaterThan(0);
    for (const position of last(0)) {
      const found = analyse(solverOf(rules, book), position, 0);
      expect(found).toMatchObject({ proven: true, value: "draw" });
      for (const { value, best } of found.moves) expect(best).toBe(value === "draw");
    }
  });

  it.each([-1, 0, 1])(
    "is the same as without the book, of fewer positions (a position worth %i)",
    (worth) => {
      const small = gravity.small;
      const known = new Book(Buffer.from(small.file, "base64"));
      const latest = Object.entries(small.signs)
        .filter(([text, sign]) => stones(text) === 6 && sign === worth)
        .filter((_, at) => at % 20 === 0);
      expect(latest.length).toBeGreaterThan(5);
      let spared = 0;
      for (const [text] of latest) {
        const helped = solverOf(small.board, known);
        const alone = solverOf(small.board);
        const position = board(text, small.board);
        expect(analyse(helped, position, 60), text).toEqual(analyse(alone, position, 60));
        spared += alone.nodes - helped.nodes;
      }
      expect(spared).toBeGreaterThan(0);
    },
  );
});

/** 1 + plies of a win, minus that of a loss, 0 for a draw: by trying everything. */
function naive(
  rules: Rules,
  at: Board,
  known: Map<string, number>,
  tell: (at: Board, value: number) => void,
): number {
  const key = marksOf(at);
  const found = known.get(key);
  if (found !== undefined) return found;
  const over = outcome(rules, at);
  // A win in 0 is the best there is, which misère has, and a loss in 0 the worst.
  let best = over?.winner === null ? 0 : over?.winner === turn(at) ? 1 : -1;
  for (const cell of legal(rules, at)) {
    const reply = naive(rules, play(at, cell), known, tell);
    const value = reply === 0 ? 0 : reply > 0 ? -reply - 1 : -reply + 1;
    if (rank(value) > rank(best)) best = value;
  }
  known.set(key, best);
  tell(at, best);
  return best;
}

/** Sooner wins before later ones, then draws, then losses, the later first. */
const rank = (value: number) => (value > 0 ? 1000 : value < 0 ? -1000 : 0) - value;
