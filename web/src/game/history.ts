/**
 * The finished games of this device, to list (latest first) and count. They stay here until
 * deleted; beyond `MOST`, the oldest are dropped.
 */

import type { Opposition } from "./levels";
import { isOpposition, type Opponent } from "./storage";
import type { Mark } from "./rules";
import { entries, Shared } from "../site/shared";

/** How a game ended for the player; with two people, there is no single player. */
type Result = "won" | "drawn" | "lost" | "X" | "O";

export interface Played {
  /** When it ended, in milliseconds. */
  readonly at: number;
  readonly rules: string;
  /** The computer's level, or the other person. */
  readonly against: Opposition | Exclude<Opponent, "computer">;
  /** The first player's mark. */
  readonly mark: Mark;
  readonly result: Result;
  /** Whether the player used a takeback, a hint or values. */
  readonly aided: boolean;
  /** The moves by name, only the last line. */
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

/** The valid games; before tabs shared them, they were stored directly. */
function mend(kept: unknown): Kept {
  const games = Array.isArray(kept) ? kept : Object.fromEntries(entries(kept)).games;
  return { games: Array.isArray(games) ? games.filter(isPlayed).slice(-MOST) : [] };
}

const shared = new Shared<Kept>(KEY, mend);

/** The stored games, oldest first, without invalid ones. */
export const played = (): readonly Played[] => shared.get().games;

export const remember = (game: Played): Kept =>
  shared.change(({ games }) => ({ games: [...games, game].slice(-MOST) }));

/** Take over another device's games, in the order in which they ended. */
export const merge = (games: unknown): Kept =>
  shared.change((kept) => {
    const key = ({ at, moves }: Played) => `${at} ${moves}`;
    const known = new Set(kept.games.map(key));
    const more = mend(games).games.filter((game) => !known.has(key(game)));
    const all = [...kept.games, ...more].sort((one, two) => one.at - two.at);
    return { games: all.slice(-MOST) };
  });

export const { follow: followGames, forget } = shared;

// -- counted --------------------------------------------------------------------------------------

export interface Count {
  against: Played["against"];
  rules: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** Games in a row without a loss: now, and at best. Games with hints or takebacks don't count. */
  run: number;
  longest: number;
}

/** The results by level and board, the most played first; for two people, only the number. */
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

/** The winner, as in a record. */
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
