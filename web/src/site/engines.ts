/** The name of each engine on every page; commands and addresses use the library's names. */

import { LEVELS, type Engine, type Level } from "../../generated/names";
import { levelName } from "../game/levelNames";
import { t } from "./t";

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  ...(Object.fromEntries(LEVELS.map((level) => [level, levelName(level)])) as Record<
    Level,
    string
  >),
  random: t("random"),
  tactics: t("tactics"),
  "tactics-naive": t("tactics with a hole"),
  minimax: t("minimax"),
  "alphabeta-unordered": t("alpha-beta, unordered"),
  alphabeta: t("alpha-beta, ordered"),
  memoised: t("minimax, memory"),
  symmetric: t("memory, symmetry"),
  perfect: t("perfect"),
};

/** The same at the beginning of a line. */
export function engineTitle(engine: Engine): string {
  const name = ENGINE_NAMES[engine];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
