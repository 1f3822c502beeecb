/**
 * Who knows about positions: the table for 3×3, the server for everything else; where that is away
 * and stones fall, a search in the page. A move at random needs none of them.
 */

import { fetchAnalysis, fetchMove, ServerAway } from "../api/client";
import { SKILL, type Level } from "../../generated/names";
import type { Analysis } from "../api/types";
import { HARDEST } from "./levels";
import { place, positionText } from "./notation";
import { CLASSIC, legal, type Board, type Mark, type Rules } from "./rules";
import { loadTable, lookUp, perfectMove } from "./table";

/** The page's own search. */
const gravity = () => import("../gravity/engine");

export const isLocal = (rules: Rules): boolean => rules.rules === CLASSIC.rules;

/** What is known of a position; `better` is told what is found out later. */
export async function analyse(
  rules: Rules,
  board: Board,
  better: (analysis: Analysis) => void,
): Promise<Analysis> {
  if (isLocal(rules)) return lookUp(await loadTable(), board);
  return withoutServer(
    () => fetchAnalysis(rules.rules, positionText(rules.shape, board)),
    async () => (await gravity()).analyse(rules, board, better),
  );
}

/** Ask the server or, offline, the page itself, which may not know either. */
async function withoutServer<T>(ask: () => Promise<T>, page: () => Promise<T | null>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
    const found = await page();
    if (found === null)
      throw new ServerAway(
        "You are offline. 3×3 and Connect Four still work, and easy on every board.",
      );
    return found;
  }
}

/** The start of the adaptive level, and how far one game moves it. */
export const FIRST_SKILL = 0.4;
const STEP = 0.1;

/** How well to play after a game that the player won, drew or lost. */
export function adapt(skill: number, result: "won" | "drawn" | "lost"): number {
  const moved = skill + { won: STEP, drawn: 0, lost: -STEP }[result];
  return Math.round(Math.min(1, Math.max(0, moved)) * 10) / 10;
}

interface Move {
  cell: number;
  proven: boolean;
  /** In an opening: several stones, or a side. */
  cells?: number[];
  take?: Mark | null;
}

/** The move of a level, or of a skill between 0 and 1, and whether it is proved best. */
export async function chooseMove(
  rules: Rules,
  board: Board,
  level: Level | number,
  dice: () => number = Math.random,
): Promise<Move> {
  const best = dice() < (typeof level === "number" ? level : SKILL[level]);
  if (!best) {
    const cells = sensible(rules, board);
    return { cell: cells[Math.floor(dice() * cells.length)]!, proven: true };
  }
  if (isLocal(rules)) return { cell: perfectMove(await loadTable(), board), proven: true };
  return withoutServer<Move>(
    () => fetchMove(rules.rules, positionText(rules.shape, board), HARDEST),
    async () => (await gravity()).bestMove(rules, board),
  );
}

/** More cells, and a move at random is one near the stones, or near the middle of an empty board. */
const LARGE = 36;
/** Cells from a stone, at most. */
const NEAR = 2;

/** The moves that a level draws from when it plays at random, as `noughts.engines` does. */
export function sensible(rules: Rules, board: Board): number[] {
  const cells = legal(rules, board);
  if (rules.cells <= LARGE || rules.gravity) return cells;
  const at = (cell: number) => Object.values(place(rules.shape, cell));
  const stones = board.flatMap((mark, cell) => (mark ? [at(cell)] : []));
  if (!stones.length) stones.push([...rules.shape, 1].map((side) => Math.floor(side / 2)));
  const near = cells.filter((cell) =>
    stones.some((stone) => at(cell).every((one, axis) => Math.abs(one - stone[axis]!) <= NEAR)),
  );
  return near.length ? near : cells;
}
