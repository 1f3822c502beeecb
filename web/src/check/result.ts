/** The result of a check as a pupil shows it to the teacher: words of a list, nothing of the program. */

import { t } from "../site/t";
import type { components } from "../../generated/schema";
import type { Report } from "./report";

export type CheckResult = components["schemas"]["ShownResult"];
export type Kind = NonNullable<CheckResult["finding"]>;

/** What each stage asks, in order. `loads` is the page's own: Python tells of a failure only. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  loads: t("It loads"),
  rules: t("Its rules are the game's"),
  moves: t("Every move is legal"),
  again: t("Asked twice, it answers alike"),
  "as X": t("As X it never loses"),
  "as O": t("As O it never loses"),
  value: t("It gives nothing away"),
  quickest: t("It wins soonest, loses latest"),
  calls: t("It doesn't calculate more than it needs"),
};

/** What kind of fault a program has. */
export const FOUND: Readonly<Record<Kind, string>> = {
  "not loaded": t("It can't be loaded"),
  "other rules": t("Its rules are wrong"),
  stopped: t("It takes too long, or ends itself"),
  error: t("It stops with an error"),
  "no move": t("It makes an illegal move"),
  "two answers": t("Its answers may differ"),
  loses: t("It loses a game"),
  "changes board": t("It changes the board"),
  "gives away": t("It gives a win or a draw away"),
  misses: t("It misses a win, or allows one"),
  dawdles: t("It wins later than it could"),
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
  if (finding === null)
    return sides === "XO" ? t("Unbeatable") : t("Unbeatable as {sides}", { sides });
  const found = FOUND[finding];
  return stage ? t("{found}. Passed last: {stage}", { found, stage: QUESTIONS[stage]! }) : found;
}
