/** The seats of this device. Their secrets are only here, never in a link. */

import { entries, Shared } from "../site/shared";
import type { HeldSeat, Seat } from "./api";

export interface Held {
  secret: string;
  seat: Seat;
  rules: string;
  /** When this device last looked at it, in milliseconds since 1970. */
  at: number;
}

const KEY = "noughts-seats";
const NAME = "noughts-name";
const MOST = 100;
export const TOKEN = /^[\w-]{22}$/;

const isHeld = (value: unknown): value is Held => {
  const { secret, seat, rules, at } = Object(value) as Record<string, unknown>;
  const texts = typeof secret === "string" && TOKEN.test(secret) && typeof rules === "string";
  return texts && (seat === 0 || seat === 1) && typeof at === "number";
};

const shared = new Shared(KEY, (kept) => {
  const fitting = entries(kept).filter(([id, held]) => TOKEN.test(id) && isHeld(held));
  return Object.fromEntries(fitting) as Record<string, Held>;
});

export const heldSeats = (): Record<string, Held> => shared.get();

export function hold(id: string, held: Held): void {
  shared.change((seats) => {
    const newest = Object.entries({ ...seats, [id]: held }).sort(([, a], [, b]) => b.at - a.at);
    return Object.fromEntries(newest.slice(0, MOST));
  });
}

/** Store a seat of this device, with the player's name. */
export function took({ secret, seat, game }: HeldSeat): void {
  keepName(game.seats[seat]!.name);
  hold(game.id, { secret, seat: seat as Seat, rules: game.rules, at: Date.now() });
}

export function letGo(id: string): void {
  shared.change((seats) =>
    Object.fromEntries(Object.entries(seats).filter(([each]) => each !== id)),
  );
}

export function lastName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Asked again next time.
  }
}
