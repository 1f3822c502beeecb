/** Searches beside the page, so that the page stays responsive; it keeps its results. */

import bookUrl from "../../../src/noughts/solver/books/7,6,4-gravity.book?url";
import searchUrl from "../../generated/search.wasm?url";
import type { Board, Rules } from "../game/rules";
import type { Analysis } from "../api/types";
import { analyse, isWhole } from "./analysis";
import { Book } from "./book";
import { GravitySolver } from "./solver";

/** A question; it may take at most `seconds`. */
export interface Task {
  readonly id: number;
  readonly rules: Rules;
  readonly board: Board;
  readonly seconds: number;
}

/** What is known so far; the last answer to a question is marked. */
export interface Answer {
  readonly id: number;
  readonly analysis: Analysis;
  readonly last: boolean;
}

/** A question gets turns, each twice as long: the winner is reported before the plies. */
const FIRST_TURN = 0.125;

const waiting: { task: Task; turn: number }[] = [];
let busy = false;
let solver: GravitySolver | undefined;
let shipped: Promise<Book | null> | undefined;
let compiled: Promise<WebAssembly.Module> | undefined;

/** The opening book of Noughts; without it the search begins at once. */
async function fetchBook(): Promise<Book | null> {
  try {
    const answer = await fetch(bookUrl);
    return answer.ok ? new Book(new Uint8Array(await answer.arrayBuffer())) : null;
  } catch {
    shipped = undefined;
    return null;
  }
}

/** The search; null if the browser refuses it. */
async function fetchSearch(): Promise<WebAssembly.Module> {
  const answer = await fetch(searchUrl);
  return WebAssembly.compile(await answer.arrayBuffer());
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  waiting.push({ task: data, turn: FIRST_TURN });
  // The page hears of a failure, and does not wait forever.
  if (!busy) work().catch(reportError);
});

async function work(): Promise<void> {
  busy = true;
  const [code, book] = await Promise.all([(compiled ??= fetchSearch()), (shipped ??= fetchBook())]);
  while (waiting.length > 0) {
    waiting.sort((a, b) => a.turn - b.turn);
    const { task, turn } = waiting.shift()!;
    const { id, rules, board } = task;
    if (solver?.rules.rules !== rules.rules)
      solver = new GravitySolver(code, rules, book?.rules === rules.rules ? book : null);
    const analysis = analyse(solver, board, turn);
    const last = isWhole(analysis) || 2 * turn >= task.seconds;
    postMessage({ id, analysis, last } satisfies Answer);
    if (!last) waiting.push({ task, turn: 2 * turn });
    // Lets new questions arrive.
    await new Promise((done) => setTimeout(done));
  }
  busy = false;
}
