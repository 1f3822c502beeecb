import { describe, expect, it } from "vitest";
import { positionText } from "../src/game/notation";
import { readMarks } from "../src/game/positions";
import { CLASSIC, turn } from "../src/game/rules";
import {
  fit,
  follow,
  inView,
  pan,
  pick,
  place,
  size,
  zoom,
  type Camera,
} from "../src/search/camera";
import { variables } from "../src/search/code";
import { search } from "../src/search/engines";
import { SEARCHES, type Head, type SearchName } from "../src/search/events";
import { scene, type Item } from "../src/search/items";
import { BadLink, readWanted, writeLink, type Wanted } from "../src/search/link";
import { Recording } from "../src/search/replay";
import { refusal } from "../src/search/refusal";
import { happened } from "../src/search/happened";
import { board } from "./known";

function record(text: string, engine: SearchName, depth: number | null = null) {
  const from = board(text);
  const head: Head = {
    event: "search",
    rules: "3,3,3",
    position: text,
    turn: turn(from),
    engine,
    depth_aware: true,
    depth,
    limit: 20_000,
  };
  return new Recording(CLASSIC, head, search(CLASSIC, from, engine, { depth }));
}

const nothing = new Set<number>();

describe("what the picture shows", () => {
  const found = record("X../.O./...", "alphabeta");

  it("is every node and every cut branch, if nothing is folded or merged", () => {
    const whole = scene(found, { folded: nothing, merged: false });
    expect(whole.drawn).toBe(found.visits.length);
    expect(whole.hidden).toBe(0);
    const items = whole.rows.flat();
    expect(items.length).toBe(found.visits.length + found.counters(found.length).pruned);
    expect(whole.shownBy.every((item, node) => item.node === node)).toBe(true);
  });

  it.each([
    ["folded", { folded: new Set([1, 9]), merged: false }],
    ["merged", { folded: nothing, merged: true }],
    ["both", { folded: new Set([1, 9]), merged: true }],
  ])("counts what it does not draw: %s", (_, wish) => {
    const part = scene(found, wish);
    expect(part.hidden).toBeGreaterThan(0);
    expect(part.drawn + part.hidden).toBe(found.visits.length);
    const behind = part.rows.flat().reduce((sum, { hidden }) => sum + hidden, 0);
    expect(behind).toBe(part.hidden);
    // Whatever is hidden is behind something that is drawn.
    const drawn = new Set(part.rows.flat());
    for (const { id } of found.visits) expect(drawn.has(part.shownBy[id]!), `${id}`).toBe(true);
  });

  it("merges the nine first moves into three", () => {
    const first = scene(record(".../.../...", "symmetric"), { folded: nothing, merged: true });
    expect(first.root.children.map(({ alike }) => alike).sort()).toEqual([1, 4, 4]);
  });
});

describe("the camera", () => {
  const view = scene(record("X../.../...", "alphabeta"), { folded: nothing, merged: false });
  const whole = fit(view, 900, 500);
  const near = zoom(view, whole, 9, 300);
  const cameras: [string, Camera][] = [
    ["all", whole],
    ["near", near],
    ["aside", pan(view, near, 4000, 100)],
    ["nearest", zoom(view, whole, 1e6, 700)],
  ];

  it("fits the whole tree", () => {
    for (const item of view.rows.flat()) {
      const { x } = place(whole, item);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(900);
    }
    expect(zoom(view, near, 1e-6, 300)).toEqual(fit(view, 900, 500));
  });

  it.each(cameras)("finds what is in view as looking at each one does: %s", (_, camera) => {
    const seen = (item: Item) => {
      const { x } = place(camera, item);
      return x >= 0 && x <= camera.width;
    };
    for (const row of view.rows) {
      const { from, to } = inView(row, camera);
      const missed = row.filter(
        (item, index) =>
          (seen(item) || (item.parent && seen(item.parent))) && !(index >= from && index < to),
      );
      expect(missed.filter(seen)).toEqual([]);
    }
  });

  it("picks the node that is clicked, and none where there is none", () => {
    for (const item of [view.root, ...view.root.children]) {
      const { x, y } = place(whole, item);
      expect(pick(view, whole, x, y + size(whole, item) / 2)).toBe(item);
    }
    expect(pick(view, whole, 5, 20)).toBeNull();
  });

  it("follows a node into view, and not further than it has to", () => {
    const last = view.rows[3]!.at(-1)!;
    const there = follow(view, near, last);
    expect(place(there, last).x).toBeLessThanOrEqual(900);
    expect(follow(view, there, last)).toBe(there);
  });
});

describe("the variables", () => {
  it.each(SEARCHES)("of %s are there from the call to the return", (name) => {
    const found = record("X.O/.X./..O", name);
    for (const moment of [1, 5, 20, found.length - 1]) {
      const node = found.running(moment)!;
      const values = new Map(variables(found, node, moment));
      expect(values.get("position.turn")).toBe(found.visits[node]!.mover);
      expect(values.has("alpha")).toBe(name.startsWith("alphabeta"));
      expect(values.has("len(memory)")).toBe(name === "memoised" || name === "symmetric");
    }
    expect(variables(found, 3, 1)).toEqual([]);
  });

  it("write what the memory holds as Python's scores", () => {
    const found = record("XX./OO./X.O", "memoised");
    expect(new Map(variables(found, 0, found.length)).get("memory[key]")).toBe("win in 1");
    const guessed = record("X../.O./...", "memoised", 1);
    expect(new Map(variables(guessed, 1, guessed.length)).get("memory[key]")).toMatch(/^~ /);
  });
});

describe("what happens in words", () => {
  it.each(SEARCHES)("is said at every moment of %s", (name) => {
    const found = record("X.O/.X./..O", name);
    for (let moment = 0; moment <= found.length; moment += 1) {
      const words = happened(found, moment);
      expect(words).toMatch(/^[A-Za-z].*\.$/s);
      expect(words).not.toMatch(/undefined|null|NaN/);
    }
  });

  it("never calls a guess a result", () => {
    const found = record("X../.O./...", "alphabeta", 2);
    for (let moment = 1; moment <= found.length; moment += 1) {
      const event = found.last(moment)!;
      const guessed = (event.event === "leave" || event.event === "done") && !event.proven;
      if (guessed) expect(happened(found, moment)).toMatch(/~ .*a guess/);
      expect(happened(found, moment)).not.toContain("is now sure of");
    }
    const told = (each: Recording) =>
      Array.from({ length: each.length }, (_, moment) => happened(each, moment + 1)).join();
    const even = told(record("X.O/.X./..O", "alphabeta", 2));
    expect(even).toContain("X already has about 0.00 elsewhere");
    expect(even).not.toContain("a draw elsewhere");
    expect(told(found)).toMatch(/[XO] now hopes for [−\d.]+: (alpha rises|beta falls)\./);
  });
});

describe("a link", () => {
  const wanted: Wanted = {
    board: board("X.O/.X./..O"),
    engine: "alphabeta",
    depth: null,
    depthAware: true,
    second: null,
    merged: false,
  };

  it.each<Partial<Wanted>>([
    {},
    { engine: "minimax", depth: 3 },
    { depthAware: false, second: "minimax" },
    { engine: "symmetric", merged: true },
    { engine: "symmetric", second: "memoised", board: board(".../.../...") },
  ])("says what is wanted, there and back: %o", async (part) => {
    const all = { ...wanted, ...part };
    expect(await readWanted(CLASSIC, writeLink(CLASSIC, all), wanted)).toEqual(all);
  });

  it("of a game leads to where the game stands", async () => {
    const { board: from } = await readWanted(CLASSIC, "#rules=3,3,3&moves=b2-a1-c3&at=2", wanted);
    expect(positionText([3, 3], from)).toBe("O../.X./...");
  });

  it("without a position leaves it as it was", async () => {
    expect(await readWanted(CLASSIC, "", wanted)).toEqual(wanted);
  });

  it.each([
    "#depth=0",
    "#depth=2.5",
    "#depth=x",
    "#search=best",
    "#with=best",
    "#position=XX",
    "#moves=b2-b2",
  ])("that is wrong is refused: %s", (hash) =>
    expect(readWanted(CLASSIC, hash, wanted)).rejects.toThrow(BadLink),
  );
});

describe("a position that cannot be searched", () => {
  it.each([
    ["XX./.../...", /^2 X and 0 O cannot occur/],
    ["XXX/OOO/...", /^Both sides have a line/],
    ["XXX/OO./O..", /^X has a line, but O moved after it/],
    ["XXX/OO./...", /^This game is over/],
    ["XOX/XOO/OXX", /^This game is over/],
  ])("%s is refused in words", (text, words) => {
    expect(refusal(CLASSIC, readMarks(CLASSIC, text)!)).toMatch(words);
  });

  it("is none of those that can", () => {
    expect(refusal(CLASSIC, board(".../.../..."))).toBeNull();
    expect(refusal(CLASSIC, board("X.O/.X./..O"))).toBeNull();
  });

  it("may be too large", () => {
    const large = { ...CLASSIC, shape: [15, 15], cells: 225, lines: [], guards: [], ends: [] };
    expect(refusal(large, [])).toMatch(
      /^15×15 has 225 cells: the theatre shows boards of up to 64/,
    );
  });
});
