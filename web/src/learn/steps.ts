/** A search, in the words of a chapter. */

import { CLASSIC, type Board } from "../game/rules";
import { cellName } from "../game/notation";
import { search } from "../search/engines";
import type { Event, SearchName } from "../search/events";
import { Recording } from "../search/replay";
import { whyPruned } from "../search/words";
import { positionText } from "../game/notation";
import { turn } from "../game/rules";
import { signed } from "./numbers";

/** A whole search of a small position, all wins worth the same. */
export function record(board: Board, engine: SearchName): Recording {
  return new Recording(
    CLASSIC,
    {
      event: "search",
      rules: CLASSIC.rules,
      position: positionText(CLASSIC.shape, board),
      turn: turn(board),
      engine,
      depth_aware: false,
      depth: null,
      limit: null,
    },
    search(CLASSIC, board, engine, { depthAware: false }),
  );
}

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
  const name = (cell: number) => cellName(CLASSIC.shape, cell);
  const here =
    visit.cell === null
      ? "the first position"
      : `${visits[visit.parent!]!.mover} ${name(visit.cell)}`;
  switch (event.event) {
    case "enter":
      return `${visit.mover} is to move. Neither side is sure of anything yet: α is −∞ and β is +∞.`;
    case "leave":
      if (event.how === "end") return `After ${here} the game is over: ${signed(event.value)}.`;
      return event.bound === "exact"
        ? `Now ${here} is known: ${signed(event.value)}.`
        : `Now enough is known of ${here}: ${event.bound === "upper" ? "at most" : "at least"} ${signed(event.value)}.`;
    case "window":
      return visit.mover === "X"
        ? `At ${here}, X is now sure of ${signed(event.alpha!)}: α rises to ${signed(event.alpha!)}.`
        : `At ${here}, O can hold X to ${signed(event.beta!)}: β falls to ${signed(event.beta!)}.`;
    case "prune":
      return `${visit.mover} ${event.cells.map(name).join(", ")} can be skipped. ${whyPruned(event)}.`;
    default:
      return "";
  }
}
