// @vitest-environment ./tests/device.ts
/** The room of puzzles: a puzzle on the board, the days, practice, and one's own mistakes. */

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import packs from "virtual:packs";
import { plain } from "../src/explain/say";
import { remember, type Played } from "../src/game/history";
import { cellName, parseCell } from "../src/game/notation";
import { legal, marksOf } from "../src/game/rules";
import type { PuzzleLine } from "../src/puzzles/entry";
import { know } from "../src/puzzles/know";
import { doneDays, recall, type Went } from "../src/puzzles/memory";
import { readPuzzle } from "../src/puzzles/puzzle";
import { PuzzleRoom } from "../src/puzzles/puzzles.svelte";
import { Solving } from "../src/puzzles/solving.svelte";
import { task } from "../src/puzzles/words";
import { findRules } from "../src/game/games";
import { backup, restore } from "../src/ui/backup";
import { type Device, nobody, openDevice, waitFor } from "./device";

let device: Device;
const folder = "../src/noughts/puzzles/packs";

beforeEach(() => {
  vi.useRealTimers();
  vi.stubEnv("TZ", "UTC");
  device = openDevice();
  // Packs are where Python has them.
  const files = new Map(
    packs.map(({ name, address }) => [address, readFileSync(`${folder}/${name}.json`, "utf8")]),
  );
  const others = device.globals.fetch as typeof fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const file = files.get(url);
    return file === undefined ? others(url, init) : Promise.resolve(new Response(file));
  });
});

const SQUARE = findRules("3,3,3");

/** The puzzle `X.O/.../X.O`, where a2 wins at once. */
const AT_ONCE: PuzzleLine = {
  kind: "win",
  position: "X.O/.../X.O",
  answer: "a2",
  line: ["a2"],
  plies: 1,
  difficulty: 10,
};
/** X holds the draw with c1 alone. */
const HOLD: PuzzleLine = {
  kind: "draw",
  position: "OO./.X./..X",
  answer: "c1",
  line: ["c1", "a3", "b2"],
  plies: null,
  difficulty: 20,
};

describe("a puzzle on the board", () => {
  let ended: Went[];
  let solving: Solving;
  const begin = (line: PuzzleLine) => {
    ended = [];
    solving = new Solving(know, (went) => ended.push(went));
    solving.set(readPuzzle(SQUARE, line)!);
  };
  const play = (name: string) =>
    solving.game.play([...Array(9).keys()].find((cell) => cellName(SQUARE.shape, cell) === name)!);
  const marks = () => marksOf(solving.game.board);

  it("says what to do, and that the right move is right and why", async () => {
    begin(AT_ONCE);
    expect(solving.game.said.text).toBe("X to move. Win with this move.");
    expect(solving.game.playable).toBe(true);
    play("a2");
    expect(solving.phase).toBe("right");
    await waitFor(() => expect(plain(solving.told)).toBe("Right: a2 wins at once with a1 a2 a3."));
    expect(ended).toEqual([{ wrong: 0, hints: 0, shown: false }]);
    expect(solving.game.playable).toBe(false);
  });

  it("answers a wrong move on the board, tells why, and takes it back", async () => {
    begin(HOLD);
    play("a3");
    expect(solving.phase).toBe("weighing");
    expect(plain(solving.told)).toBe("Not a3.");
    await waitFor(() => expect(solving.phase).toBe("wrong"));
    expect(marks()).toBe("OOO.X.X.X");
    expect(plain(solving.told)).toBe(
      "a3 makes a fork at c1 and b3, but loses in 2 moves because O completes a1 b1 c1.",
    );
    expect(solving.game.playable).toBe(false);
    solving.takeBack();
    expect(marks()).toBe("OO..X...X");
    expect(solving.game.playable).toBe(true);
    play("c1");
    expect(ended).toEqual([{ wrong: 1, hints: 0, shown: false }]);
  });

  it("offline, answers with the pack's reply and reason, or says that there is none", async () => {
    const rules = findRules("4,4,4");
    const lines = JSON.parse(readFileSync(`${folder}/4x4.json`, "utf8")) as {
      puzzles: PuzzleLine[];
    };
    const line = lines.puzzles.find(
      ({ kind, refutations = [] }) => kind === "draw" && refutations.length > 3,
    )!;
    const set = (given: PuzzleLine) => {
      solving = new Solving(know, () => undefined);
      solving.set(readPuzzle(rules, given)!);
    };
    const [wrong, reply] = line
      .refutations![0]!.split(" ")
      .map((name) => parseCell(rules.shape, name)!);
    set(line);
    void solving.play(wrong!);
    await waitFor(() => expect(solving.phase).toBe("wrong"));
    expect(solving.game.node.cell).toBe(reply);
    expect(plain(solving.told)).toMatch(/^[a-d][1-4] (blocks .* but )?loses in \d+ moves/);
    set({ ...line, refutations: [] });
    void solving.play(wrong!);
    await waitFor(() => expect(solving.phase).toBe("wrong"));
    expect(solving.game.node.cell).toBe(wrong);
    expect(plain(solving.told)).toMatch(
      /^Not [a-d][1-4]\. The reply to it isn't kept on this device/,
    );
  });

  it("taken back at once has no late answer", async () => {
    vi.useFakeTimers();
    begin(HOLD);
    play("a3");
    solving.takeBack();
    await vi.runAllTimersAsync();
    expect(solving.phase).toBe("open");
    expect(marks()).toBe("OO..X...X");
  });

  it("has three hints, each telling more, and shows the answer with its line", async () => {
    begin(HOLD);
    solving.hint();
    expect(plain(solving.told)).toBe("What would the opponent play now?");
    expect(solving.lit).toEqual([]);
    solving.hint();
    expect(plain(solving.told)).toBe("The answer is in column c.");
    expect(solving.lit).toEqual([2, 5]);
    solving.hint();
    expect(plain(solving.told)).toBe("The answer is c1.");
    expect(solving.advised).toBe(2);
    solving.show();
    expect(solving.phase).toBe("shown");
    expect(ended).toEqual([{ wrong: 0, hints: 3, shown: true }]);
    expect(marks()).toBe("OOX.X...X");
    expect(solving.game.canRedo).toBe(true);
    await waitFor(() => expect(solving.game.said.text).toContain("Then, for example: c1 a3 b2."));
  });

  it("goes on along its line by itself, unless somebody steps or wants no motion", async () => {
    vi.useFakeTimers();
    const end = async (motion: boolean, step: boolean) => {
      vi.stubGlobal("matchMedia", () => ({ matches: !motion }));
      begin(HOLD);
      play("c1");
      await vi.advanceTimersByTimeAsync(800);
      if (step) solving.game.step(0);
      await vi.advanceTimersByTimeAsync(5000);
      return solving.game.node.ply;
    };
    expect(await end(true, false)).toBe(3);
    expect(await end(true, true)).toBe(0);
    expect(await end(false, false)).toBe(1);
  });
});

describe("a puzzle that asks for no move", () => {
  const set = (line: PuzzleLine, rules = SQUARE) => {
    const ended: Went[] = [];
    const solving = new Solving(know, (went) => ended.push(went));
    solving.set(readPuzzle(rules, line)!);
    return { solving, ended };
  };

  it("asks who wins, and then shows how", async () => {
    const { solving, ended } = set({
      ...{ kind: "who wins", position: "X../.O./..X", answer: "draw", plies: null },
      ...{ line: ["b1", "b3", "a3", "c1"], difficulty: 40 },
    });
    expect(solving.game.said.text).toContain("Who wins if both sides play their best");
    expect(solving.game.playable).toBe(false);
    for (const step of [1, 2, 3] as const) {
      solving.hint();
      expect(solving.hints).toBe(step);
    }
    expect(plain(solving.told)).toBe("The answer is nobody.");
    solving.answer("X");
    expect(plain(solving.told)).toBe("X cannot force a win.");
    expect([solving.phase, solving.missed]).toEqual(["wrong", ["X"]]);
    // What shows it can be stepped through, and taken back.
    await waitFor(() => expect(solving.game.line).toHaveLength(5));
    expect(plain(solving.told)).toBe("X cannot force a win: O can hold the draw.");
    solving.takeBack();
    expect([solving.phase, solving.missed]).toEqual(["open", ["X"]]);
    expect(solving.game.line).toHaveLength(1);
    solving.answer("draw");
    expect(plain(solving.told)).toBe("Right: nobody wins.");
    expect(ended).toEqual([{ wrong: 1, hints: 3, shown: false }]);
    expect([solving.game.node.ply, solving.game.line.length]).toEqual([0, 5]);
  });

  it("asks which move lost, and then shows what punishes it", async () => {
    const { solving, ended } = set({
      ...{ kind: "which move lost", position: ".../.../...", answer: 2, plies: 5, difficulty: 47 },
      ...{ moves: ["a1", "b1", "a2", "a3", "b2", "c2", "c3"], line: ["b2", "c3", "a2"] },
      refutations: ["b2 c2 a2 b1 b3 c1 a3 c3", "b2 c3 a2 a3 c2", "b2 a3", "b3 a3", "c3 a3", "c3"],
    });
    expect(solving.game.node.ply).toBe(7);
    solving.hint();
    solving.hint();
    expect(plain(solving.told)).toBe("It is a move by O.");
    solving.answer("4");
    expect(plain(solving.told)).toBe("It was not move 4, a3.");
    // Another move instead of it loses as well.
    await waitFor(() => expect(solving.game.line.map(({ cell }) => cell).slice(4)).toEqual([4, 6]));
    expect(plain(solving.told)).toBe("It was not move 4, a3: X could force a win before it.");
    expect(solving.game.node.ply).toBe(3);
    solving.takeBack();
    expect([solving.game.node.ply, solving.game.line.length]).toEqual([4, 8]);
    solving.answer("1");
    await waitFor(() => expect(solving.game.line).toHaveLength(10));
    expect(plain(solving.told)).toBe(
      "It was not move 1, a1: after it, X could not force a win yet.",
    );
    expect(solving.game.node.ply).toBe(1);
    solving.takeBack();
    solving.answer("2");
    expect(plain(solving.told)).toBe("Right: move 2, b1.");
    expect(ended).toEqual([{ wrong: 2, hints: 2, shown: false }]);
    expect(solving.game.node.ply).toBe(2);
    expect(solving.game.line.map(({ cell }) => cell)).toEqual([-1, 0, 1, 4, 8, 3]);
  });

  it("or for a win by fours, in which every wrong four has its reply", async () => {
    const rules = findRules("15,15,5");
    const { solving } = set(
      {
        // X has an open three and a blocked one.
        ...{ kind: "vcf", answer: "h8", plies: 3, difficulty: 50, line: ["h8", "i8", "g8"] },
        position: [...Array<string>(7).fill("."), "...XXX.........", ...Array<string>(7).fill(".")]
          .map((row) => row.padEnd(15, "."))
          .with(12, "OOO............")
          .join("/"),
      },
      rules,
    );
    void solving.play(12 * 15 + 14);
    await waitFor(() => expect(solving.phase).toBe("wrong"));
    expect(plain(solving.told)).toContain("o13 threatens no line");
    solving.takeBack();
    void solving.play(7 * 15 + 6);
    await waitFor(() => expect(solving.phase).toBe("wrong"));
    expect(plain(solving.told)).toMatch(/^g8 is stopped by [ch]8: X has no win/);
  });
});

describe("the room", () => {
  const at = (moment: string) => vi.useFakeTimers({ now: Date.parse(moment), toFake: ["Date"] });
  const open = async (view: "today" | "practise" | "yours" = "today") => {
    const room = new PuzzleRoom();
    await room.open(view);
    return room;
  };
  const solve = ({ solving }: PuzzleRoom) => {
    const { ask, answer, answers } = solving.puzzle!;
    return ask === "move" ? solving.play(answers[0]!) : solving.answer(answer);
  };
  const miss = async ({ solving }: PuzzleRoom) => {
    const { rules, ask, answer, answers } = solving.puzzle!;
    if (ask !== "move") {
      solving.answer(answer === "X" ? "O" : "X");
      return solving.takeBack();
    }
    const wrong = legal(rules, solving.game.board).find((cell) => !answers.includes(cell));
    await solving.play(wrong!);
    solving.takeBack();
  };

  it("leads through a week of days, with a streak", async () => {
    for (let day = 0; day < 7; day += 1) {
      at(`2026-12-${28 + Math.min(day, 3)}T12:00:00Z`);
      if (day > 3) at(`2027-01-0${day - 3}T12:00:00Z`);
      const room = await open();
      expect(room.three).toHaveLength(3);
      expect(room.at).toBe(0);
      for (const next of [1, 2, 2]) {
        expect(room.dayDone).toBe(false);
        void solve(room);
        await room.next();
        if (!room.dayDone) expect(room.at).toBe(next);
      }
      expect(room.dayDone).toBe(true);
      expect(room.streak).toBe(day + 1);
    }
    // Another tab, or another visit, knows the same.
    const room = await open();
    expect(room.dayDone).toBe(true);
    expect(room.solving.phase).toBe("shown");
    expect(room.results).toEqual(Array(3).fill({ wrong: 0, hints: 0, shown: false }));
  });

  it("lets a day be finished after its midnight, and shows yesterday's answers", async () => {
    at("2026-12-31T23:59:00Z");
    const room = await open();
    const before = room.three.map(({ id }) => id);
    at("2027-01-01T00:01:00Z");
    room.tick();
    expect(room.newDay).toBe(true);
    expect(room.three.map(({ id }) => id)).toEqual(before);
    await miss(room);
    void solve(room);
    expect(room.results[0]).toEqual({ wrong: 1, hints: 0, shown: false });
    await room.openDay(room.today);
    expect(room.newDay).toBe(false);
    expect(room.results).toEqual([]);
    await room.openDay(room.today - 1);
    expect(room.three.map(({ id }) => id)).toEqual(before);
    expect(room.solving.phase).toBe("shown");
    room.choose(1);
    expect(room.memory.days[room.day]![1]).toBeNull();
  });

  it("draws practice from what is chosen, and follows the player", async () => {
    const room = await open("practise");
    await room.pick("3,3,3 misere", "win");
    const { rating } = room.memory;
    const first = room.solving.puzzle!;
    expect([first.rules.rules, first.kind]).toEqual(["3,3,3 misere", "win"]);
    expect(task(first)).toContain("to move.");
    void solve(room);
    expect(room.memory.rating).toBeGreaterThan(rating);
    expect(room.memory.seen).toEqual([first.id]);
    await room.next();
    expect(room.solving.puzzle!.id).not.toBe(first.id);
    // A kind that the next game does not have is let go.
    await room.pick("5,4,4 gravity", "zugzwang");
    await room.pick("3,3,3", "zugzwang");
    expect(room.kind).toBeNull();
  });

  it("opens a puzzle by its address, and says which addresses there are", async () => {
    const room = await open("3x3/7" as "today");
    expect(room.solving.puzzle!.address).toBe("3x3/7");
    expect(room.solving.puzzle!.rules.rules).toBe("3,3,3");
    for (const wrong of ["3x3/100000", "3x3/01", "3x3/-1", "3x3/", "/", "../3x3/1", "4x9/0"]) {
      await room.open(wrong as "today");
      expect(room.lacking, wrong).toBeTruthy();
      expect(room.nothing).toBe(true);
    }
    await room.open("3x3/99999" as "today");
    expect(room.lacking).toBe("The puzzles of 3x3 end with 3x3/309.");
    await room.open("practise");
    expect(room.lacking).toBeNull();
    const { address } = room.solving.puzzle!;
    await room.open("3x3/7" as "today");
    await room.open("practise");
    expect(room.solving.puzzle!.address).toBe(address);
  });

  it("draws the next puzzle by what the device keeps, so two visits go on as one", async () => {
    const kept = { seed: 7, drawn: 3, game: "3,3,3", kind: null };
    const drawn: (string | null)[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      localStorage.setItem("noughts.puzzles", JSON.stringify(kept));
      const room = await open("practise");
      await room.next();
      drawn.push(room.solving.puzzle!.address);
      expect(recall()).toMatchObject({ seed: 7, drawn: 5 });
    }
    expect(drawn[0]).toBe(drawn[1]);
  });

  it("counts a day for the streak if one puzzle of it was found", () => {
    const shown = { wrong: 0, hints: 0, shown: true };
    const found = { ...shown, wrong: 3, shown: false };
    const days = { 1: [shown, shown, shown], 2: [shown, found, shown], 3: [found, null, found] };
    expect(doneDays({ ...recall(), days })).toEqual([2]);
  });

  it("takes over what another device has kept, and nothing that makes no sense", async () => {
    const game = { rules: "3,3,3", against: "hard", mark: "O", aided: false, result: "lost" };
    const card = {
      ...{ step: 1, due: 9, at: 5, rules: "3,3,3", moves: "b2", played: "a2" },
      ...{ answers: ["a1"], kind: "draw" },
    };
    const went = { wrong: 0, hints: 0, shown: false };
    const file = (content: unknown) =>
      new Blob([typeof content === "string" ? content : JSON.stringify(content)]);
    const other = {
      noughts: "device 1",
      games: [{ ...game, at: 5, moves: "b2 a2" }, { at: "x" }],
      puzzles: {
        ...{ rating: 60, days: { 100: [went, null, null], hello: [went] }, seen: ["a", 3] },
        cards: [card, { ...card, kind: "?" }],
      },
    };
    expect(await restore(file(other))).toBe("Added: games 1, own mistakes 1, days of puzzles 1.");
    expect(await restore(file(other))).toBe("Added: games 0, own mistakes 0, days of puzzles 0.");
    expect(recall()).toMatchObject({ rating: 60, seen: ["a"], cards: [{ step: 1 }] });
    // What it writes, it reads.
    const whole = backup();
    localStorage.clear();
    expect(await restore(file(whole))).toContain("games 1, own mistakes 1, days of puzzles 1");
    for (const [content, said] of [
      ["{", "isn't JSON"],
      ["[]", "didn't save"],
      [{ noughts: "device 2" }, "didn't save"],
      ["x".repeat(2_000_001), "too large"],
    ] as const)
      expect(await restore(file(content))).toContain(said);
    expect(await restore(file({ noughts: "device 1", games: 7, puzzles: null }))).toContain(
      "games 0",
    );
  });

  it("says that a pack cannot be had, and tries again", async () => {
    const working = globalThis.fetch;
    vi.stubGlobal("fetch", () => Promise.reject(nobody()));
    vi.resetModules();
    const anew = await import("../src/puzzles/puzzles.svelte");
    const room = new anew.PuzzleRoom();
    await room.open("practise");
    await room.pick("4,3,3", null);
    expect(room.solving.game.trouble).toContain("you are offline");
    vi.stubGlobal("fetch", working);
    await room.next();
    expect(room.solving.puzzle!.rules.rules).toBe("4,3,3");
    expect(room.solving.game.trouble).toBeNull();
  });

  it("finds wins by fours that were thrown away on large boards, once somebody knows", async () => {
    at("2026-11-26T12:00:00Z");
    const moves = "h8 a15 h9 a14 h10 a13 h11 a12 o1 a11";
    const thrown = [{ number: 9, answers: ["h7", "h12"], line: ["h7"] }];
    remember({
      ...{ rules: "15,15,5", against: "hard", mark: "X", aided: false, result: "lost" },
      ...{ at: Date.now() - 1000, moves },
    });
    vi.stubGlobal("navigator", { onLine: false });
    await open("yours");
    expect(recall()).toMatchObject({ cards: [], looked: 0 });
    vi.stubGlobal("navigator", { onLine: true });
    const files = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
      url.endsWith("puzzles/thrown") ? Promise.resolve(Response.json(thrown)) : files(url, init),
    );
    const room = await open("yours");
    const { puzzle } = room.solving;
    expect(puzzle!.answers.map((cell) => cellName(puzzle!.rules.shape, cell))).toEqual([
      "h7",
      "h12",
    ]);
    expect(task(puzzle!)).toContain("X can win by threatening to complete a line");
    void room.solving.play(puzzle!.answers[1]!);
    expect(room.solving.phase).toBe("right");
    await waitFor(() => expect(plain(room.solving.told)).toContain("h12"));
  });

  it("makes puzzles of one's own mistakes, and repeats them", async () => {
    at("2026-11-26T12:00:00Z");
    const game = { rules: "3,3,3", against: "hard", mark: "O", aided: false } as const;
    // O's a2 gives the draw away; the other game is O's, without a mistake.
    remember({ ...game, at: Date.now() - 1000, result: "lost", moves: "b2 a2 a1 c3 b1 b3 c1" });
    remember({
      ...game,
      at: Date.now() - 500,
      result: "drawn",
      moves: "b2 a1 a2 c2 c1 a3 b3 b1 c3",
    });
    const room = await open("yours");
    expect(room.waiting).toHaveLength(1);
    const { puzzle } = room.solving;
    expect(puzzle!.own).toMatchObject({ played: "a2", moves: "b2", kind: "draw" });
    expect(puzzle!.answers).toHaveLength(4);
    expect(task(puzzle!)).toBe("O to move. Find a move that holds the draw.");
    void solve(room);
    await waitFor(() => expect(room.solving.game.canRedo).toBe(true));
    expect(room.waiting).toHaveLength(0);
    await room.next();
    expect(room.nothing).toBe(true);
    // Tomorrow it is back; missed, it is back the day after, and no more mistakes are found.
    at("2026-11-27T12:00:00Z");
    const later = await open("yours");
    expect(later.waiting).toHaveLength(1);
    await miss(later);
    void solve(later);
    expect(later.memory.cards).toMatchObject([{ step: 0, due: later.today + 1 }]);
  });

  it("looks through the games that end after the clock was set back", async () => {
    const lost = { rules: "3,3,3", against: "hard", mark: "O", aided: false, result: "lost" };
    at("2027-11-26T12:00:00Z");
    remember({ ...lost, at: Date.now() - 1000, moves: "b2 a2 a1 c3 b1 b3 c1" } as Played);
    await open("yours");
    at("2026-11-26T12:00:00Z");
    remember({ ...lost, at: Date.now() - 1000, moves: "a1 b1 b2 c3 a3 a2 c1" } as Played);
    const room = await open("yours");
    expect(room.memory.cards.map(({ moves }) => moves)).toEqual(["b2", "a1"]);
  });
});
