import { Refused } from "../api/client";

/** The message of an error. */
export const why = (error: unknown): string =>
  error instanceof Refused ? error.detail : error instanceof Error ? error.message : String(error);
