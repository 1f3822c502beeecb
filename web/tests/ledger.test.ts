import { describe, expect, it, vi } from "vitest";
import type { Asked, LedgerPlace, LedgerRegion, LedgerReply, LedgerStatus } from "../src/api/types";
import { heightOf, scaleOf, seriesOf, tickWords } from "../src/ledger/chart";
import { decidedWithout, HEAD, known, tiles, type Tile } from "../src/ledger/map";
import { squarify } from "../src/ledger/squarify";
import { pause, Watching } from "../src/ledger/watching.svelte";
import {
  blankWords,
  jobsWords,
  costWords,
  guesses,
  movesWords,
  picture,
  readSpot,
  timeWords,
  valueWords,
  writeSpot,
} from "../src/ledger/words";

const reply = (move: string, nodes: number, more: Partial<LedgerReply> = {}): LedgerReply => ({
  moves: [move],
  x_wins: null,
  o_wins: null,
  nodes,
  working: 0,
  ...more,
});
const region = (move: string, nodes: number, replies: LedgerReply[] = []): LedgerRegion => ({
  ...reply(move, nodes),
  replies,
});
const area = ({ width, height }: Tile) => width * height;

describe("what is proved", () => {
  it.each([
    [true, null, "X"],
    [false, true, "O"],
    [false, false, "draw"],
    [false, null, "not X"],
    [null, false, "not O"],
    [null, null, "open"],
  ] as const)("x %s, o %s is %s", (x_wins, o_wins, what) => {
    expect(known({ x_wins, o_wins })).toBe(what);
  });

  it("of a position may do without some of its moves", () => {
    const won = { ...region("b2", 9), x_wins: true };
    const open = region("a1", 9);
    expect(decidedWithout({ x_wins: true, o_wins: false, regions: [won, open] })).toBe(true);
    expect(decidedWithout({ x_wins: true, o_wins: false, regions: [won] })).toBe(false);
    expect(decidedWithout({ x_wins: false, o_wins: null, regions: [open] })).toBe(false);
  });

  it("is said of the whole, and one half is not the whole", () => {
    const of = (...questions: [string, boolean | null][]) =>
      valueWords({
        questions: questions.map(([mark, won]) => ({ mark, won })),
      } as unknown as LedgerStatus);
    expect(of()).toBe("Not proved yet.");
    expect(of(["X", null])).toBe("Not proved yet.");
    expect(of(["X", false])).toBe("Not proved yet; proved so far: X does not win.");
    expect(of(["X", false], ["O", false])).toBe("Proved: it is a draw.");
    expect(of(["X", true])).toBe("Proved: X wins.");
    const early = { questions: [], unread: 9 } as unknown as LedgerStatus;
    expect(valueWords(early)).toBe("Not proved by the answers read so far.");
  });
});

describe("the tree map", () => {
  it("makes moves as large as their work, within the frame, and none of them overlap", () => {
    const laid = tiles([region("b2", 600), region("a1", 300), region("c1", 100)], 500, 400);
    expect(laid.map(({ region }) => region.moves[0])).toEqual(["b2", "a1", "c1"]);
    expect(area(laid[0]!) / area(laid[1]!)).toBeCloseTo(2, 0);
    expect(area(laid[0]!) / area(laid[2]!)).toBeCloseTo(6, 0);
    laid.forEach((one, index) => {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.left + one.width).toBeLessThanOrEqual(500);
      expect(one.top + one.height).toBeLessThanOrEqual(400);
      for (const other of laid.slice(index + 1)) {
        const apart =
          one.left + one.width <= other.left ||
          other.left + other.width <= one.left ||
          one.top + one.height <= other.top ||
          other.top + other.height <= one.top;
        expect(apart).toBe(true);
      }
    });
  });

  it("puts replies below the name of their move, and leaves blank what is in none of them", () => {
    const replies = [reply("a1", 300), reply("b1", 200, { x_wins: true }), reply("c1", 0)];
    const [tile] = tiles([region("b2", 1000, replies)], 400, 400);
    expect(tile!.replies.map(({ region }) => region.moves[0])).toEqual(["a1", "b1"]);
    expect(tile!.replies.map((each) => each.known)).toEqual(["open", "X"]);
    for (const each of tile!.replies) {
      expect(each.top).toBeGreaterThanOrEqual(tile!.top + HEAD);
      expect(each.top + each.height).toBeLessThanOrEqual(tile!.top + tile!.height);
    }
    const drawn = tile!.replies.reduce((sum, each) => sum + area(each), 0);
    expect(drawn / area(tile!)).toBeLessThan(0.55);
  });

  it("fills its frame, each value its share, and no box is much longer than wide", () => {
    const values = [500, 400, 300, 200, 100, 90, 80, 70, 60, 50, 10, 1];
    const boxes = squarify(values, { left: 10, top: 20, width: 600, height: 300 });
    const scale = (600 * 300) / values.reduce((total, each) => total + each, 0);
    boxes.forEach(({ left, top, width, height }, index) => {
      expect(width * height).toBeCloseTo(values[index]! * scale, 6);
      expect(Math.max(width / height, height / width)).toBeLessThan(index < 10 ? 2 : 8);
      expect(left).toBeGreaterThanOrEqual(10);
      expect(left + width).toBeLessThanOrEqual(610 + 1e-6);
      expect(top + height).toBeLessThanOrEqual(320 + 1e-6);
    });
    expect(squarify([], { left: 0, top: 0, width: 9, height: 9 })).toEqual([]);
  });

  it("has no tile without work", () => {
    expect(tiles([], 400, 400)).toEqual([]);
    expect(tiles([region("a1", 0)], 400, 400)).toEqual([]);
    expect(tiles([region("a1", 1), region("b1", 0)], 400, 400)).toHaveLength(1);
  });
});

describe("the chart", () => {
  it("has whole powers of ten around its values, and not too many names", () => {
    expect(scaleOf([30, 4000])).toEqual({ ticks: [1, 2, 3, 4], low: 1, high: 4 });
    expect(scaleOf([10])).toEqual({ ticks: [1, 2], low: 1, high: 2 });
    expect(scaleOf([]).ticks).toEqual([0, 1]);
    expect(scaleOf([1, 1e12]).ticks.length).toBeLessThanOrEqual(6);
    expect(heightOf({ ticks: [], low: 1, high: 3 }, 100)).toBe(0.5);
    expect([0, 3, 4, 7, 9].map(tickWords)).toEqual([
      "1",
      "1,000",
      "10,000",
      "10 million",
      "1 billion",
    ]);
  });

  it("draws neither what is infinite nor what is 0", () => {
    const moment = { jobs: 1, nodes: 10, seconds: 1, proof: 5, disproof: 2 };
    const history = [moment, { ...moment, seconds: 2, proof: null, disproof: 0 }];
    const { proof, disproof, nodes } = seriesOf({ history });
    expect([proof, disproof, nodes.length]).toEqual([[[1, 5]], [[1, 2]], 2]);
  });
});

describe("words", () => {
  it("say times, moves and costs", () => {
    expect([0.01, 0.3, 42, 120, 9000, 200_000].map(timeWords)).toEqual([
      "under 0.1 s",
      "0.3 s",
      "42 s",
      "2.0 min",
      "2.5 h",
      "2.3 days",
    ]);
    expect(movesWords(["b2"])).toBe("b2");
    expect(movesWords(["a1", "c1", "a3", "c3"])).toBe("a1 and 3 like it");
    const place = { nodes: 2000, own: 512, working: 1 } as LedgerPlace;
    expect(costWords(place)).toBe(
      "2,000 positions were looked at. 512 of them came before its moves became jobs. 1 job in progress.",
    );
  });

  it("call a guess by what it rests on, and make none of what is proved", () => {
    const asked = {
      ...{ mark: "X", won: null, nodes: 1000, seconds: 1 },
      ...{ left_if_won: 2_500_000, left_if_not: null },
    } as Asked;
    expect(guesses(asked)).toEqual(["if X wins, some 2.5 million positions, 42 min of one worker"]);
    expect(guesses({ ...asked, won: true })).toEqual([]);
  });

  it("say that nothing can be guessed while all jobs have run out", () => {
    const asked = {
      ...{ mark: "X", won: null, nodes: 1000, seconds: 1, jobs: 3, ran_out: 3 },
      ...{ left_if_won: null, left_if_not: null },
    } as unknown as Asked;
    const words = "We can't estimate the work left yet: all jobs ran out of budget.";
    expect([guesses(asked), blankWords(asked)]).toEqual([[], words]);
    expect(jobsWords(asked)).toBe("3 jobs done, 3 undecided within their budget.");
    expect(jobsWords({ ...asked, jobs: 1, ran_out: 0 })).toBe("1 job done.");
    expect(blankWords({ ...asked, ran_out: 2 })).toBe("");
    expect(blankWords({ ...asked, won: false })).toBe("");
    expect(blankWords({ ...asked, jobs: 0, ran_out: 0 })).toBe("");
  });

  it("make a board of a position's text", () => {
    expect(picture("X.O/.X./..O")).toEqual({
      shape: [3, 3],
      board: ["X", null, "O", null, "X", null, null, null, "O"],
    });
    expect(picture("X./..//.O/..").shape).toEqual([2, 2, 2]);
  });

  it.each([
    ["", { ledger: 1, moves: [] }],
    ["#moves=b2-a1", { ledger: 1, moves: ["b2", "a1"] }],
    ["#ledger=3&moves=b2c", { ledger: 3, moves: ["b2c"] }],
    ["#ledger=-1&moves=<b>", { ledger: 1, moves: [] }],
  ])("the address %s names a position", (hash, spot) => {
    expect(readSpot(hash)).toEqual(spot);
    expect(readSpot(writeSpot(spot))).toEqual(spot);
  });
});

describe("watching", () => {
  const status = { unread: 0, working: [{}], questions: [] } as unknown as LedgerStatus;

  it("looks often while there is something to see", () => {
    expect(pause({ ...status, unread: 5 })).toBeLessThan(pause(status));
    expect(pause(status)).toBeLessThan(pause({ ...status, working: [] }));
  });

  it("asks again after a pause, and not while nobody sees it", async () => {
    vi.useFakeTimers();
    const page = { visibilityState: "visible" };
    const asked: string[] = [];
    vi.stubGlobal("document", page);
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify(status)));
    });
    try {
      const watching = new Watching();
      watching.open({ ledger: 2, moves: ["b2"] });
      await vi.advanceTimersByTimeAsync(0);
      expect(asked).toEqual(["/api/v1/ledgers/2", "/api/v1/ledgers/2/place?moves=b2"]);
      await vi.advanceTimersByTimeAsync(pause(status));
      expect(asked).toHaveLength(4);
      page.visibilityState = "hidden";
      await vi.advanceTimersByTimeAsync(10 * pause(status));
      expect(asked).toHaveLength(4);
      page.visibilityState = "visible";
      await watching.look();
      expect(asked).toHaveLength(6);
      watching.stop();
      await vi.advanceTimersByTimeAsync(10 * pause(status));
      expect(asked).toHaveLength(6);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });
});
