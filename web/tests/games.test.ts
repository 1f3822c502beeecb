/** The games that the page makes of texts, against Python's. */

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NoAnswer } from "../src/api/client";
import { chooseMove } from "../src/game/adviser";
import { findRules } from "../src/game/games";
import { CLASSIC, emptyBoard, legal, outcome, play } from "../src/game/rules";
import { vectors } from "./known";

const readable = vectors.games.filter(({ read }) => read !== null);

describe("a game made of a text", () => {
  it("is Python's: over 200, with the order of their lines", () => {
    expect(readable.length).toBeGreaterThan(200);
    for (const { text, read } of readable) {
      const { lines, guards, ends, ...rest } = findRules(text);
      const digest = createHash("sha256").update(JSON.stringify([lines, guards, ends]));
      const said = { ...rest, lines: lines.length, digest: digest.digest("hex") };
      expect(said, text).toEqual(read);
    }
  });

  it("is there for all texts that Python reads, and for no other", () => {
    const refused = vectors.games.filter(({ read }) => read === null);
    expect(refused.length).toBeGreaterThan(40);
    for (const { text } of refused) expect(() => findRules(text), text).toThrow(NoAnswer);
    expect(() => findRules("9".repeat(100_001))).toThrow(NoAnswer);
    expect(() => findRules("99,99,5")).toThrow("“99,99,5” is not a game");
    expect(() => findRules("99,99,5")).toThrow("a side is from 1 to 26");
  });

  it("is the one that the page has by heart", () => {
    expect(findRules(CLASSIC.rules)).toEqual(CLASSIC);
  });

  it("has the same name when its name is read", () => {
    for (const { read } of readable) expect(findRules(read!.rules).rules).toBe(read!.rules);
  });
});

describe("where no server answers", () => {
  beforeEach(() => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    return () => vi.unstubAllGlobals();
  });

  it.each(["5,5,4", "15,15,5", "4,4,4,4", "4,4,4 torus misere", "7,6,4 gravity", "3,3,3"])(
    "easy plays %s to its end",
    async (text) => {
      const rules = findRules(text);
      let [board, seed] = [emptyBoard(rules), 1];
      const dice = () => (seed = (seed * 16_807) % (2 ** 31 - 1)) / (2 ** 31 - 1);
      while (!outcome(rules, board)) {
        const { cell } = await chooseMove(rules, board, "easy", dice);
        expect(legal(rules, board)).toContain(cell);
        board = play(board, cell);
      }
    },
  );

  it("harder levels say that they need it", async () => {
    const rules = findRules("5,5,4");
    const move = chooseMove(rules, emptyBoard(rules), "hard");
    await expect(move).rejects.toThrow("You are offline. 3×3 and Connect Four still work");
  });
});
