/** What is said of a reader's program that has run: how often it called itself, and what it lost. */

import type { Report } from "../check/report";
import { t } from "../site/t";

/** How often a function is called from the empty board on, beside plain minimax. */
export function calledWords(calls: number | null, plain: number): string {
  if (calls === null)
    return t("From the empty board it calls itself too often to be counted here.");
  const said =
    calls === plain
      ? t(
          "From the empty board, your function is called {calls} times. That is every place in the tree.",
        )
      : calls < plain
        ? t(
            "From the empty board, your function is called {calls} times. Plain minimax takes {plain}.",
          )
        : t(
            "From the empty board, your function is called {calls} times. Plain minimax takes only {plain}.",
          );
  return t(said, { calls, plain });
}

/** The games against a program, and how many of them it lost. */
export function gamesOf({ games: { X, O } }: Pick<Report, "games">) {
  return X && O ? { games: X.games + O.games, lost: X.losses + O.losses } : { games: 0, lost: 0 };
}

/** What the check has found, in one sentence; empty if every game was drawn or won, but not all were played. */
export function outcomeWords(report: Pick<Report, "games" | "unbeatable">): string {
  const { games, lost } = gamesOf(report);
  if (lost > 0) return t("Your program loses {lost} of {games} games.", { lost, games });
  return report.unbeatable
    ? t("Your program is unbeatable. All {games} games were played, and it lost none.", { games })
    : "";
}
