/** What a review says of the moves of a game. */

import type { Verdict } from "./review";

/** How many moves the win took more, or the loss came sooner; 0 where nothing is known to be lost. */
const cost = ({ grade, plies, better }: Verdict): number =>
  grade === "won more slowly" || grade === "lost sooner"
    ? Math.abs((plies ?? 0) - (better?.plies ?? 0))
    : 0;

const moves = (many: number) => `${many} move${many === 1 ? "" : "s"}`;

/** A grade in words: "lost sooner: 4 moves instead of 34". */
export function gradeWords(verdict: Verdict): string {
  const { grade, plies, better } = verdict;
  if (grade === null) return "not proved";
  if (cost(verdict)) return `${grade}: ${moves(plies!)} instead of ${better!.plies!}`;
  return grade === "fine" ? "keeps the value" : grade;
}

/** What is said of a game in which no move changed who wins; null while a move has no grade. */
export function steadyWords(verdicts: readonly (Verdict | null)[]): string | null {
  if (!verdicts.every((each) => each?.grade)) return null;
  const costs = verdicts.map((each) => cost(each!));
  const most = Math.max(0, ...costs);
  if (most === 0) return "Neither side gave anything away.";
  const at = costs.indexOf(most);
  const how = verdicts[at]!.grade === "lost sooner" ? "sooner" : "later";
  return `No move changed who wins, but move ${at + 1} let the game end ${moves(most)} ${how}.`;
}

/** How many moves of a line are shown at first. */
const SHOWN = 4;
const CELL = "[a-z][1-9][0-9]?[a-z]?";
const LINE = new RegExp(`^(.*: ${CELL}(?: ${CELL}){${SHOWN - 1}})((?: ${CELL}){2,})$`, "s");

/** A reason that ends with a long line of moves, as its beginning and the rest; else the whole and "". */
export function folded(reason: string): readonly [shown: string, rest: string] {
  const found = LINE.exec(reason);
  return found ? [found[1]!, found[2]!] : [reason, ""];
}
