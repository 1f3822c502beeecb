/**
 * The searches, step by step: the twin of `noughts.trace`, for positions small enough to search in
 * the page: the textbook searches, with a `yield` for every event.
 */

import { positionText } from "../game/notation";
import { legal, marksOf, outcome, play, turn, type Board, type Rules } from "../game/rules";
import {
  hasMemory,
  type Enter,
  type Event,
  type Head,
  type Leave,
  type SearchName,
  type Step,
} from "./events";
import { guess } from "./guess";
import { Recording } from "./replay";
import { likeness, symmetries } from "./symmetry";

export interface Options {
  /** Whether a faster win is worth more; searches with a memory always prefer it. */
  depthAware?: boolean;
  /** The plies to search before estimating; null searches to the end. */
  depth?: number | null;
  /** The most calls. */
  limit?: number;
}

const MOST_CALLS = 20_000;

interface Call {
  node: number;
  parent: number | null;
  cell: number | null;
  board: Board;
  depth: number;
  alpha: number;
  beta: number;
}

interface Found {
  value: number;
  proven: boolean;
  /** The move that gave the value; null unless the position was searched. */
  best: number | null;
}

type Walk = Generator<Step, Found>;

class LimitReached extends Error {}

/** Search an unfinished position; the last event is "done" or "stopped". */
export function* search(
  rules: Rules,
  board: Board,
  name: SearchName,
  options: Options = {},
): Generator<Event> {
  const run = new Run(rules, name, options);
  try {
    const { value, proven, best } = yield* run.start(board);
    const { calls, ends, pruned, memory } = run;
    const remembered = memory.size;
    yield { event: "done", value, proven, best: best!, calls, ends, pruned, remembered };
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    yield { event: "stopped", calls: run.calls };
  }
}

/** What to search, and how. */
export interface Order {
  readonly rules: Rules;
  readonly board: Board;
  readonly engine: SearchName;
  readonly depth: number | null;
  readonly depthAware: boolean;
}

/** A whole search, recorded in the page. */
export function recordHere({ rules, board, engine, depth, depthAware }: Order): Recording {
  const head: Head = {
    ...{ event: "search", rules: rules.rules, position: positionText(rules.shape, board) },
    ...{ turn: turn(board), engine, depth_aware: depthAware, depth, limit: MOST_CALLS },
  };
  return new Recording(rules, head, search(rules, board, engine, { depth, depthAware }));
}

class Run {
  calls = 0;
  ends = 0;
  pruned = 0;
  readonly memory = new Map<string, Found>();
  readonly #rules: Rules;
  readonly #name: SearchName;
  readonly #prunes: boolean;
  readonly #depthAware: boolean;
  readonly #depth: number;
  readonly #limit: number;
  readonly #order: readonly number[];
  #entered = 0;

  constructor(rules: Rules, name: SearchName, options: Options) {
    this.#rules = rules;
    this.#name = name;
    this.#prunes = name.startsWith("alphabeta");
    this.#depthAware = (options.depthAware ?? true) || hasMemory(name);
    this.#depth = options.depth ?? Infinity;
    this.#limit = options.limit ?? MOST_CALLS;
    this.#order = name === "alphabeta" ? byLines(rules) : [];
  }

  start(board: Board): Walk {
    const first = { parent: null, cell: null, depth: 0, alpha: -Infinity, beta: Infinity };
    return this.#walk({ ...first, board, node: this.#entered++ });
  }

  /** One call; a search with a memory first looks there. */
  *#walk(call: Call): Walk {
    const { board, alpha, beta, depth } = call;
    yield { ...enter(call), ...(this.#prunes && { alpha: bounded(alpha), beta: bounded(beta) }) };
    this.#count();
    const key = this.#key(board);
    const known = this.memory.get(key);
    if (known) return yield* leave(call, { ...known, best: null }, "recalled");

    const end = this.#end(board, depth);
    const found = end?.found ?? (yield* this.#best({ ...call }));
    if (key) this.memory.set(key, found);
    return yield* leave(call, found, end?.how ?? "searched");
  }

  /** What the memory calls a position; nothing without a memory. */
  #key(board: Board): string {
    if (!hasMemory(this.#name)) return "";
    if (this.#name === "symmetric") return likeness(symmetries(this.#rules), board);
    return marksOf(board);
  }

  /** Try the moves; the first of the best ones counts. Alpha-beta narrows its window. */
  *#best(call: Call): Walk {
    const { node, board } = call;
    const maximising = turn(board) === "X";
    const moves = this.#moves(board);
    let best: Found | null = null;
    let proven = true;
    for (const [index, cell] of moves.entries()) {
      yield { event: "try", node, cell };
      const found = yield* this.#walk(this.#child(call, cell));
      proven &&= found.proven;
      if (best === null || (maximising ? found.value > best.value : found.value < best.value)) {
        best = { ...found, best: cell };
        yield { event: "value", node, value: best.value, best: cell };
      }
      if (!this.#prunes) continue;
      if (maximising ? best.value > call.alpha : best.value < call.beta) {
        call[maximising ? "alpha" : "beta"] = best.value;
        yield { event: "window", node, alpha: bounded(call.alpha), beta: bounded(call.beta) };
      }
      const rest = moves.slice(index + 1);
      if (call.alpha >= call.beta && rest.length > 0) {
        this.pruned += rest.length;
        const elsewhere = maximising ? call.beta : call.alpha;
        const at = { node, cells: rest, turn: turn(board), elsewhere, here: best.value };
        yield { event: "prune", ...at };
        break; // the other side has something better elsewhere
      }
    }
    return settled(board, best!, proven);
  }

  #moves(board: Board): readonly number[] {
    const moves = legal(this.#rules, board);
    return this.#name === "alphabeta" ? this.#order.filter((cell) => moves.includes(cell)) : moves;
  }

  #child(call: Call, cell: number): Call {
    const { node: parent, depth, board } = call;
    const node = this.#entered++;
    return { ...call, node, parent, cell, depth: depth + 1, board: play(board, cell) };
  }

  /** A finished game has its value; at the depth limit there is only an estimate. */
  #end(board: Board, depth: number): { found: Found; how: Leave["how"] } | null {
    const over = outcome(this.#rules, board);
    if (over) {
      this.ends += 1;
      const size = this.#depthAware ? this.#rules.cells + 1 - depth : 1;
      const value = over.winner === null ? 0 : over.winner === "X" ? size : -size;
      return { found: { value, proven: true, best: null }, how: "end" };
    }
    if (depth < this.#depth) return null;
    return {
      found: { value: guess(this.#rules, board), proven: false, best: null },
      how: "guess",
    };
  }

  #count() {
    if (this.calls >= this.#limit) throw new LimitReached();
    this.calls += 1;
  }
}

/** A value is proved if everything below it is, or if one reply proves a win. */
function settled(board: Board, best: Found, all: boolean): Found {
  const wins = turn(board) === "X" ? best.value >= 1 : best.value <= -1;
  return { ...best, proven: all || (best.proven && wins) };
}

const bounded = (value: number) => (Number.isFinite(value) ? value : null);

const enter = ({ node, parent, cell, depth }: Call): Enter => ({
  event: "enter",
  node,
  parent,
  cell,
  depth,
});

const OPEN = { alpha: -Infinity, beta: Infinity };

function* leave(call: Call, found: Found, how: Leave["how"]): Walk {
  const { value, proven, best } = found;
  // The window did not cut short a position that was not searched.
  const { alpha, beta } = how === "searched" ? call : OPEN;
  const bound = value <= alpha ? "upper" : value >= beta ? "lower" : "exact";
  yield { event: "leave", node: call.node, value, proven, how, bound, best };
  return found;
}

/** The cells on most lines first; among equals, those nearer to the middle. */
export function byLines({ cells, shape, lines }: Rules): number[] {
  const through = Array.from(
    { length: cells },
    (_, cell) => lines.filter((line) => line.includes(cell)).length,
  );
  const fromMiddle = (cell: number) => {
    let distance = 0;
    for (const side of shape) {
      distance += (2 * (cell % side) - side + 1) ** 2;
      cell = Math.floor(cell / side);
    }
    return distance;
  };
  return Array.from({ length: cells }, (_, cell) => cell).sort(
    (a, b) => through[b]! - through[a]! || fromMiddle(a) - fromMiddle(b) || a - b,
  );
}
