/** The words of the page of a shared game. */

import type { Level } from "../../generated/names";
import { levelName } from "../game/levelNames";
import { parseCell } from "../game/notation";
import { emptyBoard, type Rules } from "../game/rules";
import { turnOf, winsWords, YOU } from "../game/words";
import { plantLine, type Tree } from "../game/tree";
import { t, tn } from "../site/t";
import type { Presence, Seat, SharedGame, OfferKind } from "./api";

/** "You" for this device's seat; else the name or, without one, the mark, as in a sentence. */
export function nameOf(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const { name, mark, level } = game.seats[seat]!;
  if (seat === mine) return YOU;
  if (level) return t("The computer");
  if (name) return name;
  if (mine !== null) return t("Your friend");
  // The player with X in an opening may have O after it.
  return game.opening ? (seat ? t("Player 2") : t("Player 1")) : mark;
}

/** The same of somebody else within a sentence: "Ada", "the computer". */
export function within(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const { name, level } = game.seats[seat]!;
  if (level) return t("the computer");
  if (!name && mine !== null) return t("your friend");
  return nameOf(game, seat, null);
}

/** A name, as in a list beside the mark: it says how well the computer plays. */
export function seatName(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const { level, mark } = game.seats[seat]!;
  if (level) return t("Computer, {level}", { level: levelName(level as Level) });
  const name = nameOf(game, seat, mine);
  return name === mark ? t("Somebody") : name;
}

/** For boards in the order of their first player's name, where a teacher finds them. */
export const byName = (one: SharedGame, other: SharedGame): number =>
  seatName(one, 0, null).localeCompare(seatName(other, 0, null), undefined, { numeric: true });

/** A game of which the server tells the moves. */
export const readMoves = (rules: Rules, moves: readonly string[]): Tree =>
  plantLine(
    rules,
    emptyBoard(rules),
    moves.map((move) => parseCell(rules.shape, move)!),
  );

/** A seat's mark, "?" as long as no side is chosen. */
export const markOf = ({ opening, seats }: SharedGame, seat: Seat): string =>
  opening && !opening.taken ? "?" : seats[seat]!.mark;

export const seatOf = (game: SharedGame, mark: string): Seat =>
  game.seats[0]!.mark === mark ? 0 : 1;

/** Whose turn it is, or how it ended. */
export function stateWords(game: SharedGame, mine: Seat | null): string {
  if (game.to_move != null) return turnOf(nameOf(game, game.to_move as Seat, mine));
  const { winner = null, how = "" } = game.end ?? {};
  if (!winner) return how === "agreed" ? t("A draw, by agreement") : t("A draw");
  const won = winsWords(nameOf(game, seatOf(game, winner), mine));
  const loser = seatOf(game, winner === "X" ? "O" : "X");
  const why = REASONS[how]?.[Number(loser !== mine)];
  return why ? t(why, { won, name: within(game, loser, mine) }) : won;
}

/** How the loser lost: oneself, or somebody else. */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  resigned: [t("{won}: you resigned"), t("{won}: {name} resigned")],
  time: [t("{won}: your time is up"), t("{won}: {name}'s time is up")],
  left: [t("{won}: you have left"), t("{won}: {name} has left")],
};

/** The seat that has won the series; null if nobody has. */
export function seriesWinner({ best_of, decided, score }: SharedGame): Seat | null {
  const [first, second] = score as [number, number];
  return best_of && decided && first !== second ? (first > second ? 0 : 1) : null;
}

/** Who won the series, once one of several rounds is over; null before. */
export function seriesWords(game: SharedGame, mine: Seat | null): string | null {
  const { best_of, decided, score } = game;
  if (!best_of || !decided) return null;
  const [first, second] = score as [number, number];
  const winner = seriesWinner(game);
  if (winner === null) return t("The series is a draw.");
  const result = { most: Math.max(first, second), least: Math.min(first, second) };
  if (winner === mine) return t("You win the series, {most} to {least}.", result);
  const name = nameOf(game, winner, mine);
  return t("{name} wins the series, {most} to {least}.", { name, ...result });
}

/** "Ada offers a draw", "You ask to take back a move". */
export const wishWords = (name: string, wish: OfferKind): string =>
  t(WISHES[wish][Number(name !== YOU)]!, { name });
const WISHES: Readonly<Record<OfferKind, readonly [string, string]>> = {
  takeback: [t("You ask to take back a move."), t("{name} asks to take back a move.")],
  draw: [t("You offer a draw."), t("{name} offers a draw.")],
  rematch: [t("You offer a rematch."), t("{name} offers a rematch.")],
};

/** The time limit: "a minute a move", "2 days a move". */
export function spanWords(seconds: number): string {
  if (seconds % 86_400 === 0)
    return tn("{count} day a move", "{count} days a move", { count: seconds / 86_400 });
  return seconds % 60 === 0
    ? tn("{count} minute a move", "{count} minutes a move", { count: seconds / 60 })
    : tn("{count} second a move", "{count} seconds a move", { count: seconds });
}

/** How long ago, in one unit. */
export function ago(seconds: number): string {
  const count = (size: number) => ({ count: Math.floor(seconds / size) });
  if (seconds >= 86_400) return tn("{count} day ago", "{count} days ago", count(86_400));
  if (seconds >= 3600) return tn("{count} hour ago", "{count} hours ago", count(3600));
  if (seconds >= 60) return tn("{count} minute ago", "{count} minutes ago", count(60));
  return t("just now");
}

/** Whether a seat's player is present, or when they left; `now` is in milliseconds since 1970. */
export function presenceWords(
  game: SharedGame,
  presence: Presence,
  seat: Seat,
  now: number,
): string {
  const { taken, level } = game.seats[seat]!;
  const acts = game.to_move === seat;
  if (level) return acts ? t("is thinking") : "";
  if (!taken) return game.end ? t("has left") : t("nobody yet");
  if (presence.seats[seat]) {
    const both = game.seats.every(({ taken }) => taken);
    return both && acts ? t("is thinking") : t("is here");
  }
  const away = presence.away[seat];
  if (away == null) return t("is not here");
  return t("left {ago}", { ago: ago(away + (now - presence.at) / 1000) });
}

/** 0:42, or 3:07:00 for what takes hours. */
export function clockWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
