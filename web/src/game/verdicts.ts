/** What a review says about the moves of a game. */

import { grade as grades, review } from "../../generated/review-messages.json";
import { plain, say } from "../explain/say";
import type { Verdict } from "./review";

/**
 * How many moves longer the win, or shorter the loss, has become; 0 if nothing is known to be lost.
 */
const cost = ({ grade, plies, better }: Verdict): number =>
  grade === "won more slowly" || grade === "lost sooner"
    ? Math.abs((plies ?? 0) - (better?.plies ?? 0))
    : 0;

/** A grade in words: "lost sooner: 4 moves instead of 34". */
export function gradeWords(verdict: Verdict): string {
  const { grade, plies, better } = verdict;
  if (grade !== "won more slowly" && grade !== "lost sooner") return grades[grade ?? "none"];
  const counts = { count: plies ?? 0, before: better?.plies ?? 0 };
  return cost(verdict) ? plain(say(grades[`${grade} in`], counts)) : grades[grade];
}

/** The summary of a game in which no move changed the winner; null while a move has no grade. */
export function steadyWords(verdicts: readonly (Verdict | null)[]): string | null {
  if (!verdicts.every((each) => each?.grade)) return null;
  const costs = verdicts.map((each) => cost(each!));
  const count = Math.max(0, ...costs);
  if (count === 0) return review.steady;
  const at = costs.indexOf(count);
  const how = verdicts[at]!.grade === "lost sooner" ? "sooner" : "later";
  return plain(say(review[how], { number: at + 1, count }));
}
