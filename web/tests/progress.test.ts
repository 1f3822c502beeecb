// @vitest-environment ./tests/device.ts
/** What has been answered, what is being checked, and what is watched. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import chapters from "../src/learn/chapters.json" with { type: "json" };
import { Watching, pause } from "../src/ledger/watching.svelte";
import { Checking } from "../src/proof/checking.svelte";
import type { LedgerStatus } from "../src/api/types";
import { type Device, openDevice, refused } from "./device";

let device: Device;

beforeEach(() => void (device = openDevice()));

describe("the answers of a reader", () => {
  const [{ slug, questions }] = chapters as [(typeof chapters)[number]];
  const KEY = "noughts.learn";

  async function visit() {
    vi.resetModules();
    return (await import("../src/learn/progress.svelte")).progress;
  }

  it("are counted and kept, and can be forgotten", async () => {
    const progress = await visit();
    expect([progress.begun, progress.answered(slug)]).toEqual([false, 0]);
    for (const question of questions) {
      expect(progress.finished({ slug, questions })).toBe(false);
      progress.answer(slug, question, { tried: [1, 0], open: true });
    }
    expect(progress.finished({ slug, questions })).toBe(true);
    const later = await visit();
    expect(later.of(slug, questions[0]!)).toEqual({ tried: [1, 0], open: true });
    expect(later.answered(slug)).toBe(questions.length);
    later.forget();
    expect((await visit()).begun).toBe(false);
  });

  it("do not count as long as they are wrong", async () => {
    const progress = await visit();
    progress.answer(slug, questions[0]!, { tried: [2], open: false });
    expect([progress.begun, progress.answered(slug)]).toEqual([true, 0]);
  });

  it.each([
    ...["nonsense", "[]", "null", '{"trees/games": 5, "trees/positions": {"tried": "x"}}'],
    '{"order/pruned": {"tried": ["x"], "open": true}}',
  ])("are none where the device has kept %s", async (kept) => {
    device.localStorage.setItem(KEY, kept);
    const progress = await visit();
    expect(progress.begun).toBe(false);
    progress.answer("trees", "games", { tried: [0], open: true });
    expect((await visit()).of("trees", "games").open).toBe(true);
  });

  it("are those of all tabs", async () => {
    const [one, other] = [await visit(), await visit()];
    one.answer(slug, questions[0]!, { tried: [1], open: true });
    device.tell("storage", { key: KEY });
    expect(other.answered(slug)).toBe(1);
    other.answer(slug, questions[1]!, { tried: [0], open: true });
    device.tell("storage", { key: KEY });
    expect([one.answered(slug), other.answered(slug)]).toEqual([2, 2]);
  });

  it("last as long as the page where nothing may be stored", async () => {
    const progress = await visit();
    device.localStorage.setItem = () => {
      throw new Error("full");
    };
    progress.answer(slug, questions[0]!, { tried: [0], open: true });
    expect(progress.answered(slug)).toBe(1);
  });
});

describe("a proof under way", () => {
  const status = (other: object = {}) =>
    ({ unread: 0, working: [], ...other }) as unknown as LedgerStatus;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { visibilityState: "visible" });
    return () => vi.useRealTimers();
  });

  it("is looked at more often the more there is to come", () => {
    const pauses = [{ unread: 3 }, { working: [{}] }, {}].map((each) => pause(status(each)));
    expect([...pauses, pause(null)]).toEqual([1500, 5000, 30_000, 15_000]);
  });

  it("is asked for with its place, and again after a pause", async () => {
    device.server = ({ path }) =>
      path.includes("place") ? { moves: path } : status({ working: [{}] });
    const watching = new Watching();
    watching.open({ ledger: 2, moves: ["b2", "a1"] });
    await vi.advanceTimersByTimeAsync(0);
    expect(device.asked.map(({ path }) => path)).toEqual([
      "ledgers/2",
      "ledgers/2/place?moves=b2-a1",
    ]);
    expect(watching.place).not.toBeNull();
    await vi.advanceTimersByTimeAsync(4999);
    expect(device.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(device.asked).toHaveLength(4);
    watching.stop();
    await vi.advanceTimersByTimeAsync(1e6);
    expect(device.asked).toHaveLength(4);
  });

  it("keeps what was seen through a failure, and says why", async () => {
    device.server = () => status();
    const watching = new Watching();
    watching.open({ ledger: 0, moves: [] });
    await vi.advanceTimersByTimeAsync(0);
    device.server = () => refused("ledger", "it is gone", 404);
    await watching.look();
    expect(watching.trouble).toBe("The server said: it is gone");
    expect(watching.status).not.toBeNull();
    device.server = () => status();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(watching.trouble).toBeNull();
    // Another proof begins with nothing.
    watching.open({ ledger: 1, moves: [] });
    expect(watching.status).toBeNull();
  });

  it("is not asked for by a page that nobody sees", async () => {
    vi.stubGlobal("document", { visibilityState: "hidden" });
    new Watching().open({ ledger: 0, moves: [] });
    await vi.advanceTimersByTimeAsync(1e6);
    expect(device.asked).toEqual([]);
  });
});

describe("a certificate being checked", () => {
  interface Checker {
    onmessage: (message: object) => void;
    onerror: () => void;
    ended: boolean;
    task: unknown;
  }
  let workers: Checker[];

  beforeEach(() => {
    workers = [];
    vi.stubGlobal(
      "Worker",
      class {
        onmessage = () => undefined;
        onerror = () => undefined;
        ended = false;
        task: unknown = null;
        constructor() {
          workers.push(this);
        }
        postMessage(task: unknown) {
          this.task = task;
        }
        terminate() {
          this.ended = true;
        }
      },
    );
  });

  const hear = (data: object) => workers.at(-1)!.onmessage({ data });

  it("tells how far it is, and what was found", () => {
    const checking = new Checking();
    checking.check("/proofs/444.cert");
    expect([workers[0]!.task, checking.done]).toEqual(["/proofs/444.cert", 0]);
    hear({ done: 0.5 });
    expect(checking.done).toBe(0.5);
    hear({ checked: { claims: 14 }, seconds: 2 });
    expect(checking).toMatchObject({ done: null, checked: { claims: 14 }, seconds: 2 });
    expect(workers[0]!.ended).toBe(true);
  });

  it("says that it does not hold, or could not be begun", () => {
    const checking = new Checking();
    checking.check("a");
    hear({ failed: "wrong", why: "claim 3" });
    expect(checking).toMatchObject({ failed: { why: "claim 3" }, trouble: "The proof is wrong." });
    checking.check("b");
    expect(checking.failed).toBeNull();
    workers.at(-1)!.onerror();
    expect(checking.failed).toMatchObject({ failed: "gone" });
  });

  it("is left for another one: what the first still says is not heard", () => {
    const checking = new Checking();
    checking.check("a");
    checking.check("b");
    expect(workers[0]!.ended).toBe(true);
    workers[0]!.onmessage({ data: { checked: { claims: 1 }, seconds: 1 } });
    workers[0]!.onerror();
    expect(checking).toMatchObject({ done: 0, checked: null, failed: null });
  });
});
