/** “Cut or look?”: the moments of a search at which it decides whether to look at another reply. */

import type { Mark } from "../game/rules";
import type { Recording, Window } from "../search/replay";
import { whyPruned } from "../search/words";
import { sentences } from "../site/sentences";
import { t, tn } from "../site/t";
import { name } from "./games";
import { signed } from "./numbers";

interface Decision {
  /** The number of events so far. */
  readonly moment: number;
  readonly node: number;
  readonly mover: Mark;
  /** The move to the node; null is the first position. */
  readonly move: string | null;
  /** The replies that are still left, the next one first. */
  readonly left: readonly number[];
  readonly window: Window;
  readonly cut: boolean;
  /** Why, if it is cut. */
  readonly why: string;
}

/** Each moment at which some replies of a position are known, and others are left. */
export function decisions(recording: Recording): Decision[] {
  const { events, visits } = recording;
  return visits
    .flatMap((visit) =>
      visit.branches.slice(1).flatMap((branch, index): Decision[] => {
        const before = visit.branches[index]!;
        // All that are cut off together are one decision.
        if (before.node === null) return [];
        const prune = events[branch.at]!;
        const cut = prune.event === "prune";
        // What follows a look at the last reply: its value, and the window that it narrows.
        const moment = cut ? branch.at : visit.events.findLast((at) => at < branch.at)!;
        return [
          {
            moment,
            node: visit.id,
            mover: visit.mover,
            move: visit.cell === null ? null : name(visit.cell),
            left: visit.branches.slice(index + 1).map(({ cell }) => cell),
            window: recording.known(visit.id, moment).window!,
            cut,
            why: cut ? whyPruned(prune) : "",
          },
        ];
      }),
    )
    .sort((one, other) => one.moment - other.moment);
}

const bound = (value: number): string =>
  value === Infinity ? "+∞" : value === -Infinity ? "−∞" : signed(value);

/** What the reader is asked. */
export function question({ mover, move, left, window }: Decision): string {
  const values = {
    ...{ mover, move: move ?? "", alpha: bound(window.alpha), beta: bound(window.beta) },
    ...{ replies: left.map(name).join(", "), count: left.length },
  };
  return move === null
    ? tn(
        "At the top, {mover} is to move, and α is {alpha} and β is {beta}. Left: {mover}'s reply {replies}.",
        "At the top, {mover} is to move, and α is {alpha} and β is {beta}. Left: {mover}'s replies {replies}.",
        values,
      )
    : tn(
        "After {move}, {mover} is to move, and α is {alpha} and β is {beta}. Left: {mover}'s reply {replies}.",
        "After {move}, {mover} is to move, and α is {alpha} and β is {beta}. Left: {mover}'s replies {replies}.",
        values,
      );
}

/** What the reader hears. */
export function reply({ cut, why, window }: Decision, said: boolean): string {
  const judged = said === cut ? t("Yes.") : t("Not quite.");
  const told = cut
    ? t("Cut: α is not below β any more. {why}.", { why })
    : t("Look: α ({alpha}) is below β ({beta}), so this reply can still change something.", {
        alpha: bound(window.alpha),
        beta: bound(window.beta),
      });
  return sentences([judged, told]);
}
