/** One of the page's certificates: its address, and what it shows. */

import rooms from "../../../src/noughts/web/rooms.json";
import { rulesField } from "../site/address";
import { t } from "../site/t";

export interface Entry {
  readonly rules: string;
  /** The moves before its position, if it does not start from the empty board. */
  readonly moves?: string;
  /** Whether O's lines do not count. */
  readonly blocks?: boolean;
  readonly shows: readonly string[];
  readonly claims: number;
  readonly bytes: number;
  readonly digest: string;
  readonly address: string;
}

/** Where a proof is checked and played against. */
export const proofLink = ({
  rules,
  moves,
  blocks,
}: Pick<Entry, "rules" | "moves" | "blocks">): string =>
  `${rooms.proof.address}#${rulesField(rules)}${moves ? `&moves=${moves}` : ""}${blocks ? "&blocks" : ""}`;

/** The proof in an address; by default the first one, null if there is none. */
export function linkedEntry(entries: readonly Entry[], hash: string): Entry | null {
  const fields = new URLSearchParams(hash.slice(1));
  const rules = fields.get("rules") ?? "9,4,4";
  const fits = (each: Entry) =>
    each.rules === rules &&
    each.moves === (fields.get("moves") ?? undefined) &&
    Boolean(each.blocks) === fields.has("blocks");
  return entries.find(fits) ?? null;
}

const STATEMENTS: Readonly<Record<string, string>> = {
  "X wins": t("X wins"),
  "O wins": t("O wins"),
  "X does not win": t("X does not win"),
  "O does not win": t("O does not win"),
};

/** What several statements mean together: "a draw", "X wins". */
export function shownWords(shows: readonly string[]): string {
  const draw = ["X does not win", "O does not win"].every((each) => shows.includes(each));
  return draw ? t("a draw") : shows.map((each) => STATEMENTS[each] ?? each).join(", ");
}
