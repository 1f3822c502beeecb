/** Requests for games between people. */

import type { components } from "../../generated/schema";
import { ask, Refused, ServerAway, ServerBusy } from "../api/client";

type Schemas = components["schemas"];

export type SharedGame = Schemas["SharedGame"];
/** Who is present, and when this was reported, in milliseconds since 1970. */
export type Presence = Schemas["Presence"] & { at: number };
export type HeldSeat = Schemas["HeldSeat"];
export type NewGame = Schemas["NewGame"];
type HeldClassroom = Schemas["HeldClassroom"];
export type Classroom = Schemas["Classroom"];
export type WaitingGame = Schemas["WaitingGame"];
export type OfferKind = Schemas["OfferKind"];
export type Seat = 0 | 1;

export const NOBODY: Presence = {
  game: "",
  seats: [false, false],
  away: [null, null],
  watching: 0,
  at: 0,
};

/** For how many seconds a request is retried, once a second, without an answer. */
const PATIENCE = 30;

/** Whether a retry may help soon. */
export const mayHelp = (error: unknown): boolean =>
  error instanceof ServerAway ||
  (error instanceof ServerBusy && error.seconds <= PATIENCE) ||
  (error instanceof Refused && error.kind === "bug");

export const kept = (): Promise<Schemas["Kept"]> => ask("games");
export const read = (id: string): Promise<SharedGame> => ask(`games/${id}`);

/** Generate a secret: 128 random bits. */
function token(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(bytes).slice(0, 22).replace(/\+/g, "-").replace(/\//g, "_");
}

/**
 * Request something for this device until there is an answer. It may already exist, with only the
 * answer lost: with the same secret, a repeated request creates no other game and takes no other
 * seat.
 */
async function obtain<Answer>(path: string, wanted: object): Promise<Answer> {
  const body = { ...wanted, secret: token() };
  for (let tries = 1; ; tries++) {
    try {
      return await ask(path, { body });
    } catch (error) {
      if (!mayHelp(error) || tries === PATIENCE) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

export const make = (terms: Partial<NewGame>): Promise<HeldSeat> => obtain("games", terms);
export const takeSeat = (id: string, arrival: Schemas["Arrival"]): Promise<HeldSeat> =>
  obtain(`games/${id}/seat`, arrival);
export const makeClass = (terms: Partial<Schemas["NewClassroom"]>): Promise<HeldClassroom> =>
  obtain("classrooms", terms);
export const readClass = (id: string): Promise<Classroom> => ask(`classrooms/${id}`);
export const arrive = (id: string, name: string): Promise<HeldSeat> =>
  obtain(`classrooms/${id}/seat`, { name });

/** The requests of a class's teacher. */
export const teaching = (id: string, secret: string) => ({
  known: (): Promise<Schemas["ClassroomExport"]> => ask(`classrooms/${id}/export`, { secret }),
  remove: (): Promise<Classroom> => ask(`classrooms/${id}`, { method: "DELETE", secret }),
});

/** The requests of a seat's player. */
export const holding = (id: string, secret: string) => ({
  post: (what: string, body: object): Promise<SharedGame> =>
    ask(`games/${id}/${what}`, { body, secret }),
  change: (body: Partial<Schemas["Called"]>): Promise<SharedGame> =>
    ask(`games/${id}/seat`, { method: "PATCH", body, secret }),
  ticket: (): Promise<Schemas["Ticket"]> =>
    ask(`games/${id}/seat/ticket`, { method: "POST", secret }),
  known: (): Promise<Schemas["Export"]> => ask(`games/${id}/seat`, { secret }),
  hideCheck: (): Promise<SharedGame> => ask(`games/${id}/seat/check`, { method: "DELETE", secret }),
  leave: (): Promise<SharedGame> => ask(`games/${id}/seat`, { method: "DELETE", secret }),
});
