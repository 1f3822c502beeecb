import { beforeEach, describe, expect, it, vi } from "vitest";
import { Shared } from "../src/site/shared";
import { change, leaveGame, leftGame, recall, scoreKey, type Round } from "../src/game/storage";
import { store } from "./device";

/** What hears of another tab's writing. */
let heard: ((event: { key: string | null }) => void)[];

beforeEach(() => {
  heard = [];
  vi.stubGlobal("localStorage", store());
  vi.stubGlobal("sessionStorage", store());
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", (_: string, hear: (typeof heard)[number]) => heard.push(hear));
});

const keep = (memory: unknown) => localStorage.setItem("noughts", JSON.stringify(memory));

describe("what is remembered", () => {
  it("begins at medium, with letters at the edge", () => {
    expect(recall().settings).toMatchObject({ level: "medium", coordinates: null });
    expect(recall().scores).toEqual({});
  });

  it.each([
    ["{", "broken JSON"],
    ["null", "nothing"],
    ["[]", "a list"],
    ["5", "a number"],
    ['{"settings":7,"scores":"x","run":[],"skill":null}', "pieces of other kinds"],
    ['{"rounds":5}', "rounds that are a number"],
    ['{"rounds":{"a":1}}', "rounds that are no list"],
  ])("is fresh where there is %s", (text) => {
    localStorage.setItem("noughts", text);
    expect(recall()).toMatchObject({ settings: { level: "medium" }, scores: {}, run: { now: 0 } });
  });

  it("is mended piece by piece", () => {
    keep({
      settings: { sides: "Z", level: "hard", pause: "long", length: 4, theme: "dark", what: 1 },
      scores: { "hard 1 3,3,3": ["first", null], "easy 1 3,3,3": ["third"], other: 1 },
      run: { now: 3, longest: "many" },
      skill: { "3,3,3": 0.6, "4,4,4": 7 },
    });
    const { settings, scores, run, skill } = recall();
    expect(settings).toMatchObject({ sides: "X", level: "hard", pause: 400, length: 1 });
    expect(settings.theme).toBe("dark");
    expect(settings).not.toHaveProperty("what");
    expect(scores).toEqual({ "hard 1 3,3,3": ["first", null] });
    expect(run).toEqual({ now: 3, longest: 0 });
    expect(skill).toEqual({ "3,3,3": 0.6 });
  });

  it("takes over the one score there once was", () => {
    keep({ settings: { level: "hard" }, rounds: ["second", null] });
    const { settings, scores } = recall();
    expect(scores[scoreKey(settings, "3,3,3")]).toEqual(["second", null]);
  });

  it("adds up what several tabs change", () => {
    const lose = () => change(({ scores }) => ({ scores: { a: [...(scores.a ?? []), "second"] } }));
    lose();
    // Another tab, which knows nothing of this one.
    keep({ ...recall(), scores: { a: ["second", "second"] } });
    expect(lose().scores.a).toHaveLength(3);
  });

  it("makes its changes again where a tab that wrote in the same instant knew none of them", () => {
    const mend = (kept: unknown) => ({ all: (kept as { all: string[] } | null)?.all ?? [] });
    const shared = new Shared("test", mend);
    const add = (name: string) => shared.change(({ all }) => ({ all: [...all, name] }));
    const seen: string[][] = [];
    shared.follow(({ all }) => seen.push(all));
    const tell = () => heard.forEach((hear) => hear({ key: "test" }));
    add("a");
    const before = localStorage.getItem("test")!;
    add("b");
    add("c");
    const other = JSON.parse(before) as { all: string[]; tabs: object };
    other.all.push("other's");
    localStorage.setItem("test", JSON.stringify(other));
    tell();
    expect(shared.get().all).toEqual(["a", "other's", "b", "c"]);
    // What is there already is not made twice.
    tell();
    expect(seen).toEqual(Array(2).fill(["a", "other's", "b", "c"]));
    // Nothing comes back after everything has been taken away.
    localStorage.removeItem("test");
    tell();
    add("d");
    expect(shared.get().all).toEqual(["d"]);
  });

  it("lasts as long as the page where nothing may be stored", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    });
    change(() => ({ run: { now: 2, longest: 2 } }));
    expect(recall().run.now).toBe(2);
    vi.stubGlobal("localStorage", store());
    change(() => ({}));
  });
});

describe("what a tab was left with", () => {
  const round: Round = {
    opponent: "computer",
    first: "X",
    scored: false,
    aided: false,
    thinking: false,
    visiting: false,
  };

  it("is its last game, and its own last game beside a visit", () => {
    leaveGame({ link: "#rules=3,3,3&moves=b2", round }, true);
    leaveGame({ link: "#rules=5,5,4", round: { ...round, visiting: true } }, true);
    expect(leftGame("here")?.link).toBe("#rules=5,5,4");
    expect(leftGame("own")?.link).toBe("#rules=3,3,3&moves=b2");
  });

  it("is nothing where it makes no sense", () => {
    sessionStorage.setItem(
      "noughts",
      '{"here":{"link":5},"own":{"link":"#","round":{"first":"Z"}}}',
    );
    expect(leftGame("here")).toBeNull();
    expect(leftGame("own")).toBeNull();
  });
});
