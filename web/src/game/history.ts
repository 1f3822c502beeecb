/**
 * The games that were finished on this device, the last ones first to be looked at and counted.
 * They stay here until they are deleted; beyond `MOST` the oldest make room.
 */

import type { Opposition } from "./levels";
import { isOpposition, type Opponent } from "./storage";
import type { Mark } from "./rules";
import { entries, Shared } from "./shared";

/** How a game ended for the player; of two people there is no "the player". */
export type Result = "won" | "drawn" | "lost" | "X" | "O";

export interface Played {
  /** When it ended, in milliseconds. */
  readonly at: number;
  readonly rules: string;
  /** The computer's level, or the other person. */
  readonly against: Opposition | Exclude<Opponent, "computer">;
  /** The first player's mark. */
  readonly mark: Mark;
  readonly result: Result;
  /** Whether a takeback, a hint or shown values helped. */
  readonly aided: boolean;
  /** The moves by name, the last line only. */
  readonly moves: string;
}

export const MOST = 500;
const KEY = "noughts.games";

const isPlayed = (value: unknown): value is Played => {
  if (typeof value !== "object" || value === null) return false;
  const { at, rules, against, mark, result, aided, moves } = value as Record<string, unknown>;
  return (
    Number.isFinite(at) &&
    typeof rules === "string" &&
    rules.length < 200 &&
    (against === "person" || isOpposition(against)) &&
    (mark === "X" || mark === "O") &&
    ["won", "drawn", "lost", "X", "O"].includes(result as string) &&
    typeof aided === "boolean" &&
    typeof moves === "string" &&
    /^[a-z0-9 ]{0,2000}$/.test(moves)
  );
};

interface Kept {
  readonly games: readonly Played[];
}

/** The games that make sense; before tabs shared them, they stood there by themselves. */
function mend(kept: unknown): Kept {
  const games = Array.isArray(kept) ? kept : Object.fromEntries(entries(kept)).games;
  return { games: Array.isArray(games) ? games.filter(isPlayed).slice(-MOST) : [] };
}

const shared = new Shared<Kept>(KEY, mend);

/** The games that are kept, the oldest first; what makes no sense is left out. */
export const played = (): readonly Played[] => shared.get().games;

export const remember = (game: Played): Kept =>
  shared.change(({ games }) => ({ games: [...games, game].slice(-MOST) }));

export const forget = (): void => shared.forget();

/** Call back whenever another tab has added or deleted games; returns how to stop that. */
export const followGames = (changed: () => void): (() => void) => shared.follow(changed);

// -- counted --------------------------------------------------------------------------------------

export interface Count {
  against: Played["against"];
  rules: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** Games in a row that were not lost: now, and at best. Hints and takebacks do not count. */
  run: number;
  longest: number;
}

/** The results by level and board, the most played first; of two people only how many. */
export function counts(games: readonly Played[]): readonly Count[] {
  const found = new Map<string, Count>();
  for (const { against, rules, result, aided } of games) {
    const key = `${against} ${rules}`;
    const none = { games: 0, won: 0, drawn: 0, lost: 0, run: 0, longest: 0 };
    const count = found.get(key) ?? { against, rules, ...none };
    count.games += 1;
    if (result !== "X" && result !== "O") count[result] += 1;
    if (result === "lost") count.run = 0;
    else if (!aided) count.run += 1;
    count.longest = Math.max(count.longest, count.run);
    found.set(key, count);
  }
  return [...found.values()].sort((a, b) => b.games - a.games);
}

/** The winner in the words of a record. */
const ending = ({ result, mark }: Played): string => {
  if (result === "drawn") return "draw";
  if (result === "X" || result === "O") return `${result} wins`;
  return `${(result === "won") === (mark === "X") ? "X" : "O"} wins`;
};

/** A game as text that any reader of records takes. */
export function gameText(game: Played): string {
  const other = game.against === "person" ? "Player 2" : game.against;
  const own = game.against === "person" ? "Player 1" : "You";
  const names = game.mark === "X" ? [own, other] : [other, own];
  const headers = [
    `Rules: ${game.rules}`,
    `Date: ${new Date(game.at).toISOString().slice(0, 10)}`,
    `X: ${names[0]}`,
    `O: ${names[1]}`,
  ];
  return `${headers.join("\n")}\n\n${game.moves} ${ending(game)}\n`;
}

export const gameLink = ({ rules, moves }: Pick<Played, "rules" | "moves">): string =>
  `#rules=${rules.replaceAll(" ", "+")}&moves=${moves.replaceAll(" ", "-")}`;
