import { describe, expect, it } from "vitest";
import lessonsJson from "../generated/lessons.json";
import mapJson from "../generated/position-map.json";
import {
  CLASSIC,
  emptyBoard,
  legal,
  marksOf,
  outcome,
  play,
  turn,
  type Board,
} from "../src/game/rules";
import { lookUp } from "../src/game/table";
import { SYMMETRIES, turned } from "../src/learn/games";
import type { Lessons } from "../src/learn/lessons";
import {
  climbed,
  following,
  laid,
  nearest,
  oftenWords,
  outline,
  searched,
  seenWords,
  shaded,
  specks,
  stepped,
  tallied,
  unfolded,
  valueWords,
  visited,
  WIDTH,
  type Group,
  type MapFile,
} from "../src/learn/map";
import { table } from "./known";

const lessons = lessonsJson as unknown as Lessons;
const map = laid(mapJson as unknown as MapFile);
const empty = emptyBoard(CLASSIC);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const size = (groups: readonly Group[], name: string) =>
  sum(groups.filter((group) => group.name === name).map(({ at }) => at.length));

/** Every position that can come up, met once. */
function everyBoard(): Board[] {
  const seen = new Map<string, Board>();
  const walk = (board: Board) => {
    if (seen.has(marksOf(board))) return;
    seen.set(marksOf(board), board);
    if (!outcome(CLASSIC, board)) for (const cell of legal(CLASSIC, board)) walk(play(board, cell));
  };
  walk(empty);
  return [...seen.values()];
}

describe("The map of all positions", () => {
  it("has a place for every position, and all its pictures share it", () => {
    const met = new Map<number, number>();
    for (const board of everyBoard()) {
      const at = map.find(board);
      met.set(at, (met.get(at) ?? 0) + 1);
      for (const symmetry of SYMMETRIES) expect(map.find(turned(board, symmetry))).toBe(at);
    }
    expect([...met.keys()].sort((one, two) => one - two)).toEqual(map.places.map(({ at }) => at));
    expect(map.places).toHaveLength(lessons.size.distinct);
    expect(map.places.map(({ at }) => met.get(at))).toEqual(map.images);
    expect(sum(map.images)).toBe(lessons.size.positions);
  });

  it("has the value that the table has", () => {
    for (const { at, board } of map.places) {
      const over = outcome(CLASSIC, board);
      const found = over ? null : lookUp(table, board);
      const winner = over
        ? over.winner
        : found!.value === "draw"
          ? null
          : (found!.value === "win") === (found!.turn === "X")
            ? "X"
            : "O";
      const size = winner ? CLASSIC.cells + 1 - (found?.plies ?? 0) : 0;
      expect(map.values[at], marksOf(board)).toBe(winner === "O" ? -size : size);
    }
  });

  it("counts the calls of each search as the chapters do", () => {
    expect(sum(map.calls.minimax)).toBe(lessons.calls.minimax);
    expect(sum(map.calls["alphabeta-unordered"])).toBe(lessons.calls.alphabeta);
    expect(sum(map.calls.alphabeta)).toBe(lessons.calls.alphabeta_ordered);
    expect(Math.min(...map.calls.minimax)).toBe(1);
  });

  it("puts no two positions in one place, and each layer below the one before", () => {
    const places = new Set(map.places.map(({ x, y }) => `${x} ${y}`));
    expect(places.size).toBe(map.places.length);
    for (const { at, x, y, board, marks } of map.places) {
      expect(board.filter(Boolean)).toHaveLength(marks);
      expect(x > 0 && x < WIDTH && y > 0 && y < map.height).toBe(true);
      const above = map.places[at - 1];
      expect(!above || above.marks < marks || above.x < x || above.y < y).toBe(true);
      expect(nearest(map, x + 2, y - 2)).toBe(at);
    }
    expect(nearest(map, -40, 0)).toBeNull();
  });

  it("is read by the arrow keys, in rows, and stops at its edges", () => {
    expect(stepped(map, 0, "ArrowUp")).toBe(0);
    expect(stepped(map, 0, "ArrowLeft")).toBe(0);
    expect(stepped(map, 0, "ArrowDown")).toBe(2); // the middle one of three
    expect(stepped(map, 2, "ArrowRight")).toBe(3);
    expect(stepped(map, 2, "Home")).toBe(1);
    expect(stepped(map, 1, "End")).toBe(3);
    const last = map.places.length - 1;
    expect(stepped(map, last, "ArrowDown")).toBe(last);
    expect(stepped(map, last, "ArrowRight")).toBe(last);
    // Down and up again, everything can be come to.
    const come = new Set([0]);
    for (const at of come)
      for (const name of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
        come.add(stepped(map, at, name));
    expect(come.size).toBe(map.places.length);
  });

  it("shows what follows as the reader came to it, each position once", () => {
    expect(following(map, empty).map(({ board }) => marksOf(board))).toHaveLength(3);
    const board = play(play(empty, 8), 0);
    const next = following(map, board);
    expect(next.every(({ board: after }) => after[8] === "X" && after[0] === "O")).toBe(true);
    expect(next.every(({ at, board: after }) => map.find(after) === at)).toBe(true);
    const over = map.places.find((place) => outcome(CLASSIC, place.board))!;
    expect(following(map, over.board)).toEqual([]);
  });
});

describe("What the chapters show on it", () => {
  it("unfolds layer by layer", () => {
    expect(size(unfolded(map, 0), "drawn so far")).toBe(1);
    const whole = unfolded(map, 9);
    expect(size(whole, "drawn so far")).toBe(lessons.size.distinct);
    expect(tallied(map, whole)).toEqual([["drawn so far", "there", map.layers]]);
  });

  it("lets values climb: the finished games first, then layer by layer", () => {
    const ends = map.places.filter(({ board }) => outcome(CLASSIC, board)).length;
    const known = (from: number) => map.places.length - size(climbed(map, from), "not known yet");
    expect(known(9)).toBe(ends);
    for (let from = 8; from >= 0; from -= 1)
      expect(known(from)).toBeGreaterThanOrEqual(known(from + 1));
    expect(known(0)).toBe(map.places.length);
  });

  it("shades by depth, and no win is paler than a slower one", () => {
    const groups = shaded(map);
    for (const { at, size, kind } of groups) {
      expect(size).toBeGreaterThan(0.2);
      expect(size).toBeLessThanOrEqual(1);
      const values = new Set(at.map((each) => map.values[each]!));
      expect(values.size).toBe(1);
      if (kind !== "draw") expect(size).toBe((Math.abs([...values][0]!) - 3) / 7);
    }
  });

  it("leaves out more the better the order is", () => {
    const never = (search: keyof MapFile["calls"]) =>
      size(searched(map, search), "never looked at");
    expect(never("minimax")).toBe(0);
    expect(never("alphabeta-unordered")).toBeGreaterThan(0);
    expect(never("alphabeta")).toBeGreaterThan(never("alphabeta-unordered"));
  });

  it("shows the hole of the list, and that the hard level has none", () => {
    for (const side of ["X", "O"] as const) {
      const lost = side === "X" ? "O wins" : "X wins";
      expect(size(visited(map, "hard", side), lost)).toBe(0);
      const groups = visited(map, "naive", side);
      expect(size(groups, lost)).toBeGreaterThan(0);
      const mistakes = groups.filter(({ kind }) => kind === "lapse").flatMap(({ at }) => at);
      expect(mistakes).toEqual(
        [...new Set(map.lapses.map(([before]) => before))].filter(
          (at) => turn(map.places[at]!.board) === side,
        ),
      );
    }
    // What the list loses, it loses by such a move.
    for (const [before, after] of map.lapses) {
      const worst = turn(map.places[before]!.board) === "X" ? -1 : 1;
      expect(map.values[before]! * worst).toBeLessThanOrEqual(0);
      expect(map.values[after]! * worst).toBeGreaterThan(0);
      expect(following(map, map.places[before]!.board).map(({ at }) => at)).toContain(after);
    }
  });

  it("draws each group as one path, and each picture as a speck", () => {
    const [group] = unfolded(map, 9);
    expect(outline(map, group!).match(/M/g)).toHaveLength(lessons.size.distinct);
    expect(specks(map).match(/M/g)).toHaveLength(lessons.size.positions);
  });

  it("says a position in words", () => {
    expect(seenWords(empty, null)).toBe("The empty board. X to move.");
    const board = play(play(empty, 0), 1);
    expect(seenWords(board, map.values[map.find(board)]!)).toBe(
      "X a1, O b1. X to move: X wins in 5 moves.",
    );
    expect([empty, board].map((each) => oftenWords(map, map.find(each)))).toEqual([
      "It looks the same from all sides, and comes up once in the tree.",
      expect.stringMatching(/^It has \d pictures, and comes up [\d,]+ times in the tree\.$/),
    ]);
    expect([valueWords(10), valueWords(-9), valueWords(0)]).toEqual([
      "X has won",
      "O wins in 1 move",
      "a draw",
    ]);
  });
});
