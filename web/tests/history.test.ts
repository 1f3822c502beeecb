import { describe, expect, it } from "vitest";
import { counts, gameText, type Played } from "../src/game/history";
import { readRecord } from "../src/game/record";
import { CLASSIC } from "../src/game/rules";

const game = (result: Played["result"], more: Partial<Played> = {}): Played => ({
  at: Date.UTC(2024, 1, 29),
  rules: "3,3,3",
  against: "hard",
  mark: "X",
  result,
  aided: false,
  moves: "b2 a2 a1 c3 c1 a3 b1",
  ...more,
});

describe("the history", () => {
  it("counts by level and board, with the runs without a loss", () => {
    const games = [
      game("drawn"),
      game("won"),
      game("drawn", { aided: true }),
      game("lost"),
      game("drawn"),
      game("won", { rules: "5,5,4" }),
      game("X", { against: "person" }),
    ];
    expect(counts(games)).toMatchObject([
      { against: "hard", rules: "3,3,3", games: 5, won: 1, drawn: 3, lost: 1, run: 1, longest: 2 },
      { rules: "5,5,4", games: 1, won: 1, run: 1, longest: 1 },
      { against: "person", games: 1 },
    ]);
  });

  it("writes games that are read as records", () => {
    const text = gameText(game("won"));
    expect(text).toBe(
      "Rules: 3,3,3\nDate: 2024-02-29\nX: You\nO: hard\n\nb2 a2 a1 c3 c1 a3 b1 X wins\n",
    );
    expect(readRecord(CLASSIC, text)).toBeTypeOf("object");
    expect(gameText(game("won", { mark: "O" }))).toContain("X: hard\nO: You\n");
    expect(gameText(game("lost", { mark: "O" }))).toContain("X wins");
  });
});
