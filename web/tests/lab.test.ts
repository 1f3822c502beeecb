import { readFileSync } from "node:fs";
import { ENGINES } from "../generated/names";
import { describe, expect, it, vi } from "vitest";
import { boardsOf, boardWords, csv, SEARCHES, stacked, type Cost } from "../src/lab/cost";
import { eloWords, interval, pairOf, percent, scoreAgainst } from "../src/lab/figures";
import {
  cellsOf,
  command,
  fits,
  gameAddress,
  movesOf,
  play,
  PLAYERS,
  readTerms,
  resultOf,
  writeTerms,
  type Game,
  type Line,
  type Standing,
  type Terms,
} from "../src/lab/match";
import { NoAnswer } from "../src/api/client";
import { parseMoves } from "../src/game/moves";
import { CLASSIC, emptyBoard } from "../src/game/rules";

const TERMS: Terms = {
  players: ["hard", "easy"],
  rules: "3,3,3",
  games: 100,
  seed: 1,
  starts: "alternate",
  opening: 0,
};

describe("figures", () => {
  it.each([
    [{ difference: 636.4, low: 525.2, high: 974.8 }, "+636 (+525 to +975)"],
    [{ difference: -636.4, low: -974.8, high: -525.2 }, "−636 (−975 to −525)"],
    [{ difference: null, low: 166.2, high: null }, "at least +166"],
    [{ difference: null, low: null, high: -166.2 }, "at most −166"],
    [{ difference: 381.7, low: 167.6, high: null }, "+382 (at least +168)"],
    [{ difference: 0, low: null, high: null }, "+0 (too few games for bounds)"],
    [{ difference: null, low: null, high: null }, "unknown"],
    [{ difference: -0.2, low: -20, high: 1234.5 }, "+0 (−20 to +1,235)"],
  ])("says an Elo difference and never more than its bounds allow: %j", (elo, words) => {
    expect(eloWords(elo)).toBe(words);
  });

  it("says rates and intervals, and nothing where there is none", () => {
    expect(percent(0.95)).toBe("95.0 %");
    expect(percent(null)).toBe("–");
    expect(interval(0.888249, 0.978456)).toBe("88.8 to 97.8 %");
    expect(interval(null, null)).toBe("");
  });

  it("finds a pair from either side", () => {
    const pair = (players: number[], score: number | null) => ({ players, score });
    const standing = {
      pairs: [pair([0, 1], 0.75), pair([0, 2], null), pair([1, 2], 1)],
    } as unknown as Standing;
    expect(pairOf(standing, 2, 0)).toBe(standing.pairs[1]);
    expect(scoreAgainst(standing, 0, 1)).toBe(0.75);
    expect(scoreAgainst(standing, 1, 0)).toBe(0.25);
    expect(scoreAgainst(standing, 2, 0)).toBeNull();
    expect(scoreAgainst(standing, 2, 1)).toBe(0);
  });
});

describe("terms", () => {
  it.each<Partial<Terms>>([
    {},
    { players: ["hard", "medium", "tactics-naive"], rules: "4,4,4 torus misere", games: 7 },
    { starts: "second", opening: 3, seed: 0 },
  ])("come back from their address: %j", (change) => {
    const terms = { ...TERMS, ...change };
    expect(readTerms(writeTerms(terms), { ...TERMS, seed: 99 })).toEqual(terms);
  });

  it.each([
    "",
    "#",
    "#players=hard",
    "#players=hard,hrad",
    `#players=${Array(7).fill("hard").join(",")}`,
    "#games=0",
    "#games=1001",
    "#games=1.5",
    "#seed=-1",
    "#seed=x",
    "#starts=third",
    "#opening=999",
    "#rules=99,99",
    "#rules=5,5,9",
    "#rules=5,5,x",
  ])("that are wrong are as usual: %s", (hash) => {
    expect(readTerms(hash, TERMS)).toEqual(TERMS);
  });

  it("are a command for the terminal", () => {
    expect(command(TERMS, 550_000)).toBe("noughts match hard easy --seed 1");
    const other = {
      ...TERMS,
      rules: "4,4,4 torus",
      games: 9,
      opening: 2,
      starts: "first",
    } as const;
    expect(command(other, 1000)).toBe(
      'noughts match hard easy --rules "4,4,4 torus" --games 9 --seed 1 --starts first ' +
        "--opening 2 --nodes 1000",
    );
  });

  it("leave the searches of whole trees to small boards", () => {
    expect(cellsOf("3,3,3")).toBe(9);
    expect(cellsOf("4,4,4,4 misere")).toBe(64);
    expect(fits("minimax", 9)).toBe(true);
    expect(fits("minimax", 16)).toBe(false);
    for (const player of ["hard", "alphabeta", "tactics"] as const) {
      expect(fits(player, 225)).toBe(true);
    }
    expect(Object.keys(PLAYERS)).toHaveLength(ENGINES.length);
  });
});

describe("a game", () => {
  const game = {
    number: 4,
    record: "Rules: 3,3,3\nX: easy\nO: hard\n\nc2 b2 c3 c1 b3 a3 O wins",
  } as Game;

  it("has moves that the page can play, a result, and an address", () => {
    expect(movesOf(game)).toBe("c2 b2 c3 c1 b3 a3");
    expect(parseMoves(CLASSIC, emptyBoard(CLASSIC), movesOf(game))).toHaveLength(6);
    expect(resultOf(game)).toBe("O wins");
    expect(gameAddress("4,4,4 torus", game)).toBe("/#rules=4,4,4+torus&moves=c2-b2-c3-c1-b3-a3");
  });
});

describe("a match", () => {
  const answer = (...pieces: string[]) => {
    const bytes = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(bytes.encode(piece));
        controller.close();
      },
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
  };
  const read = async () => {
    const lines: Line[] = [];
    for await (const line of play(TERMS, new AbortController().signal)) lines.push(line);
    return lines;
  };

  it("comes in lines, however the network cuts them", async () => {
    answer('{"games":[],"st', 'anding":null}\n{"end":"fin', 'ished"}\n');
    expect(await read()).toEqual([{ games: [], standing: null }, { end: "finished" }]);
  });

  it("that breaks off in the middle of a line says so", async () => {
    answer('{"games":[]}\n{"ga');
    await expect(read()).rejects.toThrow(NoAnswer);
  });
});

describe("costs", () => {
  const costs = JSON.parse(
    readFileSync(new URL("../generated/cost.json", import.meta.url), "utf8"),
  ) as Cost[];

  it("are named, every one of them", () => {
    expect(new Set(costs.map(({ search }) => search))).toEqual(new Set(Object.keys(SEARCHES)));
    expect(boardsOf(costs)[2]).toBe("3,3,3");
    expect(boardWords("4,3,3")).toEqual(["4×3", "3 in a row"]);
  });

  it("are a table that any program reads", () => {
    const lines = csv(costs).trimEnd().split("\r\n");
    expect(lines).toHaveLength(costs.length + 1);
    expect(lines[0]).toBe("rules,cells,search,nodes,looked_up");
    expect(lines).toContain('"3,3,3",9,minimax,549946,');
  });

  it("have labels that keep their distance", () => {
    expect(stacked([10, 100], 18)).toEqual([10, 100]);
    expect(stacked([100, 98, 95, 10], 18)).toEqual([100, 82, 64, 10]);
    expect(stacked([], 18)).toEqual([]);
  });
});
