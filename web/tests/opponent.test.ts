import { describe, expect, it } from "vitest";
import { opponentWords } from "../src/game/opponent";

describe("how the computer plays", () => {
  it.each([
    ["easy", null, "easy plays at random"],
    ["medium", null, "medium plays a random move half the time"],
    ["hard", null, "hard plays perfectly, which is proved"],
    ["hard", false, "hard is strong here, not proved"],
    ["adaptive", null, "adaptive follows you: 40 % of its moves as hard, the rest at random"],
  ] as const)("%s, proved: %s", (level, proven, words) => {
    expect(opponentWords(level, proven, true, 0.4)).toBe(words);
  });

  it("is not called perfect before a proof", () => {
    expect(opponentWords("hard", null, false, 0.4)).toBeNull();
  });
});
