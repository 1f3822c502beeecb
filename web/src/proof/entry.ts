/** The list of the certificates that come with the page, as `/proofs.json` has it. */

import { NoAnswer } from "../api/client";

export interface Entry {
  readonly rules: string;
  /** The stones, where it is not the empty board that is shown. */
  readonly position?: string;
  /** Whether O's lines count for nothing. */
  readonly blocks?: boolean;
  readonly shows: readonly string[];
  readonly claims: number;
  readonly bytes: number;
  readonly digest: string;
  readonly address: string;
}

export async function fetchEntries(): Promise<readonly Entry[]> {
  const answer = await fetch("/proofs.json").catch(() => null);
  if (!answer?.ok) throw new NoAnswer("The list of proofs cannot be had: the server is away.");
  return (await answer.json()) as Entry[];
}

/** Where a proof is checked and played against. */
export const proofLink = ({ rules, blocks }: Pick<Entry, "rules" | "blocks">): string =>
  `/proof#rules=${rules.replaceAll(" ", "+")}${blocks ? "&blocks" : ""}`;

/** The proof that an address names; the first of them if it names none, null if there is none. */
export function linkedEntry(entries: readonly Entry[], hash: string): Entry | null {
  const fields = new URLSearchParams(hash.slice(1));
  const rules = fields.get("rules") ?? "9,4,4";
  const fits = (each: Entry) =>
    each.rules === rules && !each.position && Boolean(each.blocks) === fields.has("blocks");
  return entries.find(fits) ?? null;
}

/** What several statements say together: "a draw", "X wins". */
export function shownWords(shows: readonly string[]): string {
  const draw = ["X does not win", "O does not win"].every((each) => shows.includes(each));
  return draw ? "a draw" : shows.join(", ");
}
