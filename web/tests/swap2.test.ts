import { describe, expect, it, vi } from "vitest";
import {
  actor,
  begin,
  canSwap2,
  choose,
  linked,
  linkedOpening,
  open,
  placing,
  sides,
  taken,
} from "../src/game/swap2";
import { readRecord, recordOpening, recordText } from "../src/game/record";
import { emptyBoard, play, type Board, type Mark, type Rules } from "../src/game/rules";
import type { Round, Settings } from "../src/game/storage";

const RULES = { rules: "15,15,5", shape: [15, 15], cells: 225 } as unknown as Rules;

/** A place in a game after so many stones. */
const at = (ply: number) => ({
  ply,
  board: Array.from({ length: ply }).reduce<Board>(
    (board, _, cell) => play(board, cell),
    emptyBoard(RULES),
  ),
});

const fresh = (first: Mark): Round => ({
  opponent: "computer",
  first,
  scored: false,
  aided: false,
  thinking: false,
  visiting: false,
  ...begin({ opening: "swap2" } as Settings, RULES),
});

/** Whether the first player acts, ply by ply. */
const mine = (round: Round, plies: number[]) =>
  plies.map((ply) => actor(round, at(ply)) === round.first);

describe("a swap2 opening", () => {
  it.each([
    ["15,15,5", true],
    ["15,15,5 exact", true],
    ["15,15,5 caro", true],
    ["20,20,5 exact caro", true],
    ["20,20,5", true],
    ["26,15,5", true],
    ["14,15,5", false],
    ["15,15,6", false],
    ["15,15,5 torus", false],
    ["15,15,5 misere", false],
    ["15,15,15,5", false],
    ["3,3,3", false],
  ])("opens %s: %s", (rules, opens) => {
    expect(canSwap2(rules)).toBe(opens);
    const round = begin({ opening: "swap2" } as Settings, { ...RULES, rules });
    expect("opening" in round).toBe(opens);
    expect(begin({ opening: "free" } as Settings, { ...RULES, rules })).toEqual({});
  });

  it("lets whoever would be X place three stones and the other choose", () => {
    const round = fresh("X");
    expect(mine(round, [0, 1, 2, 3])).toEqual([true, true, true, false]);
    expect(mine(fresh("O"), [0, 1, 2, 3])).toEqual([false, false, false, true]);
    expect(open(round, at(0))).toEqual({ choosing: false, words: "Place X, stone 1 of 3" });
    expect(open(round, at(1))?.words).toBe("Place O, stone 2 of 3");
    expect(open(round, at(3))).toEqual({ choosing: true, words: "Choose your side" });
    const people: Round = { ...round, opponent: "person" };
    expect(open(people, at(2))?.words).toBe("Player 1 places X, stone 3 of 3");
    expect(open(people, at(3))?.words).toBe("Player 2 chooses a side");
  });

  it("keeps the sides when O is taken after three stones", () => {
    const round = taken(fresh("X"), at(3), "O");
    expect(round.first).toBe("X");
    expect(open(round, at(3))).toBeNull();
    // Who placed the first three is still known, for taking back.
    expect(mine(round, [0, 1, 2, 3, 4, 5])).toEqual([true, true, true, false, true, false]);
    expect(sides(round)).toBe("The sides are chosen: you are X, the computer is O.");
  });

  it("changes them when X is taken", () => {
    const round = taken(fresh("X"), at(3), "X");
    expect(round.first).toBe("O");
    expect(mine(round, [0, 1, 2, 3, 4, 5])).toEqual([true, true, true, true, false, true]);
  });

  it.each(["X", "O"] as const)("gives the choice to the first after five stones: %s", (mark) => {
    const round = taken(fresh("X"), at(3), null);
    expect(sides(round)).toBe("Two more stones are placed.");
    expect(sides(taken(round, at(3), null))).toBe("A side is chosen after all.");
    expect(mine(round, [0, 1, 2, 3, 4, 5])).toEqual([true, true, true, false, false, true]);
    expect(open(round, at(4))?.words).toBe("Place X, stone 2 of 2");
    expect(taken(round, at(3), null)).toEqual(fresh("X"));
    expect(open(round, at(5))?.choosing).toBe(true);
    const chosen = taken(round, at(5), mark);
    expect(chosen.first).toBe(mark);
    expect(mine(chosen, [0, 2, 3, 4])).toEqual([true, true, false, false]);
    expect(mine(chosen, [5, 6])).toEqual(mark === "O" ? [true, false] : [false, true]);
  });

  it("begins again where another of the first stones is placed", () => {
    const swapped = taken(fresh("X"), at(3), "X");
    expect(placing(swapped, at(1))).toEqual(fresh("X"));
    expect(placing(swapped, at(3))).toBe(swapped);
    const two = taken(fresh("X"), at(3), null);
    const five = taken(two, at(5), "O");
    expect(placing(five, at(4))).toEqual(two);
    expect(placing(five, at(2))).toEqual(fresh("X"));
    expect(placing(five, at(5))).toBe(five);
  });

  it("has nothing to say of a game without one", () => {
    const { opening: _, ...round } = fresh("X");
    expect(open(round, at(3))).toBeNull();
    expect(actor(round, at(3))).toBe("O");
    expect(placing(round, at(1))).toBe(round);
    expect(taken(round, at(3), "X")).toBe(round);
  });

  it("asks the server for the computer's part", async () => {
    const answer = { cells: [112, 113, 97], take: null, proven: false };
    const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer))));
    vi.stubGlobal("fetch", asked);
    const rules = { ...RULES, shape: [15, 15] } as Rules;
    expect(await choose(rules, emptyBoard(rules), "medium")).toEqual({ ...answer, cell: 112 });
    const body = (index: number) =>
      JSON.parse(
        (asked.mock.calls as unknown as [string, { body: string }][])[index]![1].body,
      ) as Record<string, unknown>;
    expect(body(0)).toMatchObject({ rules: "15,15,5", level: "medium" });
    await choose(rules, emptyBoard(rules), 0.5, () => 0.4);
    await choose(rules, emptyBoard(rules), 0.5, () => 0.6);
    expect([body(1).level, body(2).level]).toEqual(["hard", "easy"]);
    vi.unstubAllGlobals();
  });
});

describe("a record", () => {
  const rules = {
    ...RULES,
    k: 5,
    lines: [],
    guards: [],
    ends: [],
    torus: false,
  } as unknown as Rules;
  const text = "Rules: 15,15,5\n\nh8 a1 i8 a2 j8 *";
  const tree = readRecord(rules, text);
  if (typeof tree === "string") throw new Error(tree);
  const names = { X: "X", O: "O" };

  it.each([
    [3, false, "swap2, 3 stones, O taken", "after 3 stones the second player took O."],
    [3, true, "swap2, 3 stones, X taken", "after 3 stones the second player took X."],
    [5, false, "swap2, 5 stones, X taken", "after 5 stones the first player took X."],
    [5, true, "swap2, 5 stones, O taken", "after 5 stones the first player took O."],
  ] as const)("says how a game was opened: %i, swapped %s", (until, swapped, header, words) => {
    const opening = { until, settled: true, swapped };
    const kept = recordText(tree, names, opening);
    expect(kept).toContain(`\nOpening: ${header}\n`);
    expect(recordOpening(kept)).toEqual(opening);
    const address = `#rules=15,15,5&moves=h8-a1-i8-a2-j8${linked({ ...fresh("X"), opening })}`;
    expect(linkedOpening(address)).toEqual(opening);
    expect(sides({ ...fresh("X"), opponent: "nobody", opening })).toBe(`Opened by swap2: ${words}`);
  });

  it("says nothing of an opening that is not over, and reads no other", () => {
    const open = { until: 3, settled: false, swapped: false } as const;
    expect(recordText(tree, names, open)).not.toContain("Opening");
    expect(recordText(tree, names)).not.toContain("Opening");
    expect(linked({ ...fresh("X"), opening: open })).toBe("");
    expect(linkedOpening("#rules=15,15,5&moves=h8&opening=Kansei")).toBeUndefined();
    for (const said of [
      "Opening: swap2",
      "Opening: Kansei",
      "Start: x\nOpening: swap2, 3 stones, X taken",
    ])
      expect(recordOpening(`Rules: 15,15,5\n${said}\n\nh8 a1 i8`)).toBeUndefined();
  });
});
