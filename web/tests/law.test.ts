/**
 * The law of the page's own engines, held against Python's values, however soon they are stopped: what
 * is reported of a position and of its moves is true, and so is what is reported of the move played; no
 * move is better than one that is called best; lost games last as long as is known.
 */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "../src/api/types";
import { analyse, isWhole, playedOf } from "../src/falling/analysis";
import { Book } from "../src/falling/book";
import { stonesOn } from "../src/falling/rules";
import { FallingSolver } from "../src/falling/solver";
import { perfectMove, lookUp } from "../src/game/table";
import { CLASSIC, other, outcome, play, playable, turn, type Board } from "../src/game/rules";
import { parseCell } from "../src/game/notation";
import { board, facts, falling, table } from "./known";

const generated = (path: string) => readFileSync(new URL(path, import.meta.url));
const code = new WebAssembly.Module(generated("../generated/search.wasm"));
const book = new Book(generated("../../src/noughts/solver/books/7,6,4-gravity.book"));
const MEMORY = 2 ** 19;

/** Plies of a win, minus those of a loss, 0 for a draw; in the order of preference. */
const better = (one: number, two: number): boolean => rank(one) > rank(two);
const rank = (plies: number) => (plies === 0 ? 0 : plies > 0 ? 1000 - plies : -1000 - plies);
const sign = (value: Analysis["value"]) => ({ win: 1, draw: 0, loss: -1 })[value!];

/** Hold an analysis to what is true of each move. */
function hold(found: Analysis, truth: Record<number, number>, where: string): void {
  const best = Object.values(truth).reduce((one, two) => (better(two, one) ? two : one));
  const isTrue = (said: Pick<Analysis, "value" | "plies">, plies: number) => {
    if (said.value !== null) expect(sign(said.value), where).toBe(Math.sign(plies));
    if (said.plies !== null) expect(said.plies, where).toBe(Math.abs(plies));
  };
  isTrue(found, best);
  expect(found.proven, where).toBe(found.value !== null);
  for (const move of found.moves) {
    isTrue(move, truth[move.cell]!);
    if (!move.best) continue;
    expect(move.value, where).toBe(found.value);
    expect(Math.sign(truth[move.cell]!), where).toBe(Math.sign(best));
    if (found.plies !== null) expect(truth[move.cell], where).toBe(best);
  }
  const { cell, proven } = playedOf(found);
  const first = found.moves[0]!;
  expect(cell).toBe(first.cell);
  // What is played as proved is worth what the position is.
  if (proven) isTrue(found, truth[cell]!);
  // Else it may still be worth that.
  else if (found.proven) expect(first.value, where).toBeNull();
  expect(proven, where).toBe(first.best);
  if (found.plies !== null) expect(truth[cell], where).toBe(best);
  // A loss in two is seen without a search: none is played without need.
  if (rank(best) > rank(-2)) expect(rank(truth[cell]!), where).toBeGreaterThan(rank(-2));
  if (isWhole(found)) expect(truth[cell], where).toBe(best);
}

describe("where stones fall", () => {
  /** A clock that counts how often it is read: the search reads it once in 2,048 positions. */
  let ticks = 0;
  beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => (ticks += 1)));
  afterEach(() => void vi.restoreAllMocks());

  /** Longer than any search here takes, in ticks of the clock. */
  const ENDLESS = 1e9;

  it.each(falling.law)("the law holds on $board.rules, however soon it ends", (told) => {
    const rules = told.board;
    const known = rules.rules === book.rules ? book : null;
    let lost = 0;
    for (const [text, truth] of Object.entries(told.values)) {
      const position = board(text, rules);
      if (Math.max(...Object.values(truth)) < 0) lost += 1;
      for (const opening of known ? [known, null] : [null]) {
        // One that is given ever more, as the worker does, and new ones.
        const going = new FallingSolver(code, rules, opening, MEMORY);
        for (const limit of [0, 3, 10, 30, 100]) {
          hold(analyse(going, position, limit / 1000), truth, `${text}, ${limit} more`);
          const fresh = new FallingSolver(code, rules, opening, MEMORY);
          hold(analyse(fresh, position, limit / 1000), truth, `${text}, ${limit}`);
        }
        // Early positions take long to value to the end.
        if (rules.cells - stonesOn(position) > 24) continue;
        const whole = analyse(going, position, ENDLESS);
        expect(isWhole(whole), text).toBe(true);
        hold(whole, truth, text);
      }
    }
    expect(lost).toBeGreaterThan(0);
  });
});

describe("on 3×3", () => {
  const unfinished = facts.filter(([, { outcome }]) => outcome === null);
  const cells = (text: string) =>
    text.match(/[a-c][1-3]/g)!.map((name) => parseCell([3, 3], name)!);
  /** Where a side completes a line with its next mark. */
  const threats = (at: Board, mark: "X" | "O") =>
    playable(CLASSIC, at).filter((cell) => outcome(CLASSIC, at.with(cell, mark))?.winner === mark);

  it("what is reported of the move played is what it is worth, and no move is better", () => {
    for (const [text, fact] of unfinished) {
      const found = lookUp(table, board(text));
      const played = found.moves.find(({ cell }) => cell === perfectMove(table, board(text)))!;
      expect([played.value, played.plies, played.best], text).toEqual([
        fact.value,
        fact.plies,
        true,
      ]);
      const best = found.moves.filter((move) => move.best).map(({ move }) => move);
      expect(best.sort(), text).toEqual([...fact.best].sort());
    }
  });

  it("a reason that names a line, a fork or a threat is true", () => {
    let checked = 0;
    for (const [text] of unfinished) {
      const at = board(text);
      const [me, opponent] = [turn(at), other(turn(at))];
      for (const { cell, reason } of lookUp(table, at).moves) {
        const after = play(at, cell);
        const where = `${text}: ${reason}`;
        const told = (words: RegExp) => {
          const found = words.exec(reason)?.[1];
          if (found !== undefined) checked += 1;
          return found === undefined ? null : cells(found);
        };
        const line = told(/wins at once with ([a-c1-3 ]+)/);
        if (line) expect(line, where).toEqual(outcome(CLASSIC, after)!.line);
        const blocked = told(/blocks [XO]'s line ([a-c1-3 ]+)/);
        if (blocked)
          expect(outcome(CLASSIC, at.with(cell, opponent))?.winner, where).toBe(opponent);
        const fork = told(/makes a fork at ([a-c][1-3](?:, [a-c][1-3])* and [a-c][1-3])/);
        if (fork) expect([...fork].sort(), where).toEqual(threats(after, me).sort());
        const threat = told(/threatens ([a-c1-3 ]+)/);
        if (threat) {
          const open = threat.filter((each) => after[each] === null);
          expect(open, where).toHaveLength(1);
          expect(threats(after, me), where).toContain(open[0]);
        }
        const answer = told(/because [XO] completes ([a-c1-3 ]+)/);
        if (answer) expect(threats(after, opponent).length, where).toBeGreaterThan(0);
        const stopped = /stops [XO]'s fork/.test(reason);
        const forks = (position: Board) =>
          playable(CLASSIC, position).filter(
            (each) => threats(position.with(each, opponent), opponent).length > 1,
          );
        if (stopped) {
          checked += 1;
          expect(forks(at).length, where).toBeGreaterThan(0);
          const still = forks(after);
          // One is gone, or the mover threatens to win and so says where to play.
          const gone = forks(at).some((each) => !still.includes(each));
          expect(gone || threats(after, me).length > 0, where).toBe(true);
        }
      }
    }
    expect(checked).toBeGreaterThan(5000);
  });

  it("a proved line has as many moves as its plies", () => {
    let lines = 0;
    for (const [text] of unfinished) {
      for (const { cell, reason, plies } of lookUp(table, board(text)).moves) {
        const line =
          /(wins|loses) in (\d+) plies(?: because [XO] (?:forks at|answers) [a-c][1-3])?: (.*)$/.exec(
            reason,
          );
        if (!line) continue;
        lines += 1;
        expect(Number(line[2]), reason).toBe(plies);
        const moves = cells(line[3]!);
        const from =
          line[1] === "wins" && moves[0] === cell ? board(text) : play(board(text), cell);
        const end = moves.reduce(play, from);
        const own = from.length && moves[0] === cell && line[1] === "wins" ? 0 : 1;
        expect(moves.length + own, `${text}: ${reason}`).toBe(plies);
        expect(outcome(CLASSIC, end)?.winner, `${text}: ${reason}`).toBeTruthy();
      }
    }
    expect(lines).toBeGreaterThan(500);
  });
});
