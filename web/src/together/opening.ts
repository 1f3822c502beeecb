/** A swap2 opening between two seats: its words and components, loaded on demand. */

import { chooseWords, openingLink, placeWords, todo } from "../game/swap2";
import { YOU } from "../game/words";
import { t } from "../site/t";
import type { Seat, SharedGame } from "./api";
import { nameOf, within } from "./words";

export { canSwap2 } from "../game/swap2";
export { default as OpeningPanel } from "../ui/OpeningPanel.svelte";

const other = (seat: number): Seat => (seat === 0 ? 1 : 0);

/** Whose turn it is to do what; null if the usual words are enough. */
export function state(game: SharedGame, mine: Seat | null): string | null {
  const { opening, to_move, ply } = game;
  if (!opening || opening.taken || to_move == null) return null;
  const who = nameOf(game, to_move as Seat, mine);
  return todo(who === YOU ? null : who, opening.stones, ply);
}

/** What there is to do next, or how it was opened. */
export function told(game: SharedGame, mine: Seat | null): string {
  const { opening, to_move } = game;
  if (!opening) return "";
  const { opener, stones, taken, choosing } = opening;
  if (taken) {
    const seat = stones === 3 ? other(opener) : (opener as Seat);
    const values = { count: stones, name: within(game, seat, mine), side: taken };
    return seat === mine
      ? t("Opened by swap2: after {count} stones you took {side}.", values)
      : t("Opened by swap2: after {count} stones {name} took {side}.", values);
  }
  if (to_move == null) return t("The game ended in its opening: no side was taken.");
  if (!choosing) return placeWords(stones);
  if (to_move === mine) return chooseWords(stones);
  const who = nameOf(game, to_move as Seat, mine);
  if (stones === 5) return t("{name} takes O, which moves next, or X.", { name: who });
  const chooser = other(to_move);
  return chooser === mine
    ? t("{name} takes O, which moves next, or X; or places two more stones, and you choose.", {
        name: who,
      })
    : t("{name} takes O, which moves next, or X; or places two more stones, and {other} chooses.", {
        name: who,
        other: within(game, chooser, mine),
      });
}

/** The same in the panel, with what a player should know before a side is taken. */
export function panelWords(game: SharedGame, mine: Seat | null): string {
  const open = !game.opening?.taken && !game.end && mine !== null;
  const words = told(game, mine);
  return open ? t("{words} You can't take back stones of the opening.", { words }) : words;
}

/** Whether a choice was made between two states of a game. */
export const chosen = ({ opening: before }: SharedGame, { opening: now }: SharedGame): boolean =>
  before?.stones !== now?.stones || before?.taken !== now?.taken;

/** The first action of a joining player. */
export function invitation(game: SharedGame, seat: Seat): string | null {
  if (!game.opening) return null;
  const host = nameOf(game, other(seat), seat);
  return game.opening.opener === seat
    ? t(
        "It is opened by swap2: you place three stones, X, O and X. {host} then chooses a side, or places two more.",
        { host },
      )
    : t(
        "It is opened by swap2: {host} places three stones, X, O and X. You then choose a side, or place two more.",
        { host },
      );
}

/** The opening's part of the game's address. */
export const link = ({ opening }: SharedGame): string =>
  opening?.taken ? openingLink(opening.stones, opening.taken) : "";
