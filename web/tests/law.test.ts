/**
 * The law of the page's own engines, held against Python's values, however soon they are stopped: what
 * is reported of a position and of its moves is true, and so is what is reported of the move played; no
 * move is better than one that is called best; lost games last as long as is known.
 */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "../src/api/types";
import { analyse, isWhole, playedOf } from "../src/gravity/analysis";
import { Book } from "../src/gravity/book";
import { stonesOn } from "../src/gravity/rules";
import { GravitySolver } from "../src/gravity/solver";
import { perfectMove, lookUp } from "../src/game/table";
import { CLASSIC, other, outcome, play, playable, turn, type Board } from "../src/game/rules";
import { parseCell } from "../src/game/notation";
import { board, facts, gravity, same, table } from "./known";

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
    if (said.value !== null) same(sign(said.value), Math.sign(plies), where);
    if (said.plies !== null) same(said.plies, Math.abs(plies), where);
  };
  isTrue(found, best);
  same(found.proven, found.value !== null, where);
  for (const move of found.moves) {
    isTrue(move, truth[move.cell]!);
    if (!move.best) continue;
    same(move.value, found.value, where);
    same(Math.sign(truth[move.cell]!), Math.sign(best), where);
    if (found.plies !== null) same(truth[move.cell], best, where);
  }
  const { cell, proven } = playedOf(found);
  const first = found.moves[0]!;
  same(cell, first.cell, where);
  // What is played as proved is worth what the position is.
  if (proven) isTrue(found, truth[cell]!);
  // Else it may still be worth that.
  else if (found.proven) same(first.value, null, where);
  same(proven, first.best, where);
  if (found.plies !== null) same(truth[cell], best, where);
  // A loss in two is seen without a search: none is played without need.
  if (rank(best) > rank(-2)) same(rank(truth[cell]!) > rank(-2), true, where);
  if (isWhole(found)) same(truth[cell], best, where);
}

describe("where stones fall", () => {
  /** A clock that counts how often it is read: the search reads it once in 2,048 positions. */
  let ticks = 0;
  beforeEach(() => void vi.stubGlobal("performance", { now: () => (ticks += 1) }));
  afterEach(() => void vi.unstubAllGlobals());

  /** Longer than any search here takes, in ticks of the clock. */
  const ENDLESS = 1e9;

  it.each(gravity.law)("the law holds on $board.rules, however soon it ends", (told) => {
    const rules = told.board;
    const known = rules.rules === book.rules ? book : null;
    const limits = [0, 3, 10, 30, 100];
    let lost = 0;
    for (const [at, [text, truth]] of Object.entries(told.values).entries()) {
      const position = board(text, rules);
      if (Math.max(...Object.values(truth)) < 0) lost += 1;
      for (const opening of known ? [known, null] : [null]) {
        // One that is given ever more, as the worker does, and a new one.
        const going = new GravitySolver(code, rules, opening, MEMORY);
        for (const limit of limits)
          hold(analyse(going, position, limit / 1000), truth, `${text}, ${limit} more`);
        const fresh = new GravitySolver(code, rules, opening, MEMORY);
        const limit = limits[at % limits.length]!;
        hold(analyse(fresh, position, limit / 1000), truth, `${text}, ${limit}`);
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
  const cells = (names: readonly string[]) => names.map((name) => parseCell([3, 3], name)!);
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

  it("a fact that names a line, a fork or a threat is true", () => {
    let checked = 0;
    for (const [text] of unfinished) {
      const at = board(text);
      const [me, opponent] = [turn(at), other(turn(at))];
      const forks = (position: Board) =>
        playable(CLASSIC, position).filter(
          (each) => threats(position.with(each, opponent), opponent).length > 1,
        );
      for (const { cell, facts } of lookUp(table, at).moves) {
        const after = play(at, cell);
        for (const fact of facts) {
          const where = `${text}: ${JSON.stringify(fact)}`;
          const line = fact.lines?.[0] && cells(fact.lines[0]);
          const named = cells(fact.cells ?? []).sort();
          checked += 1;
          if (fact.kind === "wins at once")
            expect(line, where).toEqual(outcome(CLASSIC, after)!.line);
          else if (fact.kind === "blocks")
            expect(outcome(CLASSIC, at.with(cell, opponent))?.winner, where).toBe(opponent);
          else if (fact.kind === "forks") expect(named, where).toEqual(threats(after, me).sort());
          else if (fact.kind === "threatens") {
            const open = line!.filter((each) => after[each] === null);
            expect(open, where).toHaveLength(1);
            expect(threats(after, me), where).toContain(open[0]);
          } else if (fact.kind === "allows line" || fact.kind === "allows lines")
            expect(named, where).toEqual(threats(after, opponent).sort());
          else if (fact.kind === "stops fork") {
            expect(named, where).toEqual(forks(at).sort());
            const still = forks(after);
            // One is gone, or the mover threatens to win and so says where to play.
            const gone = named.some((each) => !still.includes(each));
            expect(gone || threats(after, me).length > 0, where).toBe(true);
          } else checked -= 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(5000);
  });

  it("a proved line has as many moves as its plies", () => {
    let lines = 0;
    for (const [text] of unfinished) {
      for (const { cell, facts, plies } of lookUp(table, board(text)).moves) {
        const end = facts.find(({ kind }) => kind === "wins" || kind === "loses");
        if (!end) continue;
        expect(end.plies, text).toBe(plies);
        const won = end.kind === "wins";
        const line = (won ? end : facts.at(-1)!).lines![0]!;
        // What a reply completes is no continuation.
        if (facts.at(-1)!.kind.startsWith("allows line")) continue;
        lines += 1;
        const moves = cells(line);
        const from = won ? board(text) : play(board(text), cell);
        expect(moves.length + (won ? 0 : 1), text).toBe(plies);
        expect(outcome(CLASSIC, moves.reduce(play, from))?.winner, text).toBeTruthy();
      }
    }
    expect(lines).toBeGreaterThan(500);
  });
});
