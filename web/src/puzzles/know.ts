/**
 * What is known of a puzzle's position: the table for 3×3; else the server, which tells most; where
 * it is away or slow, a search in the page for games with gravity. For others the packs have lines.
 */

import { fetchAnalysis } from "../api/client";
import type { Analysis } from "../api/types";
import { isLocal } from "../game/adviser";
import { positionText } from "../game/notation";
import type { Board, Rules } from "../game/rules";
import { loadTable, lookUp } from "../game/table";

/** Milliseconds after which the page's own answer will do. */
const PATIENCE = 2500;

/** The proved analysis of a position; null if nobody has one now. */
export async function know(rules: Rules, board: Board): Promise<Analysis | null> {
  if (isLocal(rules)) return lookUp(await loadTable(), board);
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const told = fetchAnalysis(rules.rules, positionText(rules.shape, board)).catch(() => null);
  const known = await Promise.race([told, late]);
  if (known?.value) return known;
  return searched(rules, board).catch(() => null);
}

async function searched(rules: Rules, board: Board): Promise<Analysis | null> {
  if (!rules.gravity) return null;
  const { analyse } = await import("../gravity/engine");
  const found = await analyse(rules, board, () => undefined);
  return found?.value ? found : null;
}
