/** The seats of this device. Their secrets are only here, never in a link. */

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

/** Without storage, it is known while the page is open. */
let unstored: Record<string, Held> = {};

export function heldSeats(): Record<string, Held> {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // Nothing is stored, or nothing valid.
  }
  const fitting = Object.entries(Object(stored) as object).filter(
    ([id, held]) => TOKEN.test(id) && isHeld(held),
  );
  return { ...(Object.fromEntries(fitting) as Record<string, Held>), ...unstored };
}

function store(seats: Record<string, Held>) {
  const newest = Object.entries(seats).sort(([, a], [, b]) => b.at - a.at);
  const kept = Object.fromEntries(newest.slice(0, MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    unstored = {};
  } catch {
    unstored = kept;
  }
}

export const hold = (id: string, held: Held): void => store({ ...heldSeats(), [id]: held });

/** Store a seat of this device, with the player's name. */
export function took({ secret, seat, game }: HeldSeat): void {
  keepName(game.seats[seat]!.name);
  hold(game.id, { secret, seat: seat as Seat, rules: game.rules, at: Date.now() });
}

export function letGo(id: string): void {
  const seats = heldSeats();
  delete seats[id];
  delete unstored[id];
  store(seats);
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
