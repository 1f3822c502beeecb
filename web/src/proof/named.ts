/** What a game is called, by the text of its rules. */

import { cellName } from "../game/notation";
import { rulesWords } from "../game/words";
import { CELLS } from "./game";

/** "4 in a row on 9×4". */
export function gameWords(rules: string, blocks = false): string {
  const [numbers = "", ...flags] = rules.split(" ");
  const sides = numbers.split(",").map(Number);
  if (flags[0] === "lines") {
    const named = (line: string) =>
      Array.from(line, (name) => cellName(sides, CELLS.indexOf(name))).join("-");
    const words = flags.map((flag) => (/^(lines|misere)$/.test(flag) ? flag : named(flag)));
    return [numbers, ...words].join(" ");
  }
  const has = (flag: string) => flags.includes(flag);
  const [torus, exact, misere] = [has("torus"), has("exact"), has("misere")];
  const words = rulesWords({ k: sides.pop()!, shape: sides, torus, exact, misere });
  return blocks ? `${words}, O only blocks` : words;
}
