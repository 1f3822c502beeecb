/** Spaced repetition: what was found comes back later each time, what was missed tomorrow. */

import type { Day } from "./daily";

/** Days until a card comes back, after it was found once, twice, and so on. */
export const PAUSES = [1, 3, 7, 16, 35] as const;

export interface Card {
  /** How many times in a row it was found. */
  readonly step: number;
  readonly due: Day;
}

export const fresh = (today: Day): Card => ({ step: 0, due: today });

/** The card after a try; null once it is known for good. */
export function tried({ step }: Card, found: boolean, today: Day): Card | null {
  if (!found) return { step: 0, due: today + PAUSES[0] };
  const pause = PAUSES[step];
  return pause === undefined ? null : { step: step + 1, due: today + pause };
}

/** The cards to show today, those that wait longest first. */
export const due = <Each extends Card>(cards: readonly Each[], today: Day): Each[] =>
  cards.filter((card) => card.due <= today).sort((one, two) => one.due - two.due);
