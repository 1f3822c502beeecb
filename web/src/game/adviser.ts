/** Who knows about positions: the table for 3×3, the server for everything else. */

import { fetchAnalysis, fetchMove, fetchRules } from "../api/client";
import type { Analysis } from "../api/types";
import { positionText } from "./notation";
import { CLASSIC, legal, type Board, type Rules } from "./rules";
import { loadTable, lookUp, perfectMove } from "./table";

export type Level = "easy" | "medium" | "hard";

export const isLocal = (rules: Rules): boolean => rules.rules === CLASSIC.rules;

export const findRules = async (name: string): Promise<Rules> =>
  name === CLASSIC.rules ? CLASSIC : fetchRules(name);

export async function analyse(rules: Rules, board: Board): Promise<Analysis> {
  if (isLocal(rules)) return lookUp(await loadTable(), board);
  return fetchAnalysis(rules.rules, positionText(rules.shape, board));
}

/** How often a level plays perfectly; the rest of its moves are random. */
const SKILL: Record<Level, number> = { easy: 0, medium: 0.5, hard: 1 };

/** The level's move, and whether it is known to be as good as any. */
export async function chooseMove(
  rules: Rules,
  board: Board,
  level: Level,
  dice: () => number = Math.random,
): Promise<{ cell: number; proven: boolean }> {
  if (!isLocal(rules)) return fetchMove(rules.rules, positionText(rules.shape, board), level);
  const cells = legal(rules, board);
  const perfect = dice() < SKILL[level];
  const cell = perfect
    ? perfectMove(await loadTable(), board)
    : cells[Math.floor(dice() * cells.length)]!;
  return { cell, proven: true };
}
