/** A swap2 opening between two seats: its words and components, loaded on demand. */

import { chooseWords, openingLink, placeWords, todo } from "../game/swap2";
import type { Seat, SharedGame } from "./api";
import { nameOf, within } from "./words";

export { canSwap2 } from "../game/swap2";
export { default as OpeningChoice } from "../ui/OpeningChoice.svelte";
export { default as OpeningPanel } from "../ui/OpeningPanel.svelte";

const other = (seat: number): Seat => (seat === 0 ? 1 : 0);

/** Whose turn it is to do what; null if the usual words are enough. */
export function state(game: SharedGame, mine: Seat | null): string | null {
  const { opening, to_move, ply } = game;
  if (!opening || opening.taken || to_move == null) return null;
  const who = nameOf(game, to_move as Seat, mine);
  return todo(who === "You" ? null : who, opening.stones, ply);
}

/** What there is to do next, or how it was opened. */
export function told(game: SharedGame, mine: Seat | null): string {
  const { opening, to_move } = game;
  if (!opening) return "";
  const { opener, stones, taken, choosing } = opening;
  if (taken) {
    const who = within(game, stones === 3 ? other(opener) : (opener as Seat), mine);
    return `Opened by swap2: after ${stones} stones ${who} took ${taken}.`;
  }
  if (to_move == null) return "The game ended in its opening: no side was taken.";
  if (!choosing) return placeWords(stones);
  if (to_move === mine) return chooseWords(stones);
  const who = nameOf(game, to_move as Seat, mine);
  if (stones === 5) return `${who} takes O, which moves next, or X.`;
  const leaves = `leaves the choice to ${within(game, other(to_move), mine)}`;
  return `${who} takes O, which moves next, or X; or places two more stones and ${leaves}.`;
}

/** The same in the panel, with what a player should know before a side is taken. */
export function panelWords(game: SharedGame, mine: Seat | null): string {
  const open = !game.opening?.taken && !game.end && mine !== null;
  return told(game, mine) + (open ? " You can't take back stones of the opening." : "");
}

/** Whether a choice was made between two states of a game. */
export const chosen = ({ opening: before }: SharedGame, { opening: now }: SharedGame): boolean =>
  before?.stones !== now?.stones || before?.taken !== now?.taken;

/** The first action of a joining player. */
export function invitation(game: SharedGame, seat: Seat): string | null {
  if (!game.opening) return null;
  const host = nameOf(game, other(seat), seat);
  const what = "three stones, X, O and X";
  return game.opening.opener === seat
    ? `It is opened by swap2: you place ${what}; ${host} then chooses a side, or places two more.`
    : `It is opened by swap2: ${host} places ${what}; you then choose a side, or place two more.`;
}

/** The opening's part of the game's address. */
export const link = ({ opening }: SharedGame): string =>
  opening?.taken ? openingLink(opening.stones, opening.taken) : "";
