/** The page's words for a game of the atlas. */

import { gameWords } from "../proof/named";
import { t, tn } from "../site/t";
import { blocks, rulesOf, type Entry } from "./atlas";

/** "4 in a row on 9×4, O only blocks". */
export const gameTitle = (entry: Entry): string =>
  gameWords({ rules: rulesOf(entry), blocks: blocks(entry) });

const VALUES: Readonly<Record<string, string>> = {
  "X wins": t("X wins"),
  "O wins": t("O wins"),
  draw: t("A draw"),
  "X does not win": t("X does not win"),
  "X wins or draw": t("Open: X wins, or it is a draw"),
  "O wins or draw": t("Open: O wins, or it is a draw"),
  open: t("Not known"),
};

/** "X wins in 5 moves". */
export function valueWords({ value, plies }: Entry): string {
  const said = VALUES[value]!;
  return plies
    ? tn("{value} in {count} move", "{value} in {count} moves", { value: said, count: plies })
    : said;
}

/** A game and its value: what a screen reader says. */
export const saidOf = (entry: Entry): string => `${gameTitle(entry)}: ${VALUES[entry.value]}`;
