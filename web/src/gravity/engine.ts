/** Games in which stones fall without a server: asked by the page, answered by a worker. */

import { NoAnswer } from "../api/client";
import type { Analysis } from "../api/types";
import type { Board, Rules } from "../game/rules";
import { playedOf } from "./analysis";
import { takes } from "./rules";
import type { Answer, Task } from "./worker";

/** How many seconds a move may take, and what is told of a whole position. */
const MOVE = 2;
const POSITION = 8;

/** Where the policy of a proxy or the browser's own refuses WebAssembly, for one. */
const NO_SEARCH = "The server is away, and the search in the page does not run in this browser.";

interface Asked {
  told: (analysis: Analysis, last: boolean) => void;
  failed: (why: NoAnswer) => void;
}

const waiting = new Map<number, Asked>();
let worker: Worker | null = null;
let count = 0;

function start(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data: { id, analysis, last } }: MessageEvent<Answer>) => {
    waiting.get(id)?.told(analysis, last);
    if (last) waiting.delete(id);
  };
  made.onerror = () => {
    made.terminate();
    for (const { failed } of waiting.values()) failed(new NoAnswer(NO_SEARCH));
    waiting.clear();
    worker = null;
  };
  return made;
}

function ask(rules: Rules, board: Board, seconds: number, asked: Asked): void {
  worker ??= start();
  const id = (count += 1);
  waiting.set(id, asked);
  worker.postMessage({ id, rules, board, seconds } satisfies Task);
}

/**
 * What can be proved of a position at once, null for a game that is not taken. What is found out
 * in some seconds more is told when it is.
 */
export async function analyse(
  rules: Rules,
  board: Board,
  better: (analysis: Analysis) => void,
): Promise<Analysis | null> {
  if (!takes(rules)) return null;
  return new Promise((first, failed) => {
    const told = (analysis: Analysis) => {
      first(analysis);
      better(analysis);
    };
    ask(rules, board, POSITION, { told, failed });
  });
}

/** The best move that is known in time, and whether it is proved to be one; null likewise. */
export async function bestMove(rules: Rules, board: Board) {
  if (!takes(rules)) return null;
  const known = await new Promise<Analysis>((found, failed) => {
    const told = (analysis: Analysis, last: boolean) => {
      if (last) found(analysis);
    };
    ask(rules, board, MOVE, { told, failed });
  });
  return playedOf(known);
}
