/** The page's own rules, readers and sentences against Python's, example by example. */

import { describe, expect, it } from "vitest";
import { sensible } from "../src/game/sensible";
import { findRules } from "../src/game/games";
import { hint } from "../src/game/hint";
import { positionText } from "../src/game/notation";
import { flaw, parsePosition } from "../src/game/positions";
import { readRecord, recordRules, recordText } from "../src/game/record";
import { decidingMove, judge } from "../src/game/review";
import {
  CLASSIC,
  emptyBoard,
  legal,
  outcome,
  play,
  type Board,
  type Mark,
} from "../src/game/rules";
import { standing, type Seat } from "../src/game/series";
import { lookUp } from "../src/game/table";
import { goTo, here, line, type Tree } from "../src/game/tree";
import { whyPruned } from "../src/search/words";
import { board, table, vectors } from "./known";

describe("a game's text", () => {
  it.each(vectors.records)("is read as Python reads it: $text", ({ text, board: rules, read }) => {
    const tree = readRecord(rules ?? CLASSIC, text);
    if (read === null) {
      expect(tree).toBeTypeOf("string");
      return;
    }
    expect(findRules(recordRules(text)).rules).toBe(read.rules);
    const found = tree as Tree;
    expect(positionText(rules!.shape, found.nodes[0]!.board)).toBe(read.start);
    const lines = found.nodes
      .filter((leaf) => !found.nodes.some((node) => node.parent === leaf.id))
      .map((leaf) => line(goTo(found, leaf.id)).slice(1));
    const cells = lines.map((nodes) => nodes.map((node) => node.cell));
    expect(cells).toEqual(expect.arrayContaining(read.lines));
    expect(here(found).ply).toBe(read.at);
    expect(readRecord(rules!, recordText(found, { X: "X", O: "O" }))).toMatchObject({
      nodes: found.nodes,
      at: found.at,
    });
  });
});

describe("positions", () => {
  it.each(vectors.arising)(
    "of $board.rules can arise where Python says so, of all boards",
    ({ board, positions }) => {
      const signs: (Mark | null)[] = ["X", "O", null];
      const found: string[] = [];
      for (let number = 0; number < 3 ** board.cells; number += 1) {
        const marks: Board = Array.from(
          { length: board.cells },
          (_, at) => signs[Math.floor(number / 3 ** at) % 3]!,
        );
        if (!flaw(board, marks)) found.push(positionText(board.shape, marks));
      }
      expect(new Set(found)).toEqual(new Set(positions));
    },
  );

  it.each(vectors.written)("of $board.rules are read as Python reads them", ({ board, read }) => {
    for (const [text, expected] of Object.entries(read)) {
      const marks = parsePosition(board, text);
      expect(marks && positionText(board.shape, marks), JSON.stringify(text)).toBe(expected);
    }
  });
});

describe("hints", () => {
  it("say what Python says, in every position and step", () => {
    for (const [text, steps] of Object.entries(vectors.hints)) {
      const position = board(text);
      const analysis = lookUp(table, position);
      for (const step of [1, 2, 3] as const) {
        const [words, cells] = steps[step - 1]!;
        expect(hint(CLASSIC, position, analysis, step), `${text} ${step}`).toMatchObject({
          text: words,
          cells,
        });
      }
    }
  });
});

describe("why a branch is left", () => {
  it("is told in Python's words, and never that one already has a loss", () => {
    for (const { mover, elsewhere, here, guesses, words } of vectors.pruned) {
      const prune = { node: 0, cells: [], turn: mover, elsewhere, here };
      expect(whyPruned(prune, guesses)).toBe(words);
      expect(words).not.toContain("a loss");
    }
  });
});

describe("rules", () => {
  it.each(vectors.playouts)(
    "of $board.rules allow and end what Python's do",
    ({ board, games }) => {
      for (const { moves, legal: allowed, easy, result } of games) {
        let position = emptyBoard(board);
        for (const [ply, cell] of moves.entries()) {
          expect(legal(board, position)).toEqual(allowed[ply]);
          expect(sensible(board, position)).toEqual(easy[ply]);
          position = play(position, cell);
        }
        const over = outcome(board, position)!;
        expect(over.winner ? `${over.winner} wins` : "draw").toBe(result);
        expect(flaw(board, position)).toBeNull();
      }
    },
  );
});

describe("a review", () => {
  it.each(vectors.reviews)("grades as Python does: $moves", ({ moves, grades, decided }) => {
    const verdicts = moves.map((cell, ply) =>
      judge(lookUp(table, moves.slice(0, ply).reduce(play, emptyBoard(CLASSIC))), cell),
    );
    expect(verdicts.map(({ grade }) => grade)).toEqual(grades);
    expect(decidingMove(verdicts)).toBe(decided === null ? null : decided - 1);
  });
});

describe("a series", () => {
  it("stands as Python's does after every game of every one", () => {
    const seats: Seat[] = ["first", "second"];
    for (const { best_of, results, score, draws, over, winner } of vectors.series) {
      const rounds = results.map((player) => (player === null ? null : seats[player]!));
      const now = standing({ length: best_of, rounds });
      expect([now.first, now.second, now.draws, now.over]).toEqual([...score, draws, over]);
      if (over) expect(now.leader).toBe(winner === null ? null : seats[winner]);
    }
  });
});
