/** The classes that this device knows: with the secret for a teacher, the game for a student. */

import { entries, Shared } from "../site/shared";
import { heldSeats, TOKEN } from "./seats";

export interface Known {
  secret?: string | undefined;
  game?: string | undefined;
}

const KEY = "noughts-classes";
const MOST = 50;

const isToken = (value: unknown) =>
  value === undefined || (typeof value === "string" && TOKEN.test(value));

const shared = new Shared(KEY, (kept) => {
  const fitting = (entries(kept) as [string, Known | null][]).filter(
    ([id, known]) => TOKEN.test(id) && isToken(known?.secret) && isToken(known?.game),
  );
  return Object.fromEntries(fitting) as Record<string, Known>;
});

export const knownClass = (id: string): Known => shared.get()[id] ?? {};

/** This device's seat in a class; without the class's id, in the class that it joined last. */
export function seatInClass(id: string | null): { game: string; secret: string } | null {
  const seats = heldSeats();
  const games = Object.entries(shared.get()).flatMap(([each, { game }]) =>
    (id === null || each === id) && game && seats[game] ? [game] : [],
  );
  const game = games.at(-1);
  return game === undefined ? null : { game, secret: seats[game]!.secret };
}

export function knowClass(id: string, known: Known | null): void {
  shared.change((classes) => {
    const others = Object.entries(classes).filter(([each]) => each !== id);
    return Object.fromEntries(known ? [...others, [id, known] as const].slice(-MOST) : others);
  });
}
