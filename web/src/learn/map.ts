/**
 * The map of all positions of tic-tac-toe, each in its fixed place: what the chapters show on it.
 * Python's engines computed its numbers when the page was built (`tools/pagedata/position_map.py`).
 */

import mapUrl from "../../generated/position-map.json?url";
import { CLASSIC, legal, marksOf, outcome, play, turn, type Board, type Mark } from "../game/rules";
import { fetchJson, once } from "../site/file";
import { t, tn } from "../site/t";
import { boardOf, endWords, name, SYMMETRIES, turned } from "./games";

/** What Python writes. All lists are in the order of the positions. */
export interface MapFile {
  boards: string;
  /** How many positions have 0, 1, 2 … marks. */
  layers: number[];
  /** For X: 10 less the moves to a win, the opposite for O, 0 for a draw. */
  values: number[];
  images: number[];
  calls: Record<"minimax" | "alphabeta-unordered" | "alphabeta", number[]>;
  /** 1 if the player of X can come there, 2 for O, 3 for both. */
  met: Record<"hard" | "naive", number[]>;
  /** Where the list gives the game away: the position before and after. */
  lapses: [number, number][];
}

/** A position in its place, in units of the map. */
export interface Place {
  readonly at: number;
  readonly board: Board;
  readonly marks: number;
  /** Of all rows from top to bottom; a layer may have several. */
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** How wide the map is, in positions, and how far apart they are. */
const ACROSS = 34;
const PITCH = 10;
const GAP = 12;
export const WIDTH = ACROSS * PITCH;

export interface PositionMap extends MapFile {
  readonly places: readonly Place[];
  readonly height: number;
  /** The middle of each layer, from the top. */
  readonly middles: readonly number[];
  /** The place of a board, turned or in a mirror as it may be. */
  readonly find: (board: Board) => number;
}

/** Put every position in its place: a layer's columns are filled from left to right. */
export function laid(file: MapFile): PositionMap {
  const boards = file.boards.split(" ").map(boardOf);
  const places: Place[] = [];
  const middles: number[] = [];
  let [row, y] = [0, 0];
  file.layers.forEach((size, marks) => {
    const rows = Math.ceil(size / ACROSS);
    const left = (WIDTH - Math.ceil(size / rows) * PITCH) / 2;
    for (let index = 0; index < size; index += 1) {
      const at = places.length;
      places.push({
        at,
        board: boards[at]!,
        marks,
        row: row + (index % rows),
        x: left + (Math.floor(index / rows) + 0.5) * PITCH,
        y: y + ((index % rows) + 0.5) * PITCH,
      });
    }
    middles.push(y + (rows * PITCH) / 2);
    row += rows;
    y += rows * PITCH + GAP;
  });
  const images = new Map(
    places.flatMap(({ at, board }) =>
      SYMMETRIES.map((symmetry) => [marksOf(turned(board, symmetry)), at] as const),
    ),
  );
  return {
    ...file,
    places,
    height: y - GAP,
    middles,
    find: (board) => images.get(marksOf(board))!,
  };
}

export const loadMap = once(async () => laid(await fetchJson<MapFile>(mapUrl)));

/** A position in its place, turned as the reader came to it. */
export interface Seen {
  readonly at: number;
  readonly board: Board;
}

/** The positions after one move, each once, from left to right. */
export function following({ find }: PositionMap, board: Board): Seen[] {
  if (outcome(CLASSIC, board)) return [];
  const found = new Map<number, Board>();
  for (const cell of legal(CLASSIC, board)) {
    const after = play(board, cell);
    if (!found.has(find(after))) found.set(find(after), after);
  }
  return [...found].map(([at, board]) => ({ at, board })).sort((one, two) => one.at - two.at);
}

/** Where an arrow key leads: beside it in the row, or to the nearest one in the row above or below. */
export function stepped({ places }: PositionMap, at: number, name: string): number {
  const from = places[at]!;
  const down = { ArrowUp: -1, ArrowDown: 1 }[name] ?? 0;
  const right = { ArrowLeft: -1, ArrowRight: 1 }[name] ?? 0;
  const row = places.filter((place) => place.row === from.row + down);
  if (name === "Home") return row[0]!.at;
  if (name === "End") return row.at(-1)!.at;
  if (row.length === 0) return at;
  if (right) return (row[row.indexOf(from) + right] ?? from).at;
  return row.reduce((best, each) =>
    Math.abs(each.x - from.x) < Math.abs(best.x - from.x) ? each : best,
  ).at;
}

/** The position nearest to a point, or null if none is near. */
export function nearest({ places }: PositionMap, x: number, y: number): number | null {
  const far = (place: Place) => Math.hypot(place.x - x, place.y - y);
  const best = places.reduce((one, two) => (far(two) < far(one) ? two : one));
  return far(best) <= 2.5 * PITCH ? best.at : null;
}

// -- what a chapter shows ------------------------------------------------------------------------

/** How positions are drawn: by shape, not by colour alone. */
export type Kind = "X" | "O" | "draw" | "there" | "off" | "lapse";

/** Positions drawn alike. Several groups with one name are counted together. */
export interface Group {
  readonly name: string;
  readonly kind: Kind;
  /** From 0 to 1: how large and dark they are. */
  readonly size: number;
  readonly at: readonly number[];
}

export type View = "list" | "unfold" | "values" | "depth" | "order" | "shrink" | "hard";

const KINDS: Record<Kind, string> = {
  X: t("X wins"),
  draw: t("a draw"),
  O: t("O wins"),
  there: "",
  off: "",
  lapse: "",
};

export const kindOf = (value: number): Kind => (value > 0 ? "X" : value < 0 ? "O" : "draw");

/** Groups of all positions, by what is said about each. */
function grouped(
  map: PositionMap,
  say: (place: Place) => Pick<Group, "name" | "kind"> & { size?: number },
): Group[] {
  const groups = new Map<string, Group & { at: number[] }>();
  for (const place of map.places) {
    const { name, kind, size = 1 } = say(place);
    const id = `${kind} ${size} ${name}`;
    const group = groups.get(id) ?? { name, kind, size, at: [] };
    group.at.push(place.at);
    groups.set(id, group);
  }
  return [...groups.values()];
}

const valued = (value: number, size = 1) => {
  const kind = kindOf(value);
  return { name: KINDS[kind], kind, size };
};

/** The layers so far, from the top. */
export const unfolded = (map: PositionMap, upTo: number): Group[] =>
  grouped(map, ({ marks }) =>
    marks <= upTo
      ? { name: t("drawn so far"), kind: "there" }
      : { name: t("still to come"), kind: "off", size: 0.4 },
  );

/** The values of the layers that have one: all finished games, and those with at least this many marks. */
export const climbed = (map: PositionMap, from: number): Group[] =>
  grouped(map, ({ at, marks, board }) =>
    marks >= from || outcome(CLASSIC, board)
      ? valued(map.values[at]!)
      : { name: t("not known yet"), kind: "off", size: 0.4 },
  );

/** The sooner a win, the larger and darker. */
export const shaded = (map: PositionMap): Group[] =>
  grouped(map, ({ at }) => {
    const value = map.values[at]!;
    return valued(value, value === 0 ? 0.6 : (Math.abs(value) - 3) / (CLASSIC.cells - 2));
  });

/** Where a search looks: the more often, the larger. */
export function searched(map: PositionMap, search: keyof MapFile["calls"]): Group[] {
  const calls = map.calls[search];
  const most = Math.log(Math.max(...map.calls.minimax) + 1);
  return grouped(map, ({ at }) => {
    const often = calls[at]!;
    if (often === 0) return { name: t("never looked at"), kind: "off", size: 0.4 };
    const size = 0.4 + 0.6 * (Math.ceil((4 * Math.log(often + 1)) / most) / 4);
    return { name: t("looked at"), kind: "there", size };
  });
}

/** What a player can come to, with its value, and where it gives the game away. */
export function visited(map: PositionMap, player: keyof MapFile["met"], side: Mark): Group[] {
  const bit = side === "X" ? 1 : 2;
  const lapses = new Set(
    player === "naive"
      ? map.lapses.flatMap(([before]) => (turn(map.places[before]!.board) === side ? [before] : []))
      : [],
  );
  return grouped(map, ({ at }) => {
    if (!(map.met[player][at]! & bit)) return { name: t("never there"), kind: "off", size: 0.4 };
    if (lapses.has(at)) return { name: t("its mistake"), kind: "lapse" };
    return valued(map.values[at]!);
  });
}

/** How many positions of each layer are in the groups of each name. */
export function tallied(map: PositionMap, groups: readonly Group[]): [string, Kind, number[]][] {
  const names = new Map<string, [string, Kind, number[]]>();
  for (const { name, kind, at } of groups) {
    const row = names.get(name) ?? [name, kind, map.layers.map(() => 0)];
    for (const each of at) row[2][map.places[each]!.marks]! += 1;
    names.set(name, row);
  }
  return [...names.values()];
}

/** The outline of a group's positions, all in one path. */
export function outline(map: PositionMap, { kind, size, at }: Group): string {
  const r = +(size * (kind === "lapse" ? 4.6 : kind === "draw" ? 3.4 : 4)).toFixed(2);
  const square = `m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
  const circle = `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const bar = `m${-r} -1.2h${2 * r}v2.4h${-2 * r}z`;
  const cross = `m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
  const shape = { X: square, O: circle, draw: bar, there: square, off: circle, lapse: cross };
  return at.map((each) => `M${map.places[each]!.x} ${map.places[each]!.y}${shape[kind]}`).join("");
}

/** Every position as small squares, one for each of its pictures. */
export const specks = (map: PositionMap): string =>
  map.places
    .map(({ at, x, y }) => {
      const squares = Array.from({ length: map.images[at]! }, (_, index) => {
        const [dx, dy] = [(index % 3) - 1, Math.floor(index / 3) - 1];
        return `M${x + dx * 3 - 1.1} ${y + dy * 3 - 1.1}h2.2v2.2h-2.2z`;
      });
      return squares.join("");
    })
    .join("");

// -- in words ------------------------------------------------------------------------------------

export function valueWords(value: number): string {
  if (value === 0) return KINDS.draw;
  const count = CLASSIC.cells + 1 - Math.abs(value);
  const side = value > 0 ? "X" : "O";
  return count === 0
    ? endWords(side)
    : tn("{side} wins in {count} move", "{side} wins in {count} moves", { side, count }); // oxfmt-ignore
}

/** Where the marks are. */
function boardWords(board: Board): string {
  const cells = (side: Mark) => board.flatMap((mark, cell) => (mark === side ? [name(cell)] : []));
  const [x, o] = [cells("X"), cells("O")];
  if (x.length === 0) return t("The empty board");
  return `X ${x.join(" ")}${o.length ? `, O ${o.join(" ")}` : ""}`;
}

/** A position and, if it is said, its value. */
export function seenWords(board: Board, value: number | null): string {
  const over = outcome(CLASSIC, board);
  const mover = turn(board);
  const next = over
    ? endWords(over.winner)
    : value === null
      ? t("{name} to move", { name: mover })
      : t("{turn} to move: {value}", { turn: mover, value: valueWords(value) });
  return `${boardWords(board)}. ${next}.`;
}

export function oftenWords(map: PositionMap, at: number): string {
  const pictures = map.images[at]!;
  const count = map.calls.minimax[at]!;
  return pictures === 1
    ? tn(
        "It looks the same from all sides, and comes up once in the tree.",
        "It looks the same from all sides, and comes up {count} times in the tree.",
        { count },
      )
    : tn(
        "It has {pictures} pictures, and comes up once in the tree.",
        "It has {pictures} pictures, and comes up {count} times in the tree.",
        { pictures, count },
      );
}
