/** The classes that this device knows: with the secret for a teacher, the game for a student. */

import { heldSeats, TOKEN } from "./seats";

export interface Known {
  secret?: string | undefined;
  game?: string | undefined;
}

const KEY = "noughts-classes";
const MOST = 50;

/** Without storage, it is known while the page is open. */
let unstored: [string, Known][] = [];

const isToken = (value: unknown) =>
  value === undefined || (typeof value === "string" && TOKEN.test(value));

function all(): [string, Known][] {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // Nothing is stored, or nothing valid.
  }
  const fitting = Object.entries(Object(stored) as Record<string, Known>).filter(
    ([id, known]) => TOKEN.test(id) && isToken(known?.secret) && isToken(known?.game),
  );
  return [...fitting, ...unstored];
}

export const knownClass = (id: string): Known => Object.fromEntries(all())[id] ?? {};

/** This device's seat in a class; without the class's id, in the class that it joined last. */
export function seatInClass(id: string | null): { game: string; secret: string } | null {
  const seats = heldSeats();
  const games = all().flatMap(([each, { game }]) =>
    (id === null || each === id) && game && seats[game] ? [game] : [],
  );
  const game = games.at(-1);
  return game === undefined ? null : { game, secret: seats[game]!.secret };
}

export function knowClass(id: string, known: Known | null): void {
  const others = all().filter(([each]) => each !== id);
  const kept = known ? [...others, [id, known] as [string, Known]].slice(-MOST) : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    unstored = [];
  } catch {
    unstored = kept;
  }
}
