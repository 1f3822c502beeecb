/** A match as the server plays it: its terms, its lines, its address. */

import type { components } from "../../generated/schema";
import rooms from "../../../src/noughts/web/rooms.json";
import { lines } from "../api/lines";
import { pickToRules, rulesToPick } from "../game/boards";
import { winsWords } from "../game/words";
import { gameLink, rulesField } from "../site/address";
import { t } from "../site/t";

type Schemas = components["schemas"];

export type Player = Schemas["Player"];
type Starts = Schemas["Starts"];
/** The players as requested. */
export type Standing = Schemas["Standing"] & { players: { player: Player }[] };
export type Pair = Schemas["Pair"];
export type Game = Schemas["MatchGame"];
export type Line = Schemas["MatchLine"] & { standing: Standing | null };

/** The terms of a match; the same terms give the same games. */
export interface Terms {
  players: Player[];
  rules: string;
  games: number;
  seed: number;
  starts: Starts;
  opening: number;
}

export const MOST_PLAYERS = 6;
export const MOST_GAMES = 1000;
export const MOST_OPENING = 20;

/** The players in the order in which they are offered, each in a few words. */
export const PLAYERS: Record<Player, string> = {
  easy: t("plays at random"),
  beginner: t("errs as people do"),
  casual: t("errs as people do"),
  medium: t("half perfect, half random"),
  steady: t("errs as people do"),
  sharp: t("errs as people do"),
  expert: t("errs as people do"),
  hard: t("always its best"),
  random: t("the same as easy"),
  tactics: t("eight rules, no search"),
  "tactics-naive": t("rules with a hole"),
  minimax: t("searches everything"),
  "alphabeta-unordered": t("skips what cannot matter"),
  alphabeta: t("tries good moves first"),
  memoised: t("remembers positions"),
  symmetric: t("and their mirror images"),
  perfect: t("the same as hard"),
};

const isPlayer = (name: string): name is Player => name in PLAYERS;

/** The searches of the whole tree, which only the smallest boards allow. */
const WHOLE_TREE: readonly Player[] = ["minimax", "memoised", "symmetric"];
const SMALL = 9;

export const fits = (player: Player, cells: number): boolean =>
  cells <= SMALL || !WHOLE_TREE.includes(player);

export const cellsOf = (rules: string): number =>
  rules
    .split(" ")[0]!
    .split(",")
    .slice(0, -1)
    .reduce((cells, side) => cells * Number(side), 1);

/** Play a match: its lines as they come. An aborted signal ends it on both sides. */
export const play = (terms: Terms, signal: AbortSignal): AsyncGenerator<Line> =>
  lines("match", { body: terms, signal }, t("The connection broke in the middle of the match."));

/** The moves of a game's record: its last line without the result. */
export const movesOf = (game: Game): string =>
  game.record
    .split("\n")
    .at(-1)!
    .replace(/ (X wins|O wins|draw)$/, "");

/** Who won a game that somebody lost: "X wins". */
export const resultOf = (game: Game): string => winsWords(/([XO]) wins$/.exec(game.record)![1]!);

export const gameAddress = (rules: string, game: Game): string =>
  `${rooms.play.address}${gameLink({ rules, moves: movesOf(game) })}`;

/** The terms as the end of the lab's address. */
export function writeTerms({ players, rules, games, seed, starts, opening }: Terms): string {
  const parts = [
    `players=${players.join(",")}`,
    rulesField(rules),
    `games=${games}`,
    `seed=${seed}`,
  ];
  if (starts !== "alternate") parts.push(`starts=${starts}`);
  if (opening) parts.push(`opening=${opening}`);
  return `#${parts.join("&")}`;
}

/** The terms in an address; what is missing or wrong in it is as in `usual`. */
export function readTerms(hash: string, usual: Terms): Terms {
  const fields = new URLSearchParams(hash.slice(1));
  const number = (name: "games" | "seed" | "opening", least: number, most: number) => {
    const text = fields.get(name);
    const value = Number(text);
    return text && Number.isInteger(value) && value >= least && value <= most ? value : usual[name];
  };
  const players = (fields.get("players") ?? "").split(",").filter(isPlayer);
  const starts = fields.get("starts");
  return {
    players: players.length >= 2 && players.length <= MOST_PLAYERS ? players : usual.players,
    rules: pickToRules(rulesToPick(fields.get("rules") ?? usual.rules)),
    games: number("games", 1, MOST_GAMES),
    seed: number("seed", 0, Number.MAX_SAFE_INTEGER),
    starts: starts === "first" || starts === "second" ? starts : usual.starts,
    opening: number("opening", 0, MOST_OPENING),
  };
}

/** The same match in a terminal; the limit is the server's for a move. */
export function command(terms: Terms, nodes: number | null): string {
  const { players, rules, games, seed, starts, opening } = terms;
  const parts = ["noughts match", ...players];
  if (rules !== "3,3,3") parts.push(`--rules "${rules}"`);
  if (games !== 100) parts.push(`--games ${games}`);
  parts.push(`--seed ${seed}`);
  if (starts !== "alternate") parts.push(`--starts ${starts}`);
  if (opening) parts.push(`--opening ${opening}`);
  if (nodes && cellsOf(rules) > SMALL) parts.push(`--nodes ${nodes}`);
  return parts.join(" ");
}
