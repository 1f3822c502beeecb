/**
 * Who knows about positions: the table for 3×3, the server for everything else; where that is away
 * and stones fall, a search in the page. A move at random needs none of them.
 */

import { fetchAnalysis, fetchMove, ServerAway } from "../api/client";
import { SIGHT, SKILL, type Level } from "../../generated/names";
import type { Analysis } from "../api/types";
import { HARDEST } from "./levels";
import { positionText } from "./notation";
import { CLASSIC, type Board, type Mark, type Rules } from "./rules";
import { sensible } from "./sensible";
import { loadTable, lookUp, perfectMove } from "./table";
import { t } from "../site/t";

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
        t("You are offline. 3×3 and Connect Four still work, and easy on every board."),
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
  const sight = typeof level === "number" ? undefined : SIGHT[level];
  if (sight !== undefined) {
    const { chooseAsPerson } = await import("./person");
    const cell = chooseAsPerson(rules, board, sight, dice);
    if (cell !== null) return { cell, proven: true };
  } else if (dice() >= (typeof level === "number" ? level : SKILL[level]!)) {
    const cells = sensible(rules, board);
    return { cell: cells[Math.floor(dice() * cells.length)]!, proven: true };
  }
  if (isLocal(rules)) return { cell: perfectMove(await loadTable(), board), proven: true };
  return withoutServer<Move>(
    () => fetchMove(rules.rules, positionText(rules.shape, board), HARDEST),
    async () => (await gravity()).bestMove(rules, board),
  );
}
