/** All that this device keeps of games and puzzles, as a file to move to another device. */

import { merge as mergeGames, played } from "../game/history";
import { change, mend, MOST_CARDS, MOST_SEEN, recall, same } from "../puzzles/memory";
import { entries } from "../site/shared";
import { t } from "../site/t";
import { save } from "./save";

const FORMAT = "device 1";
/** In characters; 500 games and the puzzles of years have about half. */
const LONGEST = 2_000_000;

export const backup = (): string =>
  JSON.stringify({ noughts: FORMAT, games: played(), puzzles: recall() }, null, 1);

export const saveBackup = (): void => save(backup(), "application/json", "noughts.json");

/** Take over a file of another device; this one's own knowledge stays. Returns what it did. */
export async function restore(file: Blob): Promise<string> {
  if (file.size > LONGEST) return t("This file is too large: at most 2 MB.");
  let kept: unknown;
  try {
    kept = JSON.parse(await file.text());
  } catch {
    return t("This file isn't JSON.");
  }
  const { noughts, games, puzzles } = Object.fromEntries(entries(kept));
  if (noughts !== FORMAT) return t("Noughts didn't save this file.");
  const before = [played().length, recall().cards.length, Object.keys(recall().days).length];
  mergeGames(games);
  mergePuzzles(puzzles);
  const after = [played().length, recall().cards.length, Object.keys(recall().days).length];
  const [more, cards, days] = after.map((count, at) => count - before[at]!);
  return t("Added: games {more}, own mistakes {cards}, days of puzzles {days}.", {
    more: more!,
    cards: cards!,
    days: days!,
  });
}

/** Take over what another device has kept; what this one knows stays. */
function mergePuzzles(kept: unknown): void {
  const other = mend(kept);
  change((own) => ({
    rating: own.seen.length ? own.rating : other.rating,
    days: mend({ days: { ...other.days, ...own.days } }).days,
    seen: [...new Set([...other.seen, ...own.seen])].slice(-MOST_SEEN),
    cards: [
      ...other.cards.filter((each) => !own.cards.some((card) => same(card, each))),
      ...own.cards,
    ].slice(-MOST_CARDS),
    looked: Math.max(own.looked, other.looked),
  }));
}
