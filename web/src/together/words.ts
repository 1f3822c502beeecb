/** The words of the page of a shared game. */

import { counted } from "../site/count";
import { parseCell } from "../game/notation";
import { emptyBoard, type Mark, type Rules } from "../game/rules";
import { verb } from "../game/words";
import { plantLine, type Tree } from "../game/tree";
import type { Presence, Seat, SharedGame, OfferKind } from "./api";

/** "You" for this device's seat; else the name or, without one, the mark, as in a sentence. */
export function nameOf(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const { name, mark, level } = game.seats[seat]!;
  if (seat === mine) return "You";
  if (level) return "The computer";
  // The player with X in an opening may have O after it.
  return name || (mine !== null ? "Your friend" : game.opening ? `Player ${seat + 1}` : mark);
}

/** The same within a sentence: "Ada", "you", "the computer". */
export function within(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const name = nameOf(game, seat, mine);
  const { name: own, mark } = game.seats[seat]!;
  return name === own || name === mark ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** A name, as in a list beside the mark: it says how well the computer plays. */
export function seatName(game: SharedGame, seat: Seat, mine: Seat | null): string {
  const { level, mark } = game.seats[seat]!;
  if (level) return `Computer, ${level}`;
  const name = nameOf(game, seat, mine);
  return name === mark ? "Somebody" : name;
}

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
  const name = (mark: Mark | string) => nameOf(game, seatOf(game, mark), mine);
  if (game.to_move != null) {
    const mover = nameOf(game, game.to_move as Seat, mine);
    return mover === "You" ? "Your turn" : `${mover} to move`;
  }
  const { winner = null, how = "" } = game.end ?? {};
  if (!winner) return how === "agreed" ? "A draw, by agreement" : "A draw";
  const loser = within(game, seatOf(game, winner === "X" ? "O" : "X"), mine);
  const why: Record<string, string> = {
    resigned: `: ${loser} resigned`,
    time: `: ${loser === "you" ? "your" : `${loser}'s`} time is up`,
    left: `: ${loser} ${loser === "you" ? "have" : "has"} left`,
  };
  return `${verb(name(winner), "wins", "win")}${why[how] ?? ""}`;
}

/** Who won the series, once one of several rounds is over; null before. */
export function seriesWords(game: SharedGame, mine: Seat | null): string | null {
  const { best_of, decided, score } = game;
  if (!best_of || !decided) return null;
  const [first, second] = score as [number, number];
  if (first === second) return "The series is a draw";
  const name = nameOf(game, first > second ? 0 : 1, mine);
  const result = `${Math.max(first, second)} to ${Math.min(first, second)}`;
  return `${verb(name, "wins", "win")} the series, ${result}`;
}

/** "Ada offers a draw", "You ask to take back a move". */
export const wishWords = (name: string, wish: OfferKind): string =>
  wish === "takeback"
    ? `${verb(name, "asks", "ask")} to take back a move`
    : `${verb(name, "offers", "offer")} a ${wish}`;

/** "a minute", "2 days": the time limit for a move. */
export function spanWords(seconds: number): string {
  const [size, one, more] =
    seconds % 86_400 === 0
      ? ([86_400, "a day", "days"] as const)
      : seconds % 60 === 0
        ? ([60, "a minute", "minutes"] as const)
        : ([1, "a second", "seconds"] as const);
  return seconds === size ? one : `${seconds / size} ${more}`;
}

/** How long ago, in one unit. */
export function ago(seconds: number): string {
  const units: [number, string][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [1, ""];
  if (!unit) return "just now";
  const count = Math.floor(seconds / size);
  return `${counted(count, unit)} ago`;
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
  if (level) return acts ? "is thinking" : "";
  if (!taken) return game.end ? "has left" : "nobody yet";
  if (presence.seats[seat]) {
    const both = game.seats.every(({ taken }) => taken);
    return both && acts ? "is thinking" : "is here";
  }
  const away = presence.away[seat];
  return away == null ? "is not here" : `left ${ago(away + (now - presence.at) / 1000)}`;
}

/** 0:42, or 3:07:00 for what takes hours. */
export function clockWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
