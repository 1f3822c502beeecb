import { describe, expect, it } from "vitest";
import {
  CLASSIC,
  emptyBoard,
  legal,
  marksOf,
  outcome,
  play,
  turn,
  type Board,
  type Mark,
} from "../src/game/rules";
import { cellName } from "../src/game/notation";
import { lookUp, perfectMove } from "../src/game/table";
import { board, facts, table } from "./known";

describe("TypeScript and Python", () => {
  it("know the same 5,478 positions", () => {
    const seen = new Set<string>();
    const walk = (position: Board) => {
      const key = marksOf(position);
      if (seen.has(key)) return;
      seen.add(key);
      for (const cell of legal(CLASSIC, position)) walk(play(position, cell));
    };
    walk(emptyBoard(CLASSIC));
    expect(seen.size).toBe(5478);
    expect(new Set(facts.map(([text]) => text.replaceAll("/", "")))).toEqual(seen);
  });

  it("agree on how each one ended and on its winning line", () => {
    for (const [text, fact] of facts) {
      const over = outcome(CLASSIC, board(text));
      const names = over?.line?.map((cell) => cellName(CLASSIC.shape, cell)) ?? null;
      expect(over && { winner: over.winner, line: names }, text).toEqual(fact.outcome);
    }
  });

  it("agree on each one's value, plies, best cells and the hard level's move", () => {
    for (const [text, fact] of facts) {
      const analysis = lookUp(table, board(text));
      expect([analysis.turn, analysis.value, analysis.plies], text).toEqual([
        fact.turn,
        fact.value,
        fact.plies,
      ]);
      const best = analysis.moves.filter((move) => move.best).map((move) => move.move);
      expect(best, text).toEqual(fact.best);
      if (fact.hard !== null) expect(perfectMove(table, board(text)), text).toBe(fact.hard);
    }
  });
});

describe("the hard level", () => {
  /** Plays the computer's side against every possible opponent. */
  function results(computer: Mark) {
    const count = { games: 0, lost: 0 };
    const walk = (position: Board) => {
      const over = outcome(CLASSIC, position);
      if (over) {
        count.games += 1;
        if (over.winner !== null && over.winner !== computer) count.lost += 1;
      } else if (turn(position) === computer) walk(play(position, perfectMove(table, position)));
      else for (const cell of legal(CLASSIC, position)) walk(play(position, cell));
    };
    walk(emptyBoard(CLASSIC));
    return count;
  }

  it.each(["X", "O"] as const)("loses none of all possible games as %s", (mark) => {
    const { games, lost } = results(mark);
    expect(games).toBeGreaterThan(50);
    expect(lost).toBe(0);
  });
});
