/** What this device keeps about puzzles, for all tabs; there are no accounts. */

import { random } from "../game/ink";
import { entries, Shared } from "../site/shared";
import type { Day } from "./daily";
import { FIRST_RATING } from "./rating";
import type { Card } from "./repetition";

/** How a puzzle went. */
export interface Went {
  /** Wrong moves before the answer. */
  readonly wrong: number;
  readonly hints: number;
  /** The answer was shown. */
  readonly shown: boolean;
}

/** A moment of an own game at which a move threw something away. */
export interface OwnMistake extends Card {
  /** When the game ended, in milliseconds. */
  readonly at: number;
  readonly rules: string;
  /** The moves up to there, by name, and the move that was wrong. */
  readonly moves: string;
  readonly played: string;
  readonly answers: readonly string[];
  readonly kind: "win" | "draw" | "vcf";
  /** Of a win by fours, the line to its end. */
  readonly line?: readonly string[];
}

export interface PuzzleMemory {
  readonly rating: number;
  /** Of each day, how its puzzles went; null for one that is not done. */
  readonly days: Readonly<Record<Day, readonly (Went | null)[]>>;
  /** What the next puzzles are drawn by: a number of this device, and how often it was used. */
  readonly seed: number | null;
  readonly drawn: number;
  /** The latest puzzles, by their numbers (`numberOf`). */
  readonly seen: readonly string[];
  /** What one practises: the rules of a game, and a kind; null for all. */
  readonly game: string | null;
  readonly kind: string | null;
  readonly cards: readonly OwnMistake[];
  /** When the latest of the own games ended that has been looked through. */
  readonly looked: number;
}

const KEY = "noughts.puzzles";
/** Beyond these, the oldest are dropped. */
const MOST_DAYS = 800;
export const MOST_SEEN = 3000;
export const MOST_CARDS = 200;
const LONG = 2000;

const whole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const short = (value: unknown): value is string => typeof value === "string" && value.length < LONG;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function went(value: unknown): Went | null {
  const { wrong, hints, shown } = Object.fromEntries(entries(value));
  return whole(wrong) && whole(hints) && typeof shown === "boolean"
    ? { wrong, hints, shown }
    : null;
}

function card(value: unknown): OwnMistake[] {
  const { step, due, at, rules, moves, played, answers, kind, line } = Object.fromEntries(
    entries(value),
  );
  const fits =
    whole(step) &&
    whole(due) &&
    whole(at) &&
    [rules, moves, played].every(short) &&
    ["win", "draw", "vcf"].includes(kind as string) &&
    list(line).every(short) &&
    list(answers).length > 0 &&
    list(answers).every(short);
  return fits
    ? [
        {
          ...{ step, due, at, rules, moves, played, answers, kind },
          ...(line !== undefined && { line: list(line) }),
        } as OwnMistake,
      ]
    : [];
}

/** The valid pieces of what is stored. */
export function mend(kept: unknown): PuzzleMemory {
  const pieces = Object.fromEntries(entries(kept));
  const days = entries(pieces.days).filter(([day]) => /^\d{1,6}$/.test(day));
  const { rating, looked, seed, drawn } = pieces;
  return {
    rating: typeof rating === "number" && rating >= 0 && rating <= 100 ? rating : FIRST_RATING,
    days: Object.fromEntries(
      days.slice(-MOST_DAYS).map(([day, all]) => [day, list(all).slice(0, 3).map(went)]),
    ),
    seed: whole(seed) ? seed : null,
    drawn: whole(drawn) ? drawn : 0,
    seen: list(pieces.seen).filter(short).slice(-MOST_SEEN),
    game: short(pieces.game) ? pieces.game : null,
    kind: short(pieces.kind) ? pieces.kind : null,
    cards: list(pieces.cards).flatMap(card).slice(-MOST_CARDS),
    looked: whole(looked) ? looked : 0,
  };
}

const shared = new Shared<PuzzleMemory>(KEY, mend);

export const { get: recall, follow, forget } = shared;
export const change = (how: (memory: PuzzleMemory) => Partial<PuzzleMemory>): PuzzleMemory =>
  shared.change((memory) => ({ ...memory, ...how(memory) }));

/**
 * The days that count: all puzzles done, and one of them found. An answer that was shown is not
 * found, but it spoils nothing either.
 */
export const doneDays = ({ days }: PuzzleMemory): Day[] =>
  Object.entries(days).flatMap(([day, all]) =>
    all.every((each) => each !== null) && all.some((each) => each?.shown === false)
      ? [Number(day)]
      : [],
  );

/** Whether two mistakes are the same one, made again. */
export const same = (one: OwnMistake, two: OwnMistake): boolean =>
  one.rules === two.rules && one.moves === two.moves;

/** A generator for the next draw, from what this device keeps. */
export function nextDice(): () => number {
  const { seed, drawn } = change(({ seed, drawn }) => ({
    seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!,
    drawn: drawn + 1,
  }));
  return random(seed! + drawn);
}
