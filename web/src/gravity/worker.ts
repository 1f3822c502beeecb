/** Searches beside the page, so that the page stays responsive; it keeps its results. */

import bookUrl from "../../../src/noughts/solver/books/7,6,4-gravity.book?url";
import searchUrl from "../../generated/search.wasm?url";
import type { Board, Rules } from "../game/rules";
import type { Analysis } from "../api/types";
import { fetchFile, once } from "../site/file";
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

const bytes = async (address: string) => (await fetchFile(address)).arrayBuffer();
const loadSearch = once(async () => WebAssembly.compile(await bytes(searchUrl)));
const loadBook = once(async () => new Book(new Uint8Array(await bytes(bookUrl))));

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  waiting.push({ task: data, turn: FIRST_TURN });
  // The page hears of a failure, and does not wait forever.
  if (!busy) work().catch(reportError);
});

async function work(): Promise<void> {
  busy = true;
  // Without the opening book, the search begins at once.
  const [code, book] = await Promise.all([loadSearch(), loadBook().catch(() => null)]);
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
