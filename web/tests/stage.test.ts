// @vitest-environment ./tests/device.ts
/** What is on in the theatre, and in the lab: the state that their pages draw. */

import { beforeEach, describe, expect, it } from "vitest";
import type { Terms } from "../src/lab/match";
import { Lab } from "../src/lab/lab.svelte";
import { Theatre } from "../src/search/theatre.svelte";
import { happened } from "../src/search/happened";
import { type Device, openDevice, refused, waitFor } from "./device";
import { traces } from "./known";

const PLACE = "#rules=3,3,3&position=X.O/.X./..O";
const START = `${PLACE}&search=alphabeta`;

let device: Device;

beforeEach(() => void (device = openDevice()));

/** Lines as they come from the server, the last one whole or not. */
const lines = (...said: object[]) =>
  new Response(said.map((each) => `${JSON.stringify(each)}\n`).join(""));

async function open(hash = START): Promise<Theatre> {
  device.location.hash = hash;
  const theatre = new Theatre();
  await theatre.open();
  return theatre;
}

describe("the theatre", () => {
  it("has the first search at once where no address asks for another", async () => {
    const theatre = new Theatre();
    expect(theatre.length).toBe(51);
    expect(theatre.clock).toBe(0);
    await theatre.open();
    const first = "#rules=3,3,3&position=..O/.OX/XXO&search=minimax&wins=equal";
    expect(device.location.hash).toBe(first);
  });

  it("begins a link without a search with one that comes to its end", async () => {
    for (const [position, engine] of [
      [".../.../...", "symmetric"],
      ["X../.../...", "symmetric"],
      ["X../.O./...", "minimax"],
    ]) {
      const theatre = await open(`#rules=3,3,3&position=${position}`);
      expect(theatre.wanted.engine).toBe(engine);
      expect(theatre.stopped).toBeUndefined();
    }
  });

  it("plays at a pace that ends within a minute, until the reader sets another", async () => {
    const theatre = await open();
    for (const [hash, speed] of [
      ["#rules=3,3,3&position=..O/.OX/XXO", 4],
      [START, 20],
      ["#rules=3,3,3&position=.../.../...", 200],
    ] as const) {
      device.location.hash = hash;
      await theatre.open();
      expect(theatre.speed).toBe(speed);
    }
    theatre.set = 1;
    await theatre.watch(theatre.rules, { ...theatre.wanted, engine: "minimax" });
    expect(theatre.speed).toBe(1);
  });

  it("goes through a search, and tells what happened once it stands still", async () => {
    const theatre = await open();
    theatre.step(1);
    expect(theatre.said.text).toBe("Looks at the start. X is to move.");
    theatre.next("prune");
    expect(theatre.said.text).toContain("can be skipped");
    const pruned = theatre.clock;
    theatre.step(-1);
    theatre.next("prune");
    expect(theatre.clock).toBe(pruned);
    theatre.next("value");
    expect(theatre.said.text).toContain("best so far is");
    theatre.out();
    expect(theatre.said.text).toContain("Done with");
    theatre.go(1e9);
    expect(theatre.clock).toBe(563);
    expect(theatre.said.text).toBe("Finished: X plays c2. 0, a draw.");
    theatre.step(1);
    theatre.go(-5);
    expect(theatre.clock).toBe(0);
  });

  it("plays until it is stopped, or at its end, and then from the start", async () => {
    const theatre = await open();
    theatre.play();
    expect(theatre.playing).toBe(true);
    theatre.go(20);
    expect(theatre.said.text).toBe("");
    theatre.play();
    expect(theatre.playing).toBe(false);
    expect(theatre.said.text).toBe(happened(theatre.stages[0]!.recording, 20));
    theatre.play();
    theatre.go(563);
    expect(theatre.playing).toBe(false);
    theatre.play();
    expect(theatre.clock).toBe(0);
  });

  it("keeps two searches in step, call by call", async () => {
    const theatre = await open(`${START}&with=minimax`);
    expect(theatre.lead).toBe(1);
    for (const clock of [1, 300, theatre.length]) {
      theatre.go(clock);
      const [first, second] = theatre.stages.map(
        ({ recording }, stage) => recording.counters(theatre.moment(stage)).calls,
      );
      expect(first).toBe(Math.min(second!, theatre.stages[0]!.recording.visits.length));
    }
    expect(theatre.moment(0)).toBe(theatre.stages[0]!.recording.length);
    theatre.go(0);
    theatre.next("prune");
    expect(theatre.stages[0]!.recording.counters(theatre.moment(0)).pruned).toBe(1);
  });

  it("shows what is pointed at, else what was clicked, else what runs", async () => {
    const theatre = await open();
    theatre.go(100);
    const running = theatre.shown(0);
    expect(running).toBe(theatre.stages[0]!.recording.running(100));
    theatre.pick({ stage: 0, node: 1, branch: null });
    expect(theatre.shown(0)).toBe(1);
    theatre.hovered = { stage: 0, node: 2, branch: null };
    expect(theatre.shown(0)).toBe(2);
    theatre.step(1);
    expect(theatre.pointed).toBeNull();
  });

  it("folds branches away, merges what is alike, and unfolds", async () => {
    const theatre = await open("#rules=3,3,3&position=.../.../...&search=symmetric");
    const whole = theatre.scenes[0]!.drawn;
    theatre.merge(true);
    expect(device.location.hash).toContain("mirrors=once");
    expect(theatre.scenes[0]!.drawn).toBeLessThan(whole);
    theatre.merge(false);
    theatre.fold(0, 1);
    expect(theatre.scenes[0]!.hidden).toBeGreaterThan(0);
    theatre.fold(0, 1);
    expect(theatre.scenes[0]!.hidden).toBe(0);
    theatre.fold(0, 2);
    theatre.unfold(0);
    expect(theatre.scenes[0]!.drawn).toBe(whole);
  });

  it("searches with memory to depth alone where depth is not looked at", async () => {
    const theatre = await open(`${PLACE}&search=memoised`);
    await theatre.watch(theatre.rules, { ...theatre.wanted, depthAware: false });
    expect(theatre.wanted.depthAware).toBe(true);
    await theatre.watch(theatre.rules, { ...theatre.wanted, engine: "minimax", depthAware: false });
    expect(theatre.wanted.depthAware).toBe(false);
  });

  it("stops at the bound, and says so", async () => {
    const theatre = await open("#rules=3,3,3&position=.../.../...&search=minimax");
    expect(theatre.stopped).toMatchObject({ event: "stopped" });
    theatre.go(1e9);
    expect(theatre.stages[0]!.recording.counters(theatre.clock).calls).toBe(20_000);
  });

  it.each([
    ["#position=XXX/.../...", "3 X and 0 O cannot occur"],
    ["#position=XXX/OOO/...", "Both sides have a line"],
    ["#position=XXX/OO./O..", "X has a line, but O moved after it"],
    ["#position=XXX/OO./...", "This game is over"],
    ["#position=hello", "This link has no position on 3×3"],
    [`${START}&depth=0`, "A depth of 0 looks at nothing: take 1 or more"],
    [`${PLACE}&search=magic`, "The search magic does not exist"],
  ])("refuses what cannot be searched: %s", async (hash, words) => {
    const theatre = await open(hash);
    expect(theatre.refused).toContain(words);
    expect(theatre.stages).toEqual([]);
    theatre.play();
    expect(theatre.playing).toBe(false);
  });
});

describe("the theatre, where the server searches", () => {
  const HEAD = {
    event: "search",
    rules: "4,4,4",
    position: "..../..../..../....",
    turn: "X",
    engine: "alphabeta",
    depth_aware: true,
    depth: 2,
    limit: 20_000,
  };
  const said = [
    HEAD,
    { event: "enter", node: 0, parent: null, cell: null, depth: 0, alpha: null, beta: null },
    { event: "done", value: 0, proven: false, cell: 0, line: [0], score: null, nodes: 1 },
  ];
  const there = (trace: () => object | Promise<object>) => {
    device.server = ({ path }) => (path === "trace" ? trace() : traces.rules["4,4,4"]!);
    return open("#rules=4,4,4&search=alphabeta&depth=2");
  };

  it("reads its lines, and asks with what is wanted", async () => {
    const theatre = await there(() => lines(...said));
    expect(theatre.refused).toBeNull();
    expect(theatre.length).toBe(2);
    expect(theatre.waiting).toBeNull();
    expect(device.asked.at(-1)!.body).toEqual({
      rules: "4,4,4",
      position: "..../..../..../....",
      engine: "alphabeta",
      depth: 2,
      depth_aware: true,
    });
  });

  it("is told that it fell silent, or refuses", async () => {
    const silent = await there(() => lines(...said.slice(0, 2)));
    expect(silent.refused).toContain("The connection broke");
    const no = await there(() => refused("limit", "too deep", 422));
    expect(no.refused).toBe("The server said: too deep");
    expect(no.waiting).toBeNull();
  });

  it("is not waited for once something else is wanted", async () => {
    let late: (answer: Response) => void = () => undefined;
    const asked = there(() => new Promise<Response>((done) => (late = done)));
    await waitFor(() => expect(device.asked.at(-1)?.path).toBe("trace"));
    const theatre = await open();
    late(lines(...said));
    await asked;
    expect(theatre.length).toBe(563);
  });
});

describe("the lab", () => {
  const terms: Terms = {
    players: ["hard", "easy", "tactics"],
    rules: "3,3,3",
    games: 2,
    seed: 7,
    starts: "alternate",
    opening: 0,
  };
  const game = (number: number, winner: "X" | null) => ({ number, winner, record: "b2 draw" });
  const standing = (games: number) => ({ games, pairs: [] });
  const end = { games: [], standing: standing(6), end: "finished", problem: null };

  async function match(...said: object[]): Promise<Lab> {
    device.server = () => lines(...said);
    const lab = new Lab();
    await lab.start(terms);
    return lab;
  }

  it("adds up what the server plays, and keeps the games that somebody lost", async () => {
    const first = { games: [game(1, "X"), game(2, null)], standing: standing(2), end: null };
    const lab = await match(first, { games: [game(3, "X")], standing: null, end: null }, end);
    expect(lab.lost.map(({ number }) => number)).toEqual([1, 3]);
    expect([lab.played, lab.wanted]).toEqual([6, 6]);
    expect([lab.end, lab.trouble, lab.running]).toEqual(["All games are played.", null, false]);
    expect(device.asked[0]!.body).toMatchObject({ players: terms.players, games: 2, seed: 7 });
    expect(device.location.hash).toBe("#players=hard,easy,tactics&rules=3,3,3&games=2&seed=7");
  });

  it("says that its minute is over, or what the server said", async () => {
    expect((await match({ ...end, end: "time" })).end).toContain("minute");
    const problem = { type: "", title: "", status: 500, detail: "no room" };
    expect((await match({ ...end, end: null, problem })).trouble).toBe("The server said: no room");
  });

  it("says that a match was broken off: without its last line, or in the middle of one", async () => {
    const broken = await match({ games: [], standing: standing(2), end: null });
    expect(broken.trouble).toBe("The server stopped the match.");
    device.server = () => new Response('{"games": [');
    await broken.start(terms);
    expect(broken.trouble).toBe("The connection broke in the middle of the match.");
    expect(broken.running).toBe(false);
  });

  it("says that the server is away, or busy", async () => {
    const lab = new Lab();
    await lab.start(terms);
    expect(lab.trouble).toMatch(/^You are offline, and the server plays/);
    device.server = () => new Response("{}", { status: 503, headers: { "retry-after": "3" } });
    await lab.start(terms);
    expect(lab.trouble).toBe("The server is busy. Try again in 3 s.");
  });

  it("is stopped, and what comes later is not heard; another match begins anew", async () => {
    let feed!: ReadableStreamDefaultController<Uint8Array>;
    device.server = () => new Response(new ReadableStream({ start: (it) => void (feed = it) }));
    const write = (said: object) =>
      feed.enqueue(new TextEncoder().encode(`${JSON.stringify(said)}\n`));
    const lab = new Lab();
    const first = lab.start(terms);
    await waitFor(() => expect(feed).toBeDefined());
    write({ games: [game(1, "X")], standing: standing(2), end: null });
    await waitFor(() => expect(lab.played).toBe(2));
    lab.stop();
    expect([lab.running, lab.end]).toEqual([false, "Stopped."]);
    write(end);
    feed.close();
    await first;
    expect([lab.played, lab.end]).toEqual([2, "Stopped."]);
    device.server = () => lines(end);
    await lab.start({ ...terms, seed: 8 });
    expect([lab.lost, lab.end]).toEqual([[], "All games are played."]);
  });
});
