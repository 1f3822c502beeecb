/** The name of a game, from its rules in a certificate. */

import { cellName } from "../game/notation";
import { gameName } from "../game/named";
import { t } from "../site/t";
import { CELLS } from "./game";

interface Named {
  readonly rules: string;
  /** The moves before its position. */
  readonly moves?: string | undefined;
  /** Whether O's lines do not count. */
  readonly blocks?: boolean | undefined;
}

/** "Connect Four", "4 in a row on 9×4"; written-out lines stay, with the board's names of their cells. */
export function gameWords({ rules, moves, blocks }: Named): string {
  const [numbers = "", ...flags] = rules.split(" ");
  if (flags[0] === "lines") {
    const sides = numbers.split(",").map(Number);
    const named = (line: string) =>
      Array.from(line, (name) => cellName(sides, CELLS.indexOf(name))).join("-");
    const words = flags.map((flag) => (/^(lines|misere)$/.test(flag) ? flag : named(flag)));
    return [numbers, ...words].join(" ");
  }
  const game = gameName(rules);
  if (moves) return t("{game}, after {moves}", { game, moves });
  return blocks ? t("{game}, O only blocks", { game }) : game;
}
