/** Figures in words. They come from the server, with their intervals; nothing is computed here. */

import { decimal } from "../site/decimal";
import { count, t } from "../site/t";
import type { Pair, Standing } from "./match";

export const percent = (rate: number | null): string =>
  rate === null ? "–" : t("{value} %", { value: decimal(rate * 100, 1) });

function points(elo: number): string {
  const whole = Math.round(elo);
  return `${whole < 0 ? "−" : "+"}${count(Math.abs(whole))}`;
}

/** The interval, or nothing if games only repeat. */
export const interval = (low: number | null, high: number | null): string =>
  low === null || high === null
    ? ""
    : t("{low} to {high} %", { low: decimal(low * 100, 1), high: decimal(high * 100, 1) });

/** The Elo difference and its bounds; never more than the games say. */
export function eloWords({ difference, low, high }: Pair["elo"]): string {
  const bounds =
    low !== null && high !== null
      ? t("{low} to {high}", { low: points(low), high: points(high) })
      : low !== null
        ? t("at least {points}", { points: points(low) })
        : high !== null
          ? t("at most {points}", { points: points(high) })
          : "";
  if (difference === null) return bounds || t("unknown");
  return `${points(difference)} (${bounds || t("too few games for bounds")})`;
}

export const NOTHING_RANDOM = t(
  "Neither player moves at random, so more games would only repeat these. There is nothing to estimate. Random opening moves make games differ.",
);

/** The games of two players, from either one's view. */
export const pairOf = ({ pairs }: Standing, player: number, other: number): Pair =>
  pairs.find(({ players }) => players.includes(player) && players.includes(other))!;

/** A player's points per game against another. */
export function scoreAgainst(standing: Standing, player: number, other: number): number | null {
  const { players, score } = pairOf(standing, player, other);
  return score === null || players[0] === player ? score : 1 - score;
}
