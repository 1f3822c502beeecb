import { describe, expect, it, vi } from "vitest";
import { counts, gameText, MOST, played, remember, type Played } from "../src/game/history";
import { readRecord } from "../src/game/record";
import { CLASSIC } from "../src/game/rules";
import { store } from "./device";

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

  it("keeps the newest games", () => {
    vi.stubGlobal("localStorage", store());
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("addEventListener", () => undefined);
    const games = Array.from({ length: MOST + 2 }, (_, at) => game("won", { at }));
    localStorage.setItem("noughts.games", JSON.stringify({ games }));
    expect(played().map(({ at }) => at)).toEqual(games.slice(2).map(({ at }) => at));
    remember(game("lost", { at: MOST + 2 }));
    expect(played()[0]!.at).toBe(3);
    expect(played().at(-1)!.result).toBe("lost");
    vi.unstubAllGlobals();
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
