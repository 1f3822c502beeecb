/** The source of recordings: the page searches small boards, the server larger ones. */

import { NoAnswer } from "../api/client";
import { lines } from "../api/lines";
import { positionText } from "../game/notation";
import { t } from "../site/t";
import { recordHere, type Order } from "./engines";
import type { Event, Head } from "./events";
import { Recording } from "./replay";

/** The most cells of a search in the page. */
export const LOCAL_CELLS = 9;
export const MOST_CELLS = 64;

/** Record a search; `heard` gets the number of events now and then. */
export async function record(
  order: Order,
  heard: (events: number) => void,
  signal: AbortSignal,
): Promise<Recording> {
  return order.rules.cells <= LOCAL_CELLS ? recordHere(order) : recordThere(order, heard, signal);
}

const BROKEN = t("The connection broke in the middle of the search. Try again.");

async function recordThere(
  { rules, board, engine, depth, depthAware }: Order,
  heard: (events: number) => void,
  signal: AbortSignal,
): Promise<Recording> {
  const position = positionText(rules.shape, board);
  const body = { rules: rules.rules, position, engine, depth, depth_aware: depthAware };
  let recording: Recording | null = null;
  try {
    for await (const said of lines<Head | Event>("trace", { body, signal }, BROKEN)) {
      if (said.event === "search") recording = new Recording(rules, said);
      else recording!.add(said);
      if (recording!.length % 2000 === 0) heard(recording!.length);
    }
  } catch (error) {
    if (signal.aborted || error instanceof NoAnswer) throw error;
  }
  const last = recording?.events.at(-1)?.event;
  if (recording && (last === "done" || last === "stopped")) return recording;
  throw new NoAnswer(BROKEN);
}
