/** The engine's own lines: the current one of a call, and its variables. */

import searches from "../../generated/searches.json";
import { cellName } from "../game/notation";
import { hasMemory, hasWindow, type Happening, type SearchName, type Source } from "./events";
import type { Recording } from "./replay";
import { numeral } from "./words";

/** The Python source of each search, exported when the page was built. */
export const SOURCES: Readonly<Record<SearchName, Source>> = searches;

/** A call's state, by the names of the source's lines. */
function happening(recording: Recording, index: number): Happening | null {
  const event = recording.events[index];
  if (!event || !("node" in event)) return null;
  switch (event.event) {
    case "value":
      return "best";
    case "window":
      return recording.visits[event.node]!.mover === "X" ? "alpha" : "beta";
    case "leave":
      return LEAVE[event.how];
    default:
      return event.event;
  }
}

const LEAVE = { end: "end", guess: "guess", recalled: "recall", searched: "leave" } as const;

/** The current line of a call; null before it begins. */
export function lineOf(
  recording: Recording,
  source: Source,
  node: number,
  moment: number,
): number | null {
  const index = recording.visits[node]!.events.findLast((each) => each < moment);
  const what = index === undefined ? null : happening(recording, index);
  return what === null ? null : (source.at[what] ?? null);
}

/** The names and values of a call's variables, as in the source. */
export function variables(recording: Recording, node: number, moment: number): [string, string][] {
  const { rules, head, visits } = recording;
  const visit = visits[node]!;
  const known = recording.known(node, moment);
  if (known.status === "unvisited") return [];
  const values: [string, string][] = [["position.turn", visit.mover]];
  const searching = known.trying !== null || known.best !== null;
  const cell = known.trying ?? visit.branches.findLast((each) => each.at < moment)?.cell;
  const replies = visit.branches
    .map((each) => (each.node === null ? null : visits[each.node]!))
    .filter((each) => each?.leave && each.events.at(-1)! < moment)
    .map((each) => each!.leave!.value);
  if (hasMemory(head.engine)) {
    values.push(["len(memory)", String(recording.counters(moment).workedOut)]);
    if (known.status === "done") {
      const { value, proven } = known;
      values.push(["memory[key]", score(value!, proven, visit.depth, visit.mover, rules.cells)]);
    }
    return values;
  }
  values.push(["depth", String(visit.depth)]);
  if (known.window) {
    values.push(["alpha", numeral(known.window.alpha)], ["beta", numeral(known.window.beta)]);
  }
  if (!searching) return values;
  if (cell !== undefined) values.push(["cell", `${cell}  (${cellName(rules.shape, cell)})`]);
  const last = replies.at(-1);
  if (last !== undefined) values.push(["value", numeral(last)]);
  if (hasWindow(head.engine)) {
    const before = visit.mover === "X" ? -Infinity : Infinity;
    values.push(["best", numeral(known.value ?? before)]);
  } else values.push(["replies", `[${replies.map(numeral).join(", ")}]`]);
  return values;
}

/** A value for X as the stored score for the side to move. */
function score(value: number, proven: boolean, depth: number, mover: string, cells: number) {
  if (!proven) return `~ ${numeral(mover === "X" ? value : -value)}`;
  if (value === 0) return "draw";
  const wins = value > 0 === (mover === "X");
  return `${wins ? "win" : "loss"} in ${cells + 1 - Math.abs(value) - depth}`;
}
