import { describe, expect, it } from "vitest";
import { NOBODY, type SharedGame } from "../src/together/api";
import { chosen, invitation, link, state, told } from "../src/together/opening";
import { byName, markOf, nameOf, presenceWords, seatName, stateWords } from "../src/together/words";

const seat = (mark: string) => ({ name: "", level: null, mark, taken: true, hints: false });
const game = { to_move: 0, end: null, seats: [seat("X"), seat("O")] } as unknown as SharedGame;
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

describe("how it ended", () => {
  it.each([
    ["resigned", 0, "Your friend wins: you resigned"],
    ["time", 0, "Your friend wins: your time is up"],
    ["left", 1, "You win: your friend has left"],
    ["resigned", null, "O wins: X resigned"],
    ["line", 1, "You win"],
  ] as const)("is told as a sentence: %s to seat %s", (how, mine, words) => {
    const end = { winner: "O", how };
    expect(stateWords({ ...game, to_move: null, end } as SharedGame, mine)).toBe(words);
  });
});

describe("a name in a list", () => {
  it("is not the mark that stands beside it", () => {
    const names = (mine: 0 | 1 | null, seats = game.seats) =>
      [0, 1].map((each) => seatName({ ...game, seats }, each as 0 | 1, mine));
    expect(names(null)).toEqual(["Somebody", "Somebody"]);
    expect(names(0)).toEqual(["You", "Your friend"]);
    const seats = [
      { ...seat("X"), name: "Ada" },
      { ...seat("O"), level: "easy" },
    ] as SharedGame["seats"];
    expect(names(null, seats)).toEqual(["Ada", "Computer, easy"]);
  });

  it("gives a class its order", () => {
    const of = (name: string) =>
      ({ ...game, seats: [{ ...seat("X"), name }, seat("O")] }) as unknown as SharedGame;
    const sorted = ["Zoe", "Kind 10", "Ärmel", "Kind 9"].map(of).sort(byName);
    expect(sorted.map(({ seats }) => seats[0]!.name)).toEqual([
      "Ärmel",
      "Kind 9",
      "Kind 10",
      "Zoe",
    ]);
  });
});

describe("an opening between two", () => {
  const begun = { opener: 1, stones: 3, taken: null, choosing: false };
  const at = (ply: number, to_move: 0 | 1 | null, opening: object, names = ["Ada", ""]) =>
    ({
      ply,
      to_move,
      end: null,
      opening: { ...begun, ...opening },
      seats: [
        { ...seat("O"), name: names[0] },
        { ...seat("X"), name: names[1] },
      ],
    }) as unknown as SharedGame;

  it("is told to each of them, and to whoever watches", () => {
    const placing = at(1, 1, {});
    const heads = [0, 1, null].map((mine) => state(placing, mine as 0 | 1 | null));
    expect(heads).toEqual([
      "Your friend places O, stone 2 of 3",
      "Place O, stone 2 of 3",
      "Player 2 places O, stone 2 of 3",
    ]);
    const choosing = at(3, 0, { choosing: true });
    expect(state(choosing, 0)).toBe("Choose your side");
    expect(state(choosing, 1)).toBe("Ada chooses a side");
    expect(told(choosing, 0)).toMatch(/^O moves next. Take a side, or place O and X/);
    expect(told(choosing, 1)).toMatch(/or places two more stones, and you choose.$/);
    expect(told(choosing, null)).toMatch(/stones, and Player 2 chooses.$/);
    const five = at(5, 1, { stones: 5, choosing: true });
    expect(told(five, 1)).toBe("O moves next. Take a side.");
    expect(told(five, 0)).toBe("Your friend takes O, which moves next, or X.");
  });

  it("says who took which side, and is over then", () => {
    const three = at(3, 1, { taken: "X" });
    expect(told(three, 0)).toBe("Opened by swap2: after 3 stones you took X.");
    expect(told(three, null)).toBe("Opened by swap2: after 3 stones Ada took X.");
    expect(state(three, 0)).toBeNull();
    expect(told(at(5, 1, { stones: 5, taken: "O" }), 0)).toContain("5 stones your friend took O.");
    expect(told(at(3, null, {}), 0)).toContain("no side was taken");
  });

  it("knows no marks before, and no names by them", () => {
    expect(markOf(at(3, 0, {}), 0)).toBe("?");
    expect(markOf(at(3, 0, { taken: "X" }), 0)).toBe("O");
    expect(nameOf(at(3, 0, { taken: "X" }), 1, null)).toBe("Player 2");
    expect(nameOf({ ...game, opening: null }, 1, null)).toBe("O");
  });

  it("tells a choice from a stone, and goes into the address", () => {
    const before = at(3, 0, { choosing: true });
    expect(chosen(before, at(3, 1, { taken: "X" }))).toBe(true);
    expect(chosen(before, at(3, 0, { stones: 5 }))).toBe(true);
    expect(chosen(at(2, 1, {}), before)).toBe(false);
    expect(link(before)).toBe("");
    expect(link(at(3, 1, { taken: "X" }))).toBe("&opening=swap2,+3+stones,+X+taken");
  });

  it("invites to open, or to choose", () => {
    expect(invitation(at(0, 1, {}), 1)).toMatch(/: you place three .*\. Ada then chooses a side/);
    expect(invitation(at(0, 1, {}, ["", "Bob"]), 0)).toMatch(
      /: Bob places three .*\. You then choose/,
    );
    expect(invitation({ ...game, opening: null }, 1)).toBeNull();
  });
});
