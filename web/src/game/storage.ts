/**
 * What the page stores: settings and scores on this device, for all tabs, and each tab's last game.
 * The page also works without storage, and ignores invalid pieces.
 */

import { MARKS } from "../../generated/names";
import { OPPOSITIONS, USUAL, type Opposition } from "./levels";
import type { Mark } from "./rules";
import type { Series, Sides } from "./series";
import { entries, read, Shared, tab, write } from "../site/shared";

type Theme = "system" | "light" | "dark" | "contrast";
export type Opponent = "computer" | "person";

export interface Settings {
  opponent: Opponent;
  level: Opposition;
  sides: Sides;
  length: Series["length"];
  rules: string;
  /** The opening of five in a row on a large board. */
  opening: "free" | "swap2";
  /** Milliseconds before the computer answers. */
  pause: number;
  sound: boolean;
  /** Whether single characters are shortcuts, which can disturb speech input. */
  keys: boolean;
  values: boolean;
  /** Whether the board's edge names its columns and rows; null: where there are more than nine cells. */
  coordinates: boolean | null;
  /** Whether a box is shown in space rather than layer by layer. */
  tilted: boolean;
  theme: Theme;
}

export const showsCoordinates = (settings: Pick<Settings, "coordinates">, cells: number): boolean =>
  settings.coordinates ?? cells > 9;

/** Draws in a row against the hard level on 3×3; only unaided games count. */
interface Run {
  now: number;
  longest: number;
}

export interface Memory {
  settings: Settings;
  /** The results of each pairing on each board: see `scoreKey`. */
  scores: Readonly<Record<string, Series["rounds"]>>;
  run: Run;
  /** The adaptive level's skill on each board, from 0 to 1. */
  skill: Readonly<Record<string, number>>;
}

/** The part of a game that a reload keeps, but a copied link does not. */
export interface Round {
  /** Who plays the other side; "nobody" while a game is only looked at. */
  opponent: Opponent | "elsewhere" | "nobody";
  first: Mark;
  /** The result is already in the score, or never will be. */
  scored: boolean;
  /** The player used a takeback, a hint or values, so a draw does not count for the run. */
  aided: boolean;
  /** It is the computer's turn. */
  thinking: boolean;
  /** From a link, a text or the editor: not a game of this device's series. */
  visiting: boolean;
  /** Whether sides are chosen after the first stones. */
  opening?: Opening;
}

/** A swap2 opening; see `swap2.ts`. */
export interface Opening {
  /** The stones before the choice of a side: three, or five if two more are placed. */
  until: 3 | 5;
  /** A side has been chosen. */
  settled: boolean;
  /** The player of the first three stones is not X, unlike without an opening. */
  swapped: boolean;
}

/** A tab's last game. */
export interface Left {
  link: string;
  round: Round;
}

const KEY = "noughts";

const FRESH: Memory = {
  settings: {
    opponent: "computer",
    level: USUAL,
    sides: "X",
    length: 1,
    rules: "3,3,3",
    opening: "free",
    pause: 400,
    sound: false,
    keys: true,
    values: false,
    coordinates: null,
    tilted: false,
    theme: "system",
  },
  scores: {},
  run: { now: 0, longest: 0 },
  skill: {},
};

// -- what fits ----------------------------------------------------------------------------------

type Check = (value: unknown) => boolean;

const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const within =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && value >= least && value <= most;
/** Whether it is a level, or the adaptive one. */
export const isOpposition = (value: unknown): value is Opposition =>
  OPPOSITIONS.some((each) => each === value);

const truth: Check = (value) => typeof value === "boolean";

const SETTINGS: Record<keyof Settings, Check> = {
  opponent: oneOf("computer", "person"),
  level: (value) => isOpposition(value),
  sides: oneOf(...MARKS, "alternate"),
  length: oneOf(1, 3, 5, 7),
  rules: (value) => typeof value === "string" && value.length > 0 && value.length < 200,
  opening: oneOf("free", "swap2"),
  pause: within(0, 10_000),
  sound: truth,
  keys: truth,
  values: truth,
  coordinates: oneOf(true, false, null),
  tilted: truth,
  theme: oneOf("system", "light", "dark", "contrast"),
};

const RUN: Record<keyof Run, Check> = { now: within(0, 1e6), longest: within(0, 1e6) };

const ROUND: Record<keyof Round, Check> = {
  opponent: oneOf("computer", "person", "nobody"),
  first: oneOf(...MARKS),
  scored: truth,
  aided: truth,
  thinking: truth,
  visiting: truth,
  opening: (value) => value === undefined || entries(value).length === 3,
};

/** The valid pieces of the stored value, with defaults for the others. */
function mend<Whole extends object>(
  whole: Whole,
  checks: Record<keyof Whole, Check>,
  kept: unknown,
): Whole {
  const fitting = entries(kept).filter(([key, value]) => checks[key as keyof Whole]?.(value));
  return { ...whole, ...Object.fromEntries(fitting) };
}

const isRounds = (value: unknown): value is Series["rounds"] =>
  Array.isArray(value) && value.every(oneOf("first", "second", null));

function mendMemory(kept: unknown): Memory {
  const pieces = Object.fromEntries(entries(kept));
  const settings = mend(FRESH.settings, SETTINGS, pieces.settings);
  const scores = entries(pieces.scores).filter(([, rounds]) => isRounds(rounds));
  // Earlier versions had one score for all pairings.
  if (isRounds(pieces.rounds)) scores.unshift([scoreKey(settings, settings.rules), pieces.rounds]);
  return {
    settings,
    scores: Object.fromEntries(scores) as Memory["scores"],
    run: mend(FRESH.run, RUN, pieces.run),
    skill: Object.fromEntries(
      entries(pieces.skill).filter(([, skill]) => within(0, 1)(skill)),
    ) as Memory["skill"],
  };
}

export const isRound = (value: unknown): value is Round =>
  Object.entries(ROUND).every(([key, fits]) => fits(Object.fromEntries(entries(value))[key]));

/** The key of a score: one opponent at one level, on one board, in series of one length. */
export const scoreKey = (
  { opponent, level, length }: Pick<Settings, "opponent" | "level" | "length">,
  rules: string,
): string => [opponent === "computer" ? level : opponent, length, rules].join(" ");

// -- the device -----------------------------------------------------------------------------------

const shared = new Shared(KEY, mendMemory);

export const { get: recall, follow } = shared;

/** Change the current value, which another tab may have written; return the new one. */
export const change = (how: (memory: Memory) => Partial<Memory>): Memory =>
  shared.change((memory) => ({ ...memory, ...how(memory) }));

// -- the tab --------------------------------------------------------------------------------------

const SEATS = ["here", "own"] as const;

function readLeft(left: unknown): Left | null {
  const { link, round } = Object.fromEntries(entries(left));
  return typeof link === "string" && isRound(round) ? { link, round } : null;
}

/** The last game of this tab; "own" is the last one that was not a visit. */
export const leftGame = (seat: (typeof SEATS)[number]): Left | null =>
  readLeft(Object.fromEntries(entries(read(() => sessionStorage, KEY)))[seat]);

/** `running`: somebody has moved, and it is not over. Such a game outlives its tab. */
export function leaveGame(left: Left, running: boolean): void {
  const own = left.round.visiting ? leftGame("own") : left;
  write(() => sessionStorage, KEY, { here: left, own });
  if (running && own === left) {
    holdOpen();
    write(() => localStorage, RUNNING, { ...left, tab });
  } else if (runningGame().tab === tab) localStorage.removeItem(RUNNING);
}

// -- a closed tab ---------------------------------------------------------------------------------

const RUNNING = "noughts.running";
let open = false;

const runningGame = () => Object.fromEntries(entries(read(() => localStorage, RUNNING)));

/** Show other tabs that this one is open, until it closes or another page comes. */
function holdOpen(): void {
  const locks = navigator.locks as LockManager | undefined;
  if (open || !locks) return;
  open = true;
  const closed = new Promise((done) => addEventListener("pagehide", done, { once: true }));
  locks
    .request(tab, () => closed)
    .then(
      () => (open = false),
      () => undefined, // browsers that block the site's data refuse locks as well
    );
}

/** The running game of a tab that was closed. */
export async function orphanedGame(): Promise<Left | null> {
  const kept = runningGame();
  if (!kept.tab) return null; // at once: what was touched before the page came is played next
  const locks = navigator.locks as LockManager | undefined;
  const held = (await locks?.query())?.held ?? [];
  return held.some(({ name }) => name === kept.tab) ? null : readLeft(kept);
}
