import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import lessonsJson from "../generated/lessons.json";
import {
  CLASSIC,
  emptyBoard,
  legal,
  marksOf,
  outcome,
  play,
  turn,
  type Board,
} from "../src/game/rules";
import { completions } from "../src/game/completions";
import { lookUp, perfectMove } from "../src/game/table";
import type { Prune } from "../src/search/events";
import { whyPruned } from "../src/search/words";
import { boardOf, gamesFrom, positions, SYMMETRIES, turned } from "../src/learn/games";
import { explain, grown, inner, keyOf, movesOf, value } from "../src/learn/growing";
import type { Lessons } from "../src/learn/lessons";
import { deed, mistake, naiveAnswer, rulesOf, tacticsAnswer } from "../src/learn/lists";
import { duration, factor, percent, signed } from "../src/learn/numbers";
import { everyGame, keepsValue } from "../src/learn/prove";
import { deepScore, scores } from "../src/learn/scores";
import { record, stepWords, stops } from "../src/learn/steps";
import { count } from "../src/site/t";
import { facts, table } from "./known";

const lessons = lessonsJson as unknown as Lessons;
const empty = emptyBoard(CLASSIC);

describe("what the page counts itself", () => {
  it("is what Python counts: games, positions, and those alike", () => {
    expect(gamesFrom(empty)).toBe(lessons.size.games);
    const seen = new Map<string, Board>();
    const walk = (board: Board) => {
      if (seen.has(marksOf(board))) return;
      seen.set(marksOf(board), board);
      for (const cell of legal(CLASSIC, board)) walk(play(board, cell));
    };
    walk(empty);
    expect(seen.size).toBe(lessons.size.positions);
    const likeness = (board: Board) =>
      SYMMETRIES.map((symmetry) => marksOf(turned(board, symmetry))).sort()[0];
    expect(new Set([...seen.values()].map(likeness)).size).toBe(lessons.size.distinct);
    expect(new Set(SYMMETRIES.map(String)).size).toBe(lessons.symmetries);
  });

  it("unfolds a position into replies whose games add up", () => {
    for (const board of [empty, ...positions(empty, [4, 0, 8])]) {
      const below = legal(CLASSIC, board).map((cell) => gamesFrom(play(board, cell)));
      expect(below.reduce((sum, each) => sum + each)).toBe(gamesFrom(board));
    }
  });
});

describe("the tree that the reader grows", () => {
  const start = boardOf(lessons.tree.position);

  it("has as many positions as minimax calls, and their true values", () => {
    const whole = grown(start, new Set(inner(start)));
    let nodes = 0;
    const walk = (node: typeof whole) => {
      nodes += 1;
      const board = movesOf(node.key).reduce(play, start);
      const { turn, value: found } = lookUp(table, board);
      const own = found === "draw" ? 0 : (found === "win") === (turn === "X") ? 1 : -1;
      expect(node.value).toBe(signed(own));
      expect(value(board)).toBe(own);
      if (node.children.length) expect(node.children.filter((each) => each.best)).toHaveLength(1);
      node.children.forEach(walk);
    };
    walk(whole);
    expect(nodes).toBe(lessons.tree.calls.minimax);
  });

  it("knows a value only once all replies have one", () => {
    const [root, ...others] = inner(start);
    expect(grown(start, new Set([root!])).value).toBeUndefined();
    expect(explain(start, new Set([root!]), root!)).toContain("will take the highest of ?, ?, ?");
    const all = new Set([root!, ...others]);
    expect(explain(start, all, root!)).toMatch(/takes the highest of .*: 0\.$/);
    expect(explain(start, new Set(), root!)).toContain("Open it");
    const end = legal(CLASSIC, start)[1]!;
    expect(keyOf(movesOf(`${end}`))).toBe(`${end}`);
  });
});

describe("the search of chapter 4", () => {
  const recording = record(boardOf(lessons.tree.position), "alphabeta-unordered");

  it("takes the calls that Python counts, and gives Python's reason", () => {
    expect(recording.visits).toHaveLength(lessons.tree.calls.alphabeta);
    const prunes = recording.events.filter((event): event is Prune => event.event === "prune");
    expect(prunes).not.toHaveLength(0);
    for (const prune of prunes) {
      expect(whyPruned(prune)).toBe(
        "X already has a draw elsewhere; here O can force a win, so X never comes here",
      );
    }
  });

  it("says something at every stop", () => {
    for (const moment of stops(recording)) expect(stepWords(recording, moment)).not.toBe("");
  });
});

describe("the scores of chapter 3", () => {
  /** The move of an engine that takes the first of the best in reading order. */
  function firstBest(board: Board, scored: ReadonlyMap<number, number>): number {
    const sign = turn(board) === "X" ? 1 : -1;
    const best = Math.max(...[...scored.values()].map((score) => sign * score));
    return [...scored].find(([, score]) => sign * score === best)![0];
  }

  it.each(["toying", "yielding"] as const)("move the engines as Python says: %s", (name) => {
    const gap = lessons[name];
    const start = boardOf(gap.position);
    expect(firstBest(start, scores(table, start, false))).toBe(gap.blind[0]);
    expect(firstBest(start, scores(table, start, true))).toBe(gap.aware[0]);
  });

  it("count a win the more the sooner it comes, and never less than a draw", () => {
    expect(deepScore(1)).toBeGreaterThan(deepScore(3));
    expect(deepScore(CLASSIC.cells)).toBeGreaterThan(0);
  });
});

describe("the lists of chapter 6", () => {
  it("have words for every rule", () => {
    for (const { rules } of [lessons.tactics, lessons.naive]) {
      for (const { says } of rulesOf(rules)) expect(says).not.toBe("");
    }
  });

  it("answer with the moves that Python allows, for the reasons that Python gives", () => {
    const reasons = new Map(facts.map(([text, { why }]) => [marksOf(boardOf(text)), why]));
    for (const text of Object.keys(lessons.tactics.positions)) {
      const board = boardOf(text);
      const { cell, why } = tacticsAnswer(lessons, board);
      expect(legal(CLASSIC, board)).toContain(cell);
      expect(why).toBe(reasons.get(text));
    }
    for (const [text, [, cells]] of Object.entries(lessons.naive.positions)) {
      const board = boardOf(text);
      const said = cells.map((_, times) => naiveAnswer(lessons, board, times).cell);
      expect(said).toEqual(cells);
    }
  });

  it("find the move that lost, in every game that the short list loses", () => {
    for (const side of ["X", "O"] as const) {
      for (const game of lessons.games.naive[side].lost) {
        const line = positions(empty, game);
        const ply = mistake(table, line, side)!;
        expect(ply % 2).toBe(side === "X" ? 1 : 0);
        expect(lookUp(table, line[ply]!).value).toBe("win");
        expect(lookUp(table, line[ply - 1]!).value).not.toBe("loss");
      }
    }
  });

  it("is told apart from a game that was not lost", () => {
    expect(mistake(table, positions(empty, [4, 0]), "O")).toBeNull();
  });

  it("say what a move does", () => {
    expect(completions(CLASSIC, boardOf("XX./OO./..."), "X")).toEqual([2]);
    expect(deed(boardOf("XX./OO./..."), 2)).toBe("wins");
    expect(deed(boardOf("X../.O./..X"), 2)).toBe("threatens a3");
    expect(deed(boardOf("X../.../..."), 8)).toBe("plays quietly");
    expect(deed(boardOf("X.O/.O./..X"), 6)).toBe("blocks, and threatens a2 and b3 at once: a fork");
  });
});

describe("the proof that every game is played", () => {
  it.each(["X", "O"] as const)("plays the games that Python plays, as %s", (side) => {
    const games = [...everyGame((board) => perfectMove(table, board), side)];
    const tally = {
      games: games.length,
      wins: games.filter(({ winner }) => winner === side).length,
      draws: games.filter(({ winner }) => winner === null).length,
      losses: games.filter(({ winner }) => winner !== null && winner !== side).length,
      lost: [],
    };
    expect(tally).toEqual(lessons.games.hard[side]);
    expect(new Set(games.map(({ moves }) => moves.join())).size).toBe(games.length);
    for (const game of games) {
      expect(outcome(CLASSIC, positions(empty, game.moves).at(-1)!)).not.toBeNull();
      expect(keepsValue(table, side, game)).toBe(true);
    }
  });

  it("would notice a move that gives something away", () => {
    const moves = [0, 4, 8, 2, 6, 3, 7];
    expect(keepsValue(table, "O", { moves, winner: "X" })).toBe(false);
  });
});

describe("numbers as one reads them", () => {
  it.each([
    [count(255168), "255,168"],
    [percent(0.02999), "3\u00a0%"],
    [factor(503.52), "504"],
    [factor(1.3333), "1.3"],
    [signed(-1), "−1"],
    [signed(7), "+7"],
    [signed(0), "0"],
    [duration(3, 1e9), "less than a second"],
    [duration(11, 1e9), "1 minute"],
    [duration(14, 1e9), "1 day"],
    [duration(100, 1e9), "a number of years with 84 digits"],
  ])("%s", (said, meant) => {
    expect(said).toBe(meant);
  });
});

describe("the text of the chapters", () => {
  const folder = new URL("../src/learn/chapters/", import.meta.url);

  it.each(readdirSync(folder))("types no number in: %s", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const told = text.replace(/<(script|style)\b.*?<\/\1>/gs, "");
    expect(told.match(/\b\d[\d,.]*\d\b/g)).toBeNull();
  });
});
