/** Several games in a row: the seats, the running score, and the decision. */

import { other, type Mark } from "./rules";

/** The two players keep their seat names when their marks change. */
export type Seat = "first" | "second";

export type Sides = Mark | "alternate";

export interface Series {
  /** Best of this many; 1 means single games, any number of them. */
  readonly length: 1 | 3 | 5 | 7;
  /** Who won each finished round; null is a draw. */
  readonly rounds: readonly (Seat | null)[];
}

export interface Standing {
  first: number;
  second: number;
  draws: number;
  over: boolean;
  leader: Seat | null;
}

/** The first player's mark in the coming round. X always moves first, so alternating shares it. */
export const markInRound = (sides: Sides, round: number): Mark =>
  sides === "alternate" ? (round % 2 === 0 ? "X" : "O") : sides;

export const seatOf = (mark: Mark, first: Mark): Seat => (mark === first ? "first" : "second");

export const markOf = (seat: Seat, first: Mark): Mark => (seat === "first" ? first : other(first));

export function standing({ length, rounds }: Series): Standing {
  const count = (seat: Seat | null) => rounds.filter((each) => each === seat).length;
  const [first, second, draws] = [count("first"), count("second"), count(null)];
  const lead = Math.abs(first - second);
  const left = length - rounds.length;
  return {
    first,
    second,
    draws,
    over: length > 1 && (left <= 0 || lead > left),
    leader: lead === 0 ? null : first > second ? "first" : "second",
  };
}
