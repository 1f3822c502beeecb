import { createHash } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lines } from "../src/api/lines";
import { CLASSIC, emptyBoard, outcome, turn, type Board, type Rules } from "../src/game/rules";
import { positionText } from "../src/game/notation";
import { lookUp } from "../src/game/table";
import { byLines, search, type Options } from "../src/search/engines";
import { SEARCHES, type Done, type Head, type SearchName } from "../src/search/events";
import { guess } from "../src/search/guess";
import { arrange } from "../src/search/layout";
import { pictureOf } from "../src/search/picture";
import { Recording } from "../src/search/replay";
import { likeness, symmetries } from "../src/search/symmetry";
import { numeral, valueText, whyPruned } from "../src/search/words";
import { board, facts, table, traces } from "./known";

function record(text: string, engine: SearchName, options: Options = {}, rules: Rules = CLASSIC) {
  const from = board(text, rules);
  const head: Head = {
    event: "search",
    rules: rules.rules,
    position: positionText(rules.shape, from),
    turn: turn(from),
    engine,
    depth_aware: options.depthAware ?? true,
    depth: options.depth ?? null,
    limit: options.limit ?? 20_000,
  };
  return new Recording(rules, head, search(rules, from, engine, options));
}

const end = (recording: Recording) => recording.events.at(-1) as Done;

const marks = (position: Board) => position.filter((mark) => mark !== null).length;

describe("the searches", () => {
  const all = { limit: Infinity, depthAware: false };

  it("need the calls that the books tell of", () => {
    const calls = (name: SearchName) => {
      const last = [...search(CLASSIC, emptyBoard(CLASSIC), name, all)].at(-1);
      return (last as Done).calls;
    };
    expect(calls("alphabeta")).toBe(7275);
    expect(calls("alphabeta-unordered")).toBe(18297);
    expect(calls("memoised")).toBe(16168);
    expect(calls("symmetric")).toBe(2271);
  });

  it("value positions of four marks or more as Python does", () => {
    const unfinished = facts
      .map(([text]) => board(text))
      .filter((each) => marks(each) >= 4 && !outcome(CLASSIC, each));
    for (const position of unfinished.filter((_, index) => index % 7 === 0)) {
      const fact = lookUp(table, position);
      const wins = fact.value === "win" ? turn(position) : turn(position) === "X" ? "O" : "X";
      const size = fact.plies === null ? 0 : 10 - fact.plies;
      const value = fact.value === "draw" ? 0 : wins === "X" ? size : -size;
      for (const name of SEARCHES) {
        const last = [...search(CLASSIC, position, name)].at(-1);
        expect(last, position.join()).toMatchObject({ event: "done", value, proven: true });
      }
    }
  });

  it("stop at the limit of calls and say what to do", () => {
    const { event, calls } = end(record(".../.../...", "minimax", { limit: 500 }));
    expect([event, calls]).toEqual(["stopped", 500]);
  });

  it("guess at the limit of depth, and call it a guess", () => {
    const found = record("X../.O./...", "alphabeta", { depth: 2 });
    expect(end(found).proven).toBe(false);
    expect(Math.abs(end(found).value)).toBeLessThan(1);
    const guessed = found.visits.filter(({ leave }) => leave?.how === "guess");
    expect(guessed.every(({ depth, leave }) => depth === 2 && !leave!.proven)).toBe(true);
  });

  it("call a win proved though its other moves are only guessed", () => {
    expect(end(record("XX./OO./...", "minimax", { depth: 1 }))).toMatchObject({
      value: 9,
      proven: true,
    });
  });

  it("order cells by their lines, the middle first", () => {
    expect(byLines(CLASSIC)).toEqual([4, 0, 2, 6, 8, 1, 3, 5, 7]);
  });
});

describe("the twin and Python", () => {
  const plain = (event: object) =>
    JSON.stringify(event, Object.keys(event).sort()).replace(/:-0([,}])/g, ":0$1");

  it("tell of the same searches, event by event", () => {
    const searched = new Set<string>();
    for (const each of traces.cases) {
      const rules = traces.rules[each.rules]!;
      const options = { depthAware: each.depth_aware, depth: each.depth, limit: traces.limit };
      const told = search(rules, board(each.position, rules), each.search, options);
      const digest = createHash("sha256");
      let events = 0;
      for (const event of told) {
        events += 1;
        digest.update(`${plain(event)}\n`);
      }
      const { digest: same, ...what } = each;
      expect({ ...what, events, digest: digest.digest("hex") }).toEqual({ ...what, digest: same });
      searched.add(each.search);
    }
    expect([...searched].sort()).toEqual([...SEARCHES].sort());
    expect(traces.cases.length).toBeGreaterThan(250);
  });
});

describe("a guess", () => {
  it("stays strictly between a loss and a win, and turns with the sides", () => {
    for (const [text] of facts) {
      const position = board(text);
      const value = guess(CLASSIC, position);
      expect(Math.abs(value)).toBeLessThan(1);
      const swapped = position.map((mark) => (mark === "X" ? "O" : mark === "O" ? "X" : null));
      expect(guess(CLASSIC, swapped) + value).toBe(0);
    }
  });
});

describe("symmetries", () => {
  it("of 3×3 are eight, and leave 765 positions", () => {
    const all = symmetries(CLASSIC);
    expect(all.length).toBe(8);
    expect(new Set(facts.map(([text]) => likeness(all, board(text)))).size).toBe(765);
  });

  it.each(Object.entries(traces.symmetries))("of %s are those of Python", (name, known) => {
    const found = symmetries(traces.rules[name]!).map(String);
    expect(found.sort()).toEqual(known.map(String).sort());
  });
});

describe("a recording", () => {
  const found = record("X.O/.O./X..", "alphabeta");

  it("knows each node at each moment as the events tell it, one by one", () => {
    for (let moment = 0; moment <= found.length; moment += 1) {
      const seen = new Map<number, { value: number | null; left: boolean }>();
      for (const event of found.events.slice(0, moment)) {
        if (event.event === "enter") seen.set(event.node, { value: null, left: false });
        else if (event.event === "value") seen.get(event.node)!.value = event.value;
        else if (event.event === "leave") {
          seen.set(event.node, { value: event.value, left: true });
        }
      }
      for (const { id } of found.visits) {
        const { status, value } = found.known(id, moment);
        const told = seen.get(id);
        expect(value).toBe(told?.value ?? null);
        if (!told) expect(status).toBe("unvisited");
        else expect(status === "done").toBe(told.left);
      }
      const open = found.visits.filter(({ id }) => found.status(id, moment) === "open");
      expect(open.length).toBe(moment === 0 || moment >= found.length - 1 ? 0 : 1);
      expect(found.entered(moment)).toBe(seen.size);
    }
  });

  it.each(SEARCHES)("counts as %s itself does", (name) => {
    const whole = record("X../.O./..X", name);
    const { calls, ends, pruned, remembered } = end(whole);
    const lookedUp = remembered && calls - remembered;
    const counted = { calls, ends, pruned, workedOut: remembered, lookedUp };
    expect(whole.counters(whole.length)).toEqual(counted);
    expect(calls).toBe(whole.visits.length);
    expect(whole.counters(0).calls).toBe(0);
  });

  it("goes to the next prune, out of a call and to an entry", () => {
    const prune = found.next(0, "prune");
    expect(found.last(prune)?.event).toBe("prune");
    expect(found.next(found.length, "prune")).toBe(found.length);
    expect(found.last(found.out(3))).toMatchObject({ event: "leave", node: found.running(3) });
    for (const entered of [0, 1, 5, found.visits.length]) {
      expect(found.entered(found.atEntry(entered))).toBe(entered);
    }
  });

  it("says why a branch was pruned, from then on", () => {
    const [branch] = found.visits.flatMap(({ branches }) =>
      branches.filter((b) => b.node === null),
    );
    expect(found.prune(branch!, branch!.at)).toBeNull();
    expect(whyPruned(found.prune(branch!, branch!.at + 1)!)).toMatch(
      /already has .* elsewhere; here/,
    );
  });

  it("thickens the edge of the best move", () => {
    const root = found.visits[0]!;
    const best = root.branches.filter((branch) => found.isBest(branch, found.length));
    expect(best.map(({ cell }) => cell)).toEqual([end(found).best]);
    expect(root.branches.some((branch) => found.isBest(branch, 2))).toBe(false);
  });
});

describe("a picture of a tree", () => {
  it("holds every node and every cut branch, none on top of another", () => {
    const found = record("X.O/.O./X..", "alphabeta");
    const placed = arrange(pictureOf(found, found.length), ({ children }) => children);
    const pruned = found.counters(found.length).pruned;
    expect(placed.length).toBe(found.visits.length + pruned);
    expect(new Set(placed.map(({ node }) => node.key)).size).toBe(placed.length);
    const level = (depth: number) =>
      placed.filter((place) => place.depth === depth).map(({ x }) => x);
    for (let depth = 0; level(depth).length > 0; depth += 1) {
      const row = level(depth).sort((a, b) => a - b);
      row.slice(1).forEach((x, index) => expect(x - row[index]!).toBeGreaterThanOrEqual(0.999));
    }
    expect(placed[0]!.node.words).toMatch(/^searched, value /);
  });
});

describe("values in the picture", () => {
  it("say whether they are exact, bounds, or guesses", () => {
    expect([7, 0, -6, 0.43, -Infinity].map(numeral)).toEqual(["+7", "0", "−6", "+0.43", "−∞"]);
    const found = record("X../.O./...", "alphabeta", { depth: 2 });
    expect(valueText(found.known(0, found.length), "X")).toMatch(/^~ /);
    const exact = record("XX./OO./X.O", "minimax");
    expect(valueText(exact.known(0, exact.length), "X")).toBe("+9");
    expect(valueText(exact.known(0, exact.next(0, "value")), "X")).toMatch(/^≥ /);
  });
});

describe("JSON lines", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are read whole however the bytes fall", async () => {
    const text = '{"event":"try","node":0,"cell":4}\n{"event":"stopped","calls":1,"why":"é"}\n';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 3, 7, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          for (let at = 0; at < bytes.length; at += size)
            stream.enqueue(bytes.slice(at, at + size));
          stream.close();
        },
      });
      vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
      const read = [];
      for await (const event of lines<{ event: string; why?: string }>("trace", {}, "broken"))
        read.push(event.event, event.why);
      expect(read).toEqual(["try", undefined, "stopped", "é"]);
    }
  });
});
