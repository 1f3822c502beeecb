import { NoAnswer, Refused } from "../api/client";
import { t } from "./t";

export const why = (error: unknown): string =>
  error instanceof Refused ? error.detail : error instanceof Error ? error.message : String(error);

/** The same for a reader, without what only a programmer understands. */
export const failure = (error: unknown): string =>
  error instanceof NoAnswer ? error.message : t("That didn't work.");
