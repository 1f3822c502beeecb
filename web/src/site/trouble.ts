import { Refused } from "../api/client";

export const why = (error: unknown): string =>
  error instanceof Refused ? error.detail : error instanceof Error ? error.message : String(error);
