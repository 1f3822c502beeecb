// @vitest-environment ./tests/device.ts
/** A program under check on the page: the watch over its worker, and what is told. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Judging, SECONDS } from "../src/check/judging.svelte";
import type { CheckedProgram, Finding, Stage } from "../src/check/report";
import { resultOf, resultWords } from "../src/check/result";
import { shownOf } from "../src/check/shown";
import type { News, Program, Task } from "../src/check/task";
import { lines, reportText } from "../src/check/words";

const PROGRAM: Program = { language: "python", source: "x", name: null, sides: "XO" };
const python = { machine: {}, library: new ArrayBuffer(0), modules: {}, lock: {} };
let loads: () => Promise<object>;
vi.mock("../src/check/python", () => ({ fetchPython: () => loads() }));

const FINDING: Finding = {
  kind: "loses",
  text: "As O it loses this game: c1 a1 b2 a2 a3. Its mistake is a1.",
  moves: ["c1", "a1", "b2", "a2", "a3"],
  position: "..X/.../...",
  code: "",
  played: { move: "a1", reason: "loses in 6 moves" },
  better: { move: "b2", reason: "keeps the draw" },
  best: ["b2"],
};
const STAGES: Stage[] = [
  { name: "rules", passed: null, said: "it has no functions for the rules" },
  { name: "moves", passed: true, said: "4,520 positions, all answers legal" },
  { name: "again", passed: true, said: "the same answer twice" },
  { name: "as X", passed: true, said: "101 games: 99 won, 2 drawn, 0 lost" },
  { name: "as O", passed: false, said: "605 games: 442 won, 99 drawn, 64 lost" },
];
const CHECKED = {
  report: {
    program: "program.js",
    interface: "the function bestMove",
    unbeatable: false,
    games: {},
    stages: STAGES,
    finding: FINDING,
    advice: null,
  },
  verdict: [],
  behaviour: "It behaves exactly as a minimax whose test for a win misses one line.",
  answers: {},
} satisfies CheckedProgram;

describe("what a pupil shows the teacher", () => {
  const { report } = CHECKED;

  it("is three words of known lists", () => {
    const result = resultOf(report, "XO");
    expect(result).toEqual({ sides: "XO", stage: "as X", finding: "loses" });
    expect(resultWords(result)).toBe("It loses a game. Passed last: As X it never loses");
  });

  it("says how far a program came that has an error, and nothing of the error", () => {
    const finding = { ...FINDING, kind: "error", text: "secret", code: "secret()" };
    const broken = {
      ...report,
      finding,
      stages: [{ name: "moves", passed: false, said: "secret" }],
    };
    expect(resultOf(broken, "O")).toEqual({ sides: "O", stage: "loads", finding: "error" });
    const unloaded = { ...broken, finding: { ...finding, kind: "not loaded" } };
    expect(resultOf(unloaded, "O").stage).toBe("");
    expect(JSON.stringify(resultOf(broken, "O"))).not.toContain("secret");
    expect(resultWords(resultOf(unloaded, "O"))).toBe("It can't be loaded");
  });

  it("says as whom it is unbeatable; advice is no fault", () => {
    const stages = [
      { name: "as O", passed: true, said: "" },
      { name: "quickest", passed: false, said: "" },
      { name: "calls", passed: true, said: "" },
    ];
    const right = { ...report, unbeatable: true, finding: null, advice: FINDING, stages };
    expect(resultOf(right, "O")).toEqual({ sides: "O", stage: "as O", finding: null });
    expect(resultWords(resultOf(right, "O"))).toBe("Unbeatable as O");
    expect(resultWords(resultOf(right, "XO"))).toBe("Unbeatable");
  });
});

describe("the watch over a worker", () => {
  interface Judge {
    onmessage: (message: { data: News }) => void;
    onerror: (error: { message: string }) => void;
    ended: boolean;
    task: Task;
  }
  let workers: Judge[];
  const hear = (...news: News[]) => news.forEach((data) => workers.at(-1)!.onmessage({ data }));
  const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

  beforeEach(() => {
    vi.useFakeTimers();
    loads = () => Promise.resolve(python);
    workers = [];
    vi.stubGlobal(
      "Worker",
      class {
        onmessage = () => undefined;
        onerror = () => undefined;
        ended = false;
        task: unknown = null;
        constructor() {
          workers.push(this as unknown as Judge);
        }
        postMessage(task: unknown) {
          this.task = structuredClone(task);
        }
        terminate() {
          this.ended = true;
        }
      },
    );
  });
  afterEach(() => vi.useRealTimers());

  async function begun(): Promise<Judging> {
    const judging = new Judging();
    const started = judging.check(PROGRAM);
    expect(judging.state).toBe("fetching");
    await started;
    expect(judging.state).toBe("starting");
    hear({ began: true });
    return judging;
  }

  it("tells what is done, and ends with the report", async () => {
    const judging = await begun();
    expect(workers[0]!.task).toMatchObject({ program: PROGRAM, seconds: SECONDS, known: [] });
    hear({ asking: ["loads", 0, 1] }, { answered: "{}" }, { stage: STAGES[0]! });
    hear({ asking: ["moves", 12, 4520] }, { answered: "{}" });
    wait(1);
    expect(judging).toMatchObject({
      state: "asking",
      at: ["moves", 12, 4520],
      stages: [STAGES[0]],
    });
    hear({ checked: CHECKED });
    expect(judging).toMatchObject({ state: "idle", checked: CHECKED });
    expect(workers[0]!.ended).toBe(true);
  });

  it("ends a worker that does not answer, and goes on from the answers before", async () => {
    const judging = await begun();
    hear({ asking: ["loads", 0, 1] }, { answered: '{"kind": "function"}' });
    hear({ asking: ["moves", 0, 4520] });
    wait(SECONDS);
    expect(workers).toHaveLength(1);
    wait(1);
    expect(workers).toHaveLength(2);
    expect(workers[0]!.ended).toBe(true);
    expect(workers[1]!.task.known).toEqual(['{"kind": "function"}', '{"stopped":"late"}']);
    // Python may take long to start.
    wait(5 * SECONDS);
    expect(judging.state).toBe("starting");
    expect(workers).toHaveLength(2);
    // What the first still says is not heard.
    workers[0]!.onmessage({ data: { checked: CHECKED } });
    expect(judging.checked).toBeNull();
    hear({ began: true }, { checked: CHECKED });
    expect(judging.checked).toBe(CHECKED);
  });

  it("ends a check whose answers take too long together", async () => {
    const judging = await begun();
    for (let answers = 0; workers.length === 1; answers += 1) {
      expect(answers).toBeLessThan(70);
      hear({ asking: ["moves", answers, 4520] });
      wait(SECONDS - 1);
      hear({ answered: "{}" });
    }
    expect(workers[1]!.task.known.at(-1)).toBe('{"stopped":"whole"}');
    judging.stop();
    expect(workers[1]!.ended).toBe(true);
    wait(1e4);
    expect(workers).toHaveLength(2);
  });

  it("goes on when a program has ended Python, and tells a fault of the judge", async () => {
    const judging = await begun();
    hear({ asking: ["moves", 3, 4520] }, { broken: "program", why: "exit" });
    expect(workers[1]!.task.known).toEqual(['{"stopped":"ended"}']);
    hear({ began: true }, { asking: ["moves", 3, 4520] });
    workers[1]!.onerror({ message: "out of memory" });
    expect(workers[2]!.task.known).toHaveLength(2);
    hear({ broken: "judge", why: "Traceback:\n  line 1\nKeyError: 'x'\n" });
    expect(judging.trouble).toMatch(/^The check broke off: KeyError: 'x'\. The program/);
    expect(judging.state).toBe("idle");
  });

  it("says that Python is not there, unless another check has begun", async () => {
    const judging = new Judging();
    loads = () => Promise.reject(new TypeError("offline"));
    await judging.check(PROGRAM);
    expect(judging).toMatchObject({ state: "idle", trouble: expect.stringContaining("network") });
    const first = judging.check(PROGRAM);
    loads = () => Promise.resolve(python);
    await Promise.all([first, judging.check(PROGRAM)]);
    expect(judging).toMatchObject({ state: "starting", trouble: null });
    expect(workers).toHaveLength(1);
  });
});

describe("what is told", () => {
  const signs = (shown: ReturnType<typeof lines>) =>
    Object.fromEntries(shown.map(({ name, sign }) => [name, sign]));

  it("is open at first, and each stage as it is done", () => {
    expect(new Set(Object.values(signs(lines([], "XO", null, null))))).toEqual(new Set(["open"]));
    expect(signs(lines(STAGES.slice(0, 2), "XO", ["again", 0, 500], null))).toMatchObject({
      loads: "passed",
      rules: "skipped",
      moves: "passed",
      again: "open",
    });
  });

  it("has only the sides that the program plays", () => {
    expect(Object.keys(signs(lines([], "O", null, null)))).not.toContain("as X");
  });

  it("says of what has not been reached that it was not checked", () => {
    expect(signs(lines(STAGES, "XO", null, CHECKED))).toMatchObject({
      "as O": "failed",
      value: "skipped",
    });
    const finding = { ...FINDING, kind: "not loaded" };
    const report = { ...CHECKED.report, stages: [], finding };
    const shown = lines([], "XO", null, { ...CHECKED, report });
    expect(signs(shown)).toMatchObject({ loads: "failed", moves: "skipped" });
  });

  it("can be shown to others, and the program is not in it", () => {
    const text = reportText(CHECKED, lines(STAGES, "XO", null, CHECKED));
    expect(text.split("\n")).toEqual([
      "the function bestMove",
      "It loads: yes",
      "Its rules are the game's: not checked (it has no functions for the rules)",
      "Every move is legal: yes (4,520 positions, all answers legal)",
      "Asked twice, it answers alike: yes (the same answer twice)",
      "As X it never loses: yes (101 games: 99 won, 2 drawn, 0 lost)",
      "As O it never loses: no (605 games: 442 won, 99 drawn, 64 lost)",
      "It gives nothing away: not checked",
      "It wins soonest, loses latest: not checked",
      "It doesn't calculate more than it needs: not checked",
      FINDING.text,
      "a1: loses in 6 moves",
      "b2: keeps the draw",
      CHECKED.behaviour,
    ]);
  });

  it("is shown on the board where the move stands", () => {
    const shown = shownOf(FINDING)!;
    expect(shown).toMatchObject({ at: 1, played: 0, best: [4], moves: [2, 0, 4, 3, 6] });
    expect(shown.boards).toHaveLength(6);
    // A board of the rules, which no game leads to; and nothing to show.
    const { played, better, ...rules } = FINDING;
    const alone = { ...rules, moves: [], best: [], position: "XXX/.../OOO" };
    expect(shownOf(alone)).toMatchObject({ at: 0, played: null, best: [] });
    expect(shownOf(alone)!.boards).toEqual([["X", "X", "X", null, null, null, "O", "O", "O"]]);
    expect(shownOf({ ...rules, moves: [], best: [], position: null })).toBeNull();
  });
});
