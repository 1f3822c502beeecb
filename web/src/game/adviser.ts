/** Who knows about positions: the table for 3×3, the server for everything else. */

import { fetchAnalysis, fetchMove, fetchRules } from "../api/client";
import { SKILL, type Level } from "../../generated/names";
import type { Analysis } from "../api/types";
import { EASIEST, HARDEST } from "./levels";
import { positionText } from "./notation";
import { CLASSIC, legal, type Board, type Rules } from "./rules";
import { loadTable, lookUp, perfectMove } from "./table";

export const isLocal = (rules: Rules): boolean => rules.rules === CLASSIC.rules;

export const findRules = async (name: string): Promise<Rules> =>
  name === CLASSIC.rules ? CLASSIC : fetchRules(name);

export async function analyse(rules: Rules, board: Board): Promise<Analysis> {
  if (isLocal(rules)) return lookUp(await loadTable(), board);
  return fetchAnalysis(rules.rules, positionText(rules.shape, board));
}

/** Where the level that adapts begins, and how far one game moves it. */
export const FIRST_SKILL = 0.4;
const STEP = 0.1;

/** How well to play after a game that the player won, drew or lost. */
export function adapt(skill: number, result: "won" | "drawn" | "lost"): number {
  const moved = skill + { won: STEP, drawn: 0, lost: -STEP }[result];
  return Math.round(Math.min(1, Math.max(0, moved)) * 10) / 10;
}

/** The move of a level, or of a skill between 0 and 1, and whether it is known to be no worse. */
export async function chooseMove(
  rules: Rules,
  board: Board,
  level: Level | number,
  dice: () => number = Math.random,
): Promise<{ cell: number; proven: boolean }> {
  const best = dice() < (typeof level === "number" ? level : SKILL[level]);
  if (!isLocal(rules)) {
    const asked = typeof level === "number" ? (best ? HARDEST : EASIEST) : level;
    return fetchMove(rules.rules, positionText(rules.shape, board), asked);
  }
  const cells = legal(rules, board);
  const cell = best
    ? perfectMove(await loadTable(), board)
    : cells[Math.floor(dice() * cells.length)]!;
  return { cell, proven: true };
}
