import { describe, expect, it } from "vitest";
import type { Analysis, Fact, MoveAnalysis, Value } from "../src/api/types";
import { foldable, reasonPieces } from "../src/explain/reason";
import { plain } from "../src/explain/say";
import { judge } from "../src/game/review";
import type { Rules } from "../src/game/rules";
import { gradeWords, steadyWords } from "../src/game/verdicts";

const move = (cell: number, value: Value, plies: number | null, best: boolean): MoveAnalysis => ({
  ...{ move: `m${cell}`, cell, value, plies, best, customary: null, facts: [] },
});
const position = (value: Value, ...moves: MoveAnalysis[]): Analysis => ({
  ...{ turn: "X", proven: true, value, plies: moves[0]!.plies, customary: null, moves },
});

const lost = position("loss", move(0, "loss", 34, true), move(1, "loss", 4, false));
const won = position("win", move(0, "win", 3, true), move(1, "win", 9, false));
const drawn = position("draw", move(0, "draw", null, true), move(1, "loss", 4, false));

describe("a review", () => {
  it("says how much a kept value cost", () => {
    expect(gradeWords(judge(lost, 0))).toBe("best");
    expect(gradeWords(judge(lost, 1))).toBe("lost sooner: 4 moves instead of 34");
    expect(gradeWords(judge(won, 1))).toBe("won more slowly: 9 moves instead of 3");
    expect(gradeWords(judge(drawn, 1))).toBe("threw away the draw");
  });

  it("says that nothing was given away only when neither value nor plies were", () => {
    expect(steadyWords([judge(lost, 0), judge(won, 0), judge(drawn, 0)])).toBe(
      "Neither side gave anything away.",
    );
    expect(steadyWords([judge(won, 1), judge(lost, 1)])).toBe(
      "No move changed who wins, but move 2 let the game end 30 moves sooner.",
    );
    expect(steadyWords([judge(won, 1), judge(lost, 0)])).toBe(
      "No move changed who wins, but move 1 let the game end 6 moves later.",
    );
    expect(steadyWords([judge(won, 0), null])).toBeNull();
  });

  it("folds a long line after four moves, and no line of a board", () => {
    const names = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "a2", "b3"];
    const shown = (kind: Fact["kind"], most: number) => {
      const facts = [{ kind, lines: [names.slice(0, most)], plies: most }];
      const pieces = reasonPieces({ shape: [9, 9] } as Partial<Rules> as Rules, "X", facts);
      return plain(pieces.slice(0, pieces.length - foldable(facts)));
    };
    expect(shown("wins", 9)).toBe("wins in 9 moves: a1 b2 c3 d4");
    expect(shown("wins", 5)).toBe("wins in 5 moves: a1 b2 c3 d4 e5");
    expect(shown("blocks", 6)).toBe("blocks O's line a1 b2 c3 d4 e5 f6");
    expect(foldable([{ kind: "keeps draw" }])).toBe(0);
    expect(foldable([])).toBe(0);
  });
});
