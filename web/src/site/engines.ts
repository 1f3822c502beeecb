/** The name of each engine on every page; commands and addresses use the library's names. */

import { t } from "./t";
import { LEVELS, type Engine, type Level } from "../../generated/names";

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  ...(Object.fromEntries(LEVELS.map((level) => [level, level])) as Record<Level, string>),
  random: "random",
  tactics: "tactics",
  "tactics-naive": "tactics with a hole",
  minimax: t("minimax"),
  "alphabeta-unordered": t("alpha-beta, unordered"),
  alphabeta: t("alpha-beta, ordered"),
  memoised: t("minimax, memory"),
  symmetric: t("memory, symmetry"),
  perfect: "perfect",
};

/** The same at the beginning of a line. */
export function engineTitle(engine: Engine): string {
  const name = ENGINE_NAMES[engine];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
