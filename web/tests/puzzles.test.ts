/** What is decided about puzzles without a board: days, streaks, levels, and when a card is due. */

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import packs from "virtual:packs";
import python from "../generated/puzzle-days.json";
import { findRules } from "../src/game/games";
import { legal, marksOf, outcome, play } from "../src/game/rules";
import { daily, dayOf, isoDay, streak, untilMidnight } from "../src/puzzles/daily";
import type { PackFile } from "../src/puzzles/entry";
import type { Went } from "../src/puzzles/memory";
import { whenWords } from "../src/puzzles/words";
import { readPuzzle } from "../src/puzzles/puzzle";
import { against, replyTo, stopOf, told } from "../src/puzzles/refuted";
import { FIRST_RATING, fitting, rated } from "../src/puzzles/rating";
import { due, fresh, PAUSES, tried, type Card } from "../src/puzzles/repetition";
import { resultBoard, resultText, wentWords } from "../src/puzzles/share";

const shipped = packs.map(
  ({ name }) =>
    JSON.parse(readFileSync(`../src/noughts/puzzles/packs/${name}.json`, "utf8")) as PackFile,
);

describe("the puzzles of a day", () => {
  it("are Python's", () => {
    const counts = Object.fromEntries(packs.map((each) => [each.name, each.counts]));
    expect(counts).toEqual(python.packs);
    for (const [day, ids] of Object.entries(python.days)) {
      const found = daily(packs, Date.parse(day) / 86_400_000);
      expect(
        found.map(({ pack, at }) => `${packs[pack]!.name}/${at}`),
        day,
      ).toEqual(ids);
    }
  });

  it("are an easy, a medium and a hard one, of three games", () => {
    for (let day = 20_600; day < 20_700; day += 1) {
      const games = daily(packs, day).map(({ pack }) => packs[pack]!.rules);
      expect(new Set(games).size).toBe(3);
      const [easy, medium, hard] = daily(packs, day).map(
        ({ pack, at }) => shipped[pack]!.puzzles[at]!.difficulty,
      );
      expect(easy).toBeLessThanOrEqual(30);
      expect(medium! > 30 && medium! <= 50).toBe(true);
      expect(hard).toBeGreaterThan(50);
    }
  });

  it("do not come back before all others have come", () => {
    const sizes = [0, 1, 2].map((group) =>
      packs.reduce((sum, each) => sum + (each.group === group ? each.counts[2]! : 0), 0),
    );
    const size = 3 * Math.min(...sizes);
    const hard = Array.from({ length: size }, (_, day) => {
      const { pack, at } = daily(packs, 20_600 + day)[2]!;
      return `${pack}/${at}`;
    });
    expect(new Set(hard).size).toBe(size);
  });
});

describe("a day", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it("is that of the device, wherever it is, and as long as it is", () => {
    // Around the end of summer time in Berlin, and on both sides of the date line.
    for (const [at, here, day, hours] of [
      ["2026-10-24T21:59:59Z", "Europe/Berlin", "2026-10-24", 0],
      ["2026-10-24T22:00:00Z", "Europe/Berlin", "2026-10-25", 25],
      ["2026-10-25T22:59:59Z", "Europe/Berlin", "2026-10-25", 0],
      ["2026-10-25T23:00:00Z", "Europe/Berlin", "2026-10-26", 24],
      ["2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01", 24],
      ["2026-12-31T10:00:00Z", "Pacific/Pago_Pago", "2026-12-30", 1],
    ] as const) {
      vi.stubEnv("TZ", here);
      const moment = new Date(at);
      expect(isoDay(dayOf(moment)), `${at} in ${here}`).toBe(day);
      expect(Math.round(untilMidnight(moment) / 3_600_000), `${at} in ${here}`).toBe(hours);
    }
  });

  it("of an own game is told as one would", () => {
    vi.stubEnv("TZ", "UTC");
    const now = new Date("2026-11-26T00:30:00Z"); // a Thursday
    const words = (at: string) => whenWords(Date.parse(at), now);
    expect(words("2026-11-26T00:10:00Z")).toBe("You were here today");
    expect(words("2026-11-25T23:50:00Z")).toBe("You were here yesterday");
    expect(words("2026-11-24T12:00:00Z")).toBe("You were here on Tuesday");
    expect(words("2026-11-19T12:00:00Z")).toBe("You were here on 19 November");
  });
});

describe("a streak", () => {
  const TODAY = 100;
  /** The days before today from the latest on: done or missed; today is at the end. */
  const of = (days: string) =>
    streak(
      [...days].flatMap((each, at) => (each === "x" ? [TODAY - days.length + 1 + at] : [])),
      TODAY,
    );

  it.each([
    ["", 0],
    [".", 0],
    ["x", 1],
    ["xxx", 3],
    ["xxx.", 3], // today is not over
    ["xx.x", 3], // one missed day is forgiven
    ["xx..", 2], // yesterday may be, too
    ["xx..x", 1], // two in a row are not
    ["x...", 0],
    ["xx.x.x", 2], // nor two in a week
    ["xx.xxxxx.x", 6],
    ["xx.xxxxxx.x", 9], // but one in each week
    ["xxxxx..xx", 2],
  ])("of %s is %i", (days, count) => {
    expect(of(days)).toBe(count);
  });

  it("does not count days to come, as after a flight", () => {
    expect(streak([99, 100, 101], 100)).toBe(2);
  });
});

describe("the level", () => {
  it("goes up by what is found and down by what is not, more by what surprises", () => {
    const easy = rated(50, 20, 1) - 50;
    const hard = rated(50, 80, 1) - 50;
    expect(easy).toBeGreaterThan(0);
    expect(hard).toBeGreaterThan(easy);
    expect(rated(50, 50, 0)).toBeLessThan(50);
    expect(rated(0, 0, 0)).toBe(0);
    expect(rated(100, 100, 1)).toBe(100);
  });

  it("finds a player's own strength, and the puzzles follow", () => {
    const puzzles = Array.from({ length: 100 }, (_, difficulty) => ({ difficulty }));
    for (const strength of [10, 60]) {
      let rating = FIRST_RATING;
      const seen = new Set<object>();
      for (let round = 0; round < 40; round += 1) {
        const next = fitting(
          puzzles,
          rating,
          (each) => seen.has(each),
          () => 0.5,
        )!;
        seen.add(next);
        rating = rated(rating, next.difficulty, next.difficulty <= strength ? 1 : 0);
      }
      expect(Math.abs(rating - strength)).toBeLessThan(15);
    }
  });

  it("brings what was seen only when nothing else is left", () => {
    const puzzles = [{ difficulty: 20 }, { difficulty: 90 }];
    expect(
      fitting(
        puzzles,
        20,
        (each) => each.difficulty === 20,
        () => 0,
      ),
    ).toBe(puzzles[1]);
    expect(
      fitting(
        puzzles,
        20,
        () => true,
        () => 0,
      ),
    ).toBe(puzzles[0]);
    expect(
      fitting(
        [],
        20,
        () => false,
        () => 0,
      ),
    ).toBeNull();
  });
});

describe("a card", () => {
  it("comes back after 1, 3, 7, 16 and 35 days, and then no more", () => {
    let card: Card | null = fresh(0);
    const days: number[] = [];
    while (card) {
      days.push(card.due);
      card = tried(card, true, card.due);
    }
    expect(days.slice(1).map((day, at) => day - days[at]!)).toEqual([...PAUSES]);
  });

  it("that was missed comes back tomorrow, and begins again", () => {
    expect(tried({ step: 3, due: 10 }, false, 12)).toEqual({ step: 0, due: 13 });
    expect(
      due(
        [
          { step: 0, due: 9 },
          { step: 0, due: 11 },
          { step: 2, due: 4 },
        ],
        10,
      ),
    ).toEqual([
      { step: 2, due: 4 },
      { step: 0, due: 9 },
    ]);
  });
});

describe("a result to share", () => {
  const results: Went[] = [
    { wrong: 0, hints: 0, shown: false },
    { wrong: 2, hints: 1, shown: false },
    { wrong: 0, hints: 3, shown: true },
  ];

  it("tells how it went, and nothing of the answers", () => {
    const day = Date.UTC(2026, 10, 26) / 86_400_000;
    expect(resultText(day, results, 5)).toBe(
      "Noughts, 26 November 2026\n1 ⭕\n2 💡❌❌⭕\n3 💡👀\n5 days in a row",
    );
    expect(results.map(wentWords)).toEqual([
      "found at the first try",
      "found after 2 wrong answers with 1 hint",
      "the answer was shown",
    ]);
    const { shape, board } = resultBoard(results);
    expect(shape).toEqual([3, 3]);
    expect(marksOf(board)).toBe("O..XXO...");
  });
});

describe("what the packs tell of wrong answers", () => {
  const EACH = 9;
  const some = shipped.flatMap(({ rules, puzzles }) =>
    puzzles.filter((_, at) => at % EACH === 0).map((line) => readPuzzle(findRules(rules), line)!),
  );

  it("is the value of each move, and one move keeps the best", () => {
    const whole = some.filter(({ ask, kind }) => ask === "move" && !["vcf", "vct"].includes(kind));
    expect(whole.length).toBeGreaterThan(200);
    for (const puzzle of whole) {
      const { rules, start, answers, plies, id } = puzzle;
      const known = told(puzzle);
      if (rules.gravity) {
        expect(known).toBeNull();
        continue;
      }
      expect(known!.plies, id).toBe(plies);
      const keeping = known!.moves.filter(({ value }) => value === known!.value);
      expect(keeping.map(({ cell }) => cell)).toEqual(answers);
      expect(known!.moves.every(({ facts }) => facts.length > 0)).toBe(true);
      for (const { cell } of known!.moves.slice(1)) {
        const after = play(start, cell);
        const reply = replyTo(puzzle, cell);
        expect(reply === null || after[reply] === null, id).toBe(true);
        expect(reply !== null || outcome(rules, after) !== null, id).toBe(true);
      }
      expect(legal(rules, start).length - known!.moves.length).toBeLessThanOrEqual(2);
    }
  });

  it("is the reply to a threat of fours, and that other moves threaten none", () => {
    const threats = some.filter(({ kind }) => kind === "vct");
    expect(threats.length).toBeGreaterThan(30);
    for (const puzzle of threats) {
      const wrong = legal(puzzle.rules, puzzle.start).filter(
        (cell) => !puzzle.answers.includes(cell),
      );
      const said = wrong.map((cell) => stopOf(puzzle, cell));
      expect(said.filter(({ said }) => said === "stopped")).toHaveLength(puzzle.refutations.length);
      expect(said.every(({ said, reply }) => (said === "no threat") === (reply === null))).toBe(
        true,
      );
    }
  });

  it("plays to the end of the game, whoever wins and whichever move lost", () => {
    for (const puzzle of some.filter(({ ask }) => ask !== "move")) {
      const { rules, ask, start, before, answer, id } = puzzle;
      const numbers = before.map((_, at) => String(at + 1));
      const all = ask === "winner" ? ["X", "O", "draw"] : numbers;
      const winner = before.length && outcome(rules, before.reduce(play, start))!.winner;
      for (const given of all.filter((each) => each !== answer)) {
        const { from, line } = against(puzzle, given);
        expect(rules.gravity && ask === "lost" ? null : line).toBe(line);
        if (!line) continue;
        const end = outcome(rules, [...before.slice(0, from), ...line].reduce(play, start));
        if (ask === "winner") expect(end?.winner ?? "draw", id).toBe(answer);
        else if (Number(given) > Number(answer)) expect(end?.winner, id).toBe(winner);
        else expect(end && end.winner !== winner, id).toBe(true);
      }
    }
  });

  it("names the line that a losing move allows", () => {
    const puzzle = readPuzzle(findRules("3,3,3"), {
      ...{ kind: "win", position: "XX./OO./...", answer: "c1", line: ["c1"], plies: 1 },
      ...{ difficulty: 20, refutations: ["c2 c1 a3 b3 c3", "a3 c2", "b3 c2", "c3 c2"] },
    })!;
    const lost = told(puzzle)!.moves.find(({ move }) => move === "b3")!;
    expect(lost.facts.map(({ kind }) => kind)).toEqual(["loses", "allows line"]);
    expect(lost.facts.at(-1)!.lines).toEqual([["a2", "b2", "c2"]]);
  });
});
