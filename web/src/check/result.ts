/** The result of a check as a pupil shows it to the teacher: words of a list, nothing of the program. */

import type { components } from "../../generated/schema";
import type { Report } from "./report";

export type CheckResult = components["schemas"]["ShownResult"];
type Kind = NonNullable<CheckResult["finding"]>;

/** What each stage asks, in order. `loads` is the page's own: Python tells of a failure only. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  loads: "It loads",
  rules: "Its rules are the game's",
  moves: "Every move is legal",
  again: "Asked twice, it answers alike",
  "as X": "As X it never loses",
  "as O": "As O it never loses",
  value: "It gives nothing away",
  quickest: "It wins soonest, loses latest",
  calls: "It doesn't calculate more than it needs",
};

const FOUND: Readonly<Record<Kind, string>> = {
  "not loaded": "It can't be loaded",
  "other rules": "Its rules are wrong",
  stopped: "It takes too long, or ends itself",
  error: "It stops with an error",
  "no move": "It makes an illegal move",
  "two answers": "Asked twice, it answers differently",
  loses: "It loses a game",
  "changes board": "It changes the board",
  "gives away": "It gives a win or a draw away",
  misses: "It misses a win, or allows one",
  dawdles: "It wins later than it could",
};

/** The last stage that a program passed, and what kind of fault it has. */
export function resultOf(report: Report, sides: CheckResult["sides"]): CheckResult {
  const finding = (report.finding?.kind ?? null) as Kind | null;
  const passed = report.stages.filter(({ name, passed }) => passed && name in QUESTIONS);
  const proved = passed.map(({ name }) => name).filter((name) => !ADVICE.includes(name));
  const stage = finding === "not loaded" ? "" : (proved.at(-1) ?? "loads");
  return { sides, stage: stage as CheckResult["stage"], finding };
}

/** What an unbeatable program could do better. */
export const ADVICE = ["value", "quickest", "calls"];

/** All that the teacher reads beside the name. */
export function resultWords({ sides, stage, finding }: CheckResult): string {
  if (finding === null) return `Unbeatable${sides === "XO" ? "" : ` as ${sides}`}`;
  return FOUND[finding] + (stage ? `. Passed last: ${QUESTIONS[stage]}` : "");
}
