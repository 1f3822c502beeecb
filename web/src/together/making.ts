/** Making games by link: from a form, or at once with what was played last. */

import { recall } from "../game/storage";
import { make, type NewGame } from "./api";
import { lastName, took } from "./seats";

/** The terms of the game that was played last on this device, as far as games by link have them. */
export async function lastTerms(): Promise<Partial<NewGame>> {
  const { rules, sides, length, opening } = recall().settings;
  return {
    rules,
    side: sides === "alternate" ? "lot" : sides,
    best_of: length > 1 ? length : null,
    swap2: opening === "swap2" && (await import("./opening")).canSwap2(rules),
    name: lastName(),
  };
}

/** Make a game, and take its first seat; returns the id that its link has. */
export async function makeGame(terms: Partial<NewGame>): Promise<string> {
  const held = await make(terms);
  took(held);
  return held.game.id;
}
