/** A search, in the words of a chapter. */

import { CLASSIC, type Board } from "../game/rules";
import { recordHere } from "../search/engines";
import type { Event, SearchName } from "../search/events";
import type { Recording } from "../search/replay";
import { whyPruned } from "../search/words";
import { t } from "../site/t";
import { name } from "./games";
import { signed } from "./numbers";

/** A whole search of a small position, all wins worth the same. */
export const record = (board: Board, engine: SearchName): Recording =>
  recordHere({ rules: CLASSIC, board, engine, depth: null, depthAware: false });

/** The reader's stops: a look, a value, a narrower window, or a cut. */
export function stops(recording: Recording, until = recording.length): number[] {
  const telling = (event: Event) =>
    event.event === "leave" || event.event === "window" || event.event === "prune";
  const found = recording.events.flatMap((event, index) => (telling(event) ? [index + 1] : []));
  return [1, ...found.filter((moment) => moment <= until)];
}

/** What has just happened. */
export function stepWords(recording: Recording, moment: number): string {
  const event = recording.last(moment);
  if (!event || !("node" in event)) return "";
  const { visits } = recording;
  const visit = visits[event.node]!;
  /** The move that led here. */
  const move = visit.cell === null ? "" : `${visits[visit.parent!]!.mover} ${name(visit.cell)}`;
  switch (event.event) {
    case "enter":
      return t("{mover} is to move. Neither side is sure of anything yet: α is −∞ and β is +∞.", {
        mover: visit.mover,
      });
    case "leave": {
      const values = { move, value: signed(event.value) };
      if (event.how === "end") return t("After {move} the game is over: {value}.", values);
      // All of the first position's replies count, so its value is exact.
      if (!move) return t("Now the first position is known: {value}.", values);
      if (event.bound === "exact") return t("Now {move} is known: {value}.", values);
      return event.bound === "upper"
        ? t("Now enough is known of {move}: at most {value}.", values)
        : t("Now enough is known of {move}: at least {value}.", values);
    }
    case "window": {
      const values = { move, value: signed((visit.mover === "X" ? event.alpha : event.beta)!) };
      const [at, first] =
        visit.mover === "X"
          ? [
              t("At {move}, X is now sure of {value}: α rises to {value}."),
              t("At the first position, X is now sure of {value}: α rises to {value}."),
            ]
          : [
              t("At {move}, O can hold X to {value}: β falls to {value}."),
              t("At the first position, O can hold X to {value}: β falls to {value}."),
            ];
      return t(move ? at : first, values);
    }
    case "prune":
      return t("{mover} {cells} can be skipped. {why}.", {
        mover: visit.mover,
        cells: event.cells.map(name).join(", "),
        why: whyPruned(event),
      });
    default:
      return "";
  }
}
