/**
 * The swap2 opening. The first player places three stones: X, O and X. The second player then plays
 * on as O, takes X, or places two more stones, O and X, and lets the first player choose a side.
 */

import { ask } from "../api/client";
import type { Swap2 } from "../api/types";
import type { Level } from "../../generated/names";
import { EASIEST, HARDEST } from "./levels";
import { positionText } from "./notation";
import { other, turn, type Board, type Mark, type Rules } from "./rules";
import type { Opening, Round, Settings } from "./storage";
import type { Node } from "./tree";
import { t } from "../site/t";

/** Whether a game can have a swap2 opening: five in a row on a large board. */
export const canSwap2 = (rules: string): boolean => {
  const [, columns, rows] = /^(\d+),(\d+),5( exact)?( caro)?$/.exec(rules) ?? [];
  return Number(columns) >= 15 && Number(rows) >= 15;
};

type At = Pick<Node, "ply" | "board">;

/** What the opening adds to a game's first round; nothing without an opening. */
export const begin = ({ opening }: Settings, { rules }: Rules): Pick<Round, "opening"> =>
  opening === "swap2" && canSwap2(rules)
    ? { opening: { until: 3, settled: false, swapped: false } }
    : {};

/** Whether nobody has a side yet. */
const isOpen = ({ settled, until }: Opening, { ply }: At): boolean => !settled && ply <= until;

/** The current mark of the player who places a stone at a node, or chooses. */
export function actor({ opening }: Round, node: At): Mark {
  if (!opening || (node.ply >= opening.until && !isOpen(opening, node))) return turn(node.board);
  const opener = node.ply < 3 || node.ply === 5;
  return opener === opening.swapped ? "O" : "X";
}

/** The state of the opening at a node: whether to choose a side, and what to do. */
export function open(round: Round, node: At): { choosing: boolean; words: string } | null {
  const { opening, first, opponent } = round;
  if (!opening || !isOpen(opening, node)) return null;
  const choosing = node.ply === opening.until;
  const who = actor(round, node) === first ? t("Player 1") : t("Player 2");
  return { choosing, words: todo(opponent === "computer" ? null : who, opening.until, node.ply) };
}

/** What to do after this many stones, and by whom; null means the reader. */
export function todo(who: string | null, until: number, ply: number): string {
  if (ply === until) return who ? t("{who} chooses a side", { who }) : t("Choose your side");
  const [from, of] = until === 3 ? [0, 3] : [3, 2];
  const stone = { mark: ply % 2 ? "O" : "X", number: ply - from + 1, of };
  return who
    ? t("{who} places {mark}, stone {number} of {of}", { who, ...stone })
    : t("Place {mark}, stone {number} of {of}", stone);
}

/** What is placed until a side is chosen. */
export const placeWords = (until: number): string =>
  until === 3
    ? t(
        "Place three stones, X, O and X, so that neither side is better. The other player then chooses a side.",
      )
    : t("Place two more stones, O and X. Then the other player chooses a side.");

/** What to choose from after this many stones. */
export const chooseWords = (until: number): string =>
  until === 3
    ? t("O moves next. Take a side, or place O and X and let the other player choose.")
    : t("O moves next. Take a side.");

/** The round after another stone at a node; one of the first stones reopens the choice. */
export function placing(round: Round, { ply }: At): Round {
  const { opening, first } = round;
  if (!opening || ply >= opening.until) return round;
  return {
    ...round,
    first: opening.swapped ? other(first) : first,
    opening: { until: ply < 3 ? 3 : opening.until, settled: false, swapped: false },
  };
}

/** The round after the choice of a side at a node; null places two more stones, or undoes that. */
export function taken(round: Round, node: At, mark: Mark | null): Round {
  const { opening, first } = round;
  if (!opening) return round;
  const open = { settled: false, swapped: false };
  if (!mark) return { ...round, opening: { ...open, until: opening.until === 5 ? 3 : 5 } };
  const swapped = mark !== actor(round, node);
  return {
    ...round,
    first: swapped ? other(first) : first,
    opening: { ...opening, settled: true, swapped },
  };
}

/** The last choice or the sides, in words; for a game from elsewhere, who took a side. */
export function sides({ opponent, first, opening }: Round): string {
  if (opponent === "nobody" && opening) {
    const { until } = opening;
    const taken = { count: until, side: side(opening) };
    return until === 3
      ? t("Opened by swap2: after {count} stones the second player took {side}.", taken)
      : t("Opened by swap2: after {count} stones the first player took {side}.", taken);
  }
  if (opening && !opening.settled) {
    return opening.until === 5
      ? t("Two more stones are placed.")
      : t("A side is chosen after all.");
  }
  const marks = { first, other: other(first) };
  return opponent === "computer"
    ? t("The sides are chosen: you are {first}, the computer is {other}.", marks)
    : t("The sides are chosen: player 1 is {first}, player 2 is {other}.", marks);
}

// -- as records and links have it -----------------------------------------------------------------

/** The side that was taken. */
const side = ({ until, swapped }: Opening): Mark => ((until === 3) === swapped ? "X" : "O");

/** How a game was opened: the stones before the choice, and the side taken. */
const text = (stones: number, mark: string) => `swap2, ${stones} stones, ${mark} taken`;

export const openingText = (opening: Opening): string => text(opening.until, side(opening));

/** The same, read. */
export function readOpening(words: string | null | undefined): Opening | undefined {
  const said = /^swap2, ([35]) stones, ([XO]) taken$/.exec(words ?? "");
  if (!said) return undefined;
  const until = said[1] === "3" ? 3 : 5;
  return { until, settled: true, swapped: (until === 3) === (said[2] === "X") };
}

/** How the game in an address was opened, if it says so. */
export const linkedOpening = (hash: string): Opening | undefined =>
  readOpening(new URLSearchParams(hash.slice(1)).get("opening"));

/** What it adds to the address of its game. */
export const openingLink = (stones: number, mark: string): string =>
  `&opening=${text(stones, mark).replaceAll(" ", "+")}`;

/** The opening's part of a round's address; nothing before a side is taken. */
export const linked = ({ opening }: Round): string =>
  opening?.settled ? openingLink(opening.until, side(opening)) : "";

// -- the computer ---------------------------------------------------------------------------------

interface Chosen {
  cell: number;
  cells: number[];
  take: Mark | null;
  proven: boolean;
}

/** What the computer does: three stones, or the side that it takes. */
export async function choose(
  rules: Rules,
  board: Board,
  level: Level | number,
  dice: () => number = Math.random,
): Promise<Chosen> {
  const body = {
    rules: rules.rules,
    position: positionText(rules.shape, board),
    level: typeof level === "string" ? level : dice() < level ? HARDEST : EASIEST,
    seed: Math.floor(dice() * 2 ** 31),
  };
  const { cells, take, proven } = await ask<Swap2>("swap2", { body });
  return { cell: cells[0] ?? -1, cells, take: take as Mark | null, proven };
}
