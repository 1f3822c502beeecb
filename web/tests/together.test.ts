import { describe, expect, it } from "vitest";
import { NOBODY, type SharedGame } from "../src/together/api";
import { presenceWords } from "../src/together/words";

const seat = (mark: string) => ({ name: "", level: null, mark, taken: true, hints: false });
const game = { turn: "X", end: null, seats: [seat("X"), seat("O")] } as unknown as SharedGame;
const MINUTE = 60_000;

describe("who is there", () => {
  const told = { ...NOBODY, at: 5 * MINUTE };

  it("says since when somebody is away, as time goes by", () => {
    const away = { ...told, seats: [true, false], away: [null, 30] };
    const words = [5, 6, 7, 65, 2 * 24 * 60 + 5].map((minutes) =>
      presenceWords(game, away, 1, minutes * MINUTE),
    );
    const left = ["just now", "1 minute ago", "2 minutes ago", "1 hour ago", "2 days ago"];
    expect(words).toEqual(left.map((when) => `left ${when}`));
  });

  it("says who thinks, who is here and who has not come", () => {
    const here = { ...told, seats: [true, true] };
    expect(presenceWords(game, here, 0, told.at)).toBe("is thinking");
    expect(presenceWords(game, here, 1, told.at)).toBe("is here");
    expect(presenceWords(game, told, 1, told.at)).toBe("is not here");
    const alone = { ...game, seats: [seat("X"), { ...seat("O"), taken: false }] } as SharedGame;
    expect(presenceWords(alone, here, 0, told.at)).toBe("is here");
    expect(presenceWords(alone, here, 1, told.at)).toBe("nobody yet");
  });
});
