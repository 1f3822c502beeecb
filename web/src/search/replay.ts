/**
 * A recorded search, at any moment. Nothing is replayed: the state of a node follows from its own
 * few events, so jumping anywhere is as fast as one step. A moment is the number of events so far.
 */

import { positionText } from "../game/notation";
import { play, turn, type Board, type Mark, type Rules } from "../game/rules";
import { hasMemory, type Event, type Head, type Leave, type Prune, type Step } from "./events";

export type Status = "unvisited" | "open" | "waiting" | "done" | "pruned";

/** A position that was looked at: one call of the search. */
export interface Visit {
  readonly id: number;
  readonly parent: number | null;
  readonly cell: number | null;
  readonly depth: number;
  readonly board: Board;
  readonly mover: Mark;
  /** Its window; absent if the search has none. */
  readonly window: Window | null;
  /** The indices of its events, the first one "enter". */
  readonly events: number[];
  /** Every move that was tried or pruned, in the order of the search. */
  readonly branches: Branch[];
  leave: Leave | null;
}

/** A move: to a node, or pruned. */
export interface Branch {
  readonly parent: number;
  readonly cell: number;
  readonly node: number | null;
  /** The event that entered or pruned it. */
  readonly at: number;
}

export interface Window {
  readonly alpha: number;
  readonly beta: number;
}

/** What is known about a node at a moment. */
export interface Known {
  readonly status: Status;
  /** The best so far, in the end the value; null before the first. */
  readonly value: number | null;
  /** Whether that value, so far, rests on no guess. */
  readonly proven: boolean;
  readonly how: Leave["how"] | null;
  readonly bound: Leave["bound"];
  readonly best: number | null;
  /** The current move. */
  readonly trying: number | null;
  readonly window: Window | null;
}

interface Counters {
  readonly calls: number;
  readonly ends: number;
  readonly pruned: number;
  /** With a memory, the calls that worked their position out, and those that looked it up. */
  readonly workedOut: number;
  readonly lookedUp: number;
}

export class Recording {
  readonly events: Event[] = [];
  readonly visits: Visit[] = [];
  /** The counters after each event. */
  readonly #counters: Counters[] = [];
  readonly #start: Board;

  constructor(
    readonly rules: Rules,
    readonly head: Head,
    events: Iterable<Event> = [],
  ) {
    const marks = [...head.position.replaceAll("/", "")];
    const board = marks.map((mark) => (mark === "X" || mark === "O" ? mark : null));
    // The search printed it, so it is not parsed like human input.
    if (marks.length !== rules.cells || positionText(rules.shape, board) !== head.position)
      throw new Error(`${head.position} is not a position of ${rules.rules}`);
    this.#start = board;
    for (const event of events) this.add(event);
  }

  get length(): number {
    return this.events.length;
  }

  add(event: Event): void {
    const index = this.events.push(event) - 1;
    this.#count(event);
    if (event.event === "done" || event.event === "stopped") return;
    if (event.event === "enter") {
      const { node, parent, cell, depth, alpha, beta } = event;
      const from = parent === null ? null : this.visits[parent]!;
      const board = from ? play(from.board, cell!) : this.#start;
      const window = alpha === undefined || beta === undefined ? null : readWindow(alpha, beta);
      const fixed = { id: node, parent, cell, depth, board, mover: turn(board), window };
      this.visits.push({ ...fixed, events: [], branches: [], leave: null });
      from?.branches.push({ parent: from.id, cell: cell!, node, at: index });
    }
    const visit = this.visits[event.node]!;
    visit.events.push(index);
    if (event.event === "prune") {
      const pruned = event.cells.map((cell) => ({ parent: visit.id, cell, node: null, at: index }));
      visit.branches.push(...pruned);
    } else if (event.event === "leave") visit.leave = event;
  }

  #count(event: Event) {
    const before = this.#counters.at(-1) ?? NOTHING;
    let { calls, ends, pruned, workedOut, lookedUp } = before;
    if (event.event === "enter") calls += 1;
    else if (event.event === "stopped") calls = event.calls;
    else if (event.event === "prune") pruned += event.cells.length;
    else if (event.event === "leave") {
      if (event.how === "end") ends += 1;
      if (event.how === "recalled") lookedUp += 1;
      else if (hasMemory(this.head.engine)) workedOut += 1;
    }
    this.#counters.push({ calls, ends, pruned, workedOut, lookedUp });
  }

  counters(moment: number): Counters {
    return this.#counters[moment - 1] ?? NOTHING;
  }

  /** How many positions have been entered. */
  entered(moment: number): number {
    let [low, high] = [0, this.visits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.visits[middle]!.events[0]! < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The event that has just happened. */
  last(moment: number): Event | null {
    return this.events[moment - 1] ?? null;
  }

  /** The node that the last event was about; null before the first and after the last. */
  running(moment: number): number | null {
    const event = this.last(moment);
    return event && "node" in event ? event.node : null;
  }

  status(id: number, moment: number): Status {
    const { events, leave } = this.visits[id]!;
    if (events[0]! >= moment) return "unvisited";
    if (leave && events.at(-1)! < moment) return "done";
    return id === this.#open(moment) ? "open" : "waiting";
  }

  /** The innermost running call. */
  #open(moment: number): number | null {
    const event = this.last(moment);
    if (!event || !("node" in event)) return null;
    return event.event === "leave" ? this.visits[event.node]!.parent : event.node;
  }

  branchStatus(branch: Branch, moment: number): Status {
    if (branch.node !== null) return this.status(branch.node, moment);
    return branch.at < moment ? "pruned" : "unvisited";
  }

  known(id: number, moment: number): Known {
    const visit = this.visits[id]!;
    const status = this.status(id, moment);
    const known = { ...BLANK, status, window: status === "unvisited" ? null : visit.window };
    for (const index of visit.events) {
      if (index >= moment) break;
      const event = this.events[index] as Step;
      if (event.event === "try") known.trying = event.cell;
      else if (event.event === "value") {
        known.value = event.value;
        known.best = event.best;
        known.proven = this.#reply(visit, event.best)?.leave?.proven ?? false;
      } else if (event.event === "window") known.window = readWindow(event.alpha, event.beta);
      else if (event.event === "leave") {
        const { value, proven, how, bound, best } = event;
        Object.assign(known, { value, proven, how, bound, best, trying: null });
      }
    }
    return known;
  }

  #reply(visit: Visit, cell: number): Visit | undefined {
    const branch = visit.branches.find((each) => each.cell === cell && each.node !== null);
    return this.visits[branch?.node ?? -1];
  }

  /** The branch whose edge is the best so far. */
  isBest(branch: Branch, moment: number): boolean {
    return branch.node !== null && this.bestCell(branch.parent, moment) === branch.cell;
  }

  bestCell(id: number, moment: number): number | null {
    const { events } = this.visits[id]!;
    for (let at = events.length - 1; at >= 0; at -= 1) {
      const event = this.events[events[at]!]!;
      if (events[at]! < moment && event.event === "value") return event.best;
    }
    return null;
  }

  /** From the root down to a node. */
  path(id: number | null): number[] {
    const up: number[] = [];
    for (; id !== null; id = this.visits[id]!.parent) up.push(id);
    return up.reverse();
  }

  /** The pruning of a move, with its reason, once it has happened. */
  prune(branch: Branch, moment: number): Prune | null {
    const event = this.events[branch.at];
    return event?.event === "prune" && branch.at < moment ? event : null;
  }

  // -- going somewhere ----------------------------------------------------------------------------

  /** The moment after the next event of a kind; the end if there is none. */
  next(moment: number, kind: Event["event"]): number {
    for (let index = moment; index < this.length; index += 1) {
      if (this.events[index]!.event === kind) return index + 1;
    }
    return this.length;
  }

  /** The moment at which the running call returns. */
  out(moment: number): number {
    const open = this.#open(moment);
    const visit = open === null ? null : this.visits[open]!;
    return visit?.leave ? visit.events.at(-1)! + 1 : this.length;
  }

  /** The last moment at which this many positions have been entered. */
  atEntry(entered: number): number {
    if (entered <= 0) return 0;
    return this.visits[entered]?.events[0] ?? this.length;
  }
}

const NOTHING: Counters = { calls: 0, ends: 0, pruned: 0, workedOut: 0, lookedUp: 0 };

const BLANK: { -readonly [Key in keyof Known]: Known[Key] } = {
  status: "unvisited",
  value: null,
  proven: false,
  how: null,
  bound: "exact",
  best: null,
  trying: null,
  window: null,
};

const readWindow = (alpha: number | null, beta: number | null): Window => ({
  alpha: alpha ?? -Infinity,
  beta: beta ?? Infinity,
});
