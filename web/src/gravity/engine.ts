/** Gravity games without a server: the page asks, a worker answers. */

import { NoAnswer } from "../api/client";
import type { Analysis } from "../api/types";
import type { Board, Rules } from "../game/rules";
import { playedOf } from "./analysis";
import { takes } from "./rules";
import type { Answer, Task } from "./worker";
import { t } from "../site/t";

/** How many seconds a move may take, and what is told of a whole position. */
const MOVE = 2;
const POSITION = 8;

/** For example if a proxy's policy or the browser refuses WebAssembly. */
const NO_SEARCH = t("You are offline, and the search in the page does not run in this browser.");

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
 * What can be proved about a position at once; null for an unsupported game. Later results are
 * reported when they are found.
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

/** The best move found in time, and whether it is proved best; null likewise. */
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
