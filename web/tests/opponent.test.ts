import { describe, expect, it } from "vitest";
import { opponentWords } from "../src/game/opponent";

describe("how the computer plays", () => {
  it.each([
    ["easy", null, "easy plays at random."],
    ["medium", null, "medium plays a random move half the time."],
    [
      "casual",
      null,
      "casual makes mistakes as people do: it misses 40 % of the wins in one move, and more of the rest.",
    ],
    ["hard", null, "hard plays perfectly, and that's proved."],
    ["hard", false, "hard plays very well here, but isn't proved perfect."],
    ["medium", false, "medium plays a random move half the time."],
    ["adaptive", null, "adaptive adapts to you: 40 % of its moves are its best, the rest random."],
  ] as const)("%s, proved: %s", (level, proven, words) => {
    expect(opponentWords(level, proven, true, 0.4)).toBe(words);
  });

  it("is not called perfect before a proof", () => {
    expect(opponentWords("hard", null, false, 0.4)).toBeNull();
  });
});
