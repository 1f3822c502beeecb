/** The atlas: the file that `noughts atlas` makes, read and put into charts. */

import file from "../../../src/noughts/atlas/atlas.csv?url";
import words from "../../../src/noughts/atlas/words.json";
import { NoAnswer } from "../api/client";
import { gameWords } from "../proof/named";
import { rulesField } from "../site/address";
import { fetchFile } from "../site/file";
import { sentences } from "../site/sentences";
import { t, tn } from "../site/t";

/** Where the whole file is. */
export const FILE = file;

export interface Entry {
  readonly chart: string;
  readonly game: string;
  readonly value: string;
  readonly plies: number | null;
  readonly source: string;
  readonly detail: string;
  readonly nodes: number;
  readonly published: string;
}

/** The kinds of game, and their titles. */
export const CHARTS = words.charts;
export type Chart = keyof typeof CHARTS;

/** What a cell shows, and the class of its look. A draw or a block is no one's win. */
export const LETTERS: Readonly<Record<string, readonly [letter: string, look: string]>> = {
  "X wins": ["X", "x"],
  "O wins": ["O", "o"],
  draw: ["=", "draw"],
  "X does not win": ["=", "draw"],
  "X wins or draw": ["X?", "open"],
  "O wins or draw": ["O?", "open"],
  open: ["?", "open"],
};

/** The rows of a file of comma-separated values; a field in quotation marks may have commas. */
export function rows(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/y;
  const found: string[][] = [];
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text)!;
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ",") continue;
    found.push(row);
    row = [];
  }
  return found;
}

export function read(text: string): Entry[] {
  return rows(text)
    .slice(1)
    .map(([chart, game, value, plies, source, detail, nodes, published]) => ({
      chart: chart!,
      game: game!,
      value: value!,
      plies: plies ? Number(plies) : null,
      source: source!,
      detail: detail!,
      nodes: Number(nodes),
      published: published!,
    }));
}

export async function fetchAtlas(): Promise<readonly Entry[]> {
  const answer = await fetchFile(FILE).catch(() => {
    throw new NoAnswer(t("The atlas could not be loaded: you are offline."));
  });
  return read(await answer.text());
}

/** The sides of a game's board, and k. */
export function numbers(game: string): { sides: number[]; k: number } {
  const all = game
    .split(/[^\d,]/)[0]!
    .split(",")
    .filter(Boolean)
    .map(Number);
  return { sides: all.slice(0, -1), k: all.at(-1)! };
}

/** A table: its rows and columns in order, and the game in each cell that has one. */
export interface Table {
  readonly down: readonly string[];
  readonly across: readonly string[];
  readonly cells: ReadonlyMap<string, Entry>;
}

export const place = (down: string, across: string): string => `${down} ${across}`;

/** A chart for one k: rows down, columns across. Boxes, for every k: boxes down, k across. */
export function table(entries: readonly Entry[], chart: Chart, k: number): Table {
  const down = new Set<string>();
  const across = new Set<number>();
  const cells = new Map<string, Entry>();
  for (const each of entries) {
    if (each.chart !== chart) continue;
    const { sides, k: own } = numbers(each.game);
    if (chart !== "box" && own !== k) continue;
    const [row, column] = chart === "box" ? [sides.join("×"), own] : [`${sides[1]}`, sides[0]!];
    down.add(row);
    across.add(column);
    cells.set(place(row, `${column}`), each);
  }
  const order = [...down];
  if (chart !== "box") order.sort((one, two) => Number(one) - Number(two));
  return { down: order, across: [...across].sort((a, b) => a - b).map(String), cells };
}

/** Every k of a chart. */
export function lengths(entries: readonly Entry[], chart: Chart): number[] {
  const all = entries.filter((each) => each.chart === chart).map(({ game }) => numbers(game).k);
  return [...new Set(all)].sort((one, two) => one - two);
}

export const decided = ({ value }: Entry): boolean => LETTERS[value]?.[1] !== "open";

/** Why the value is right, or what was tried: as `reason` of `noughts.atlas`. */
export function reason(entry: Entry): string {
  const [name = "", premise = ""] = entry.detail.split(/ (.*)/);
  const { reasons, theorems } = words;
  const kind = entry.value === "open" ? "open" : decided(entry) ? entry.source : "bound";
  const parts: string[] = kind === "theorem" ? [] : [reasons[kind as keyof typeof reasons]];
  if (entry.source === "theorem") {
    const known = premise ? [reasons.premise] : [];
    parts.unshift(theorems[name as keyof typeof theorems].says, ...known);
  }
  if (kind === "certificate" && entry.plies !== null) parts.push(reasons.plies);
  if (words.searched.includes(kind) && entry.nodes > 0) parts.push(reasons.searched);
  return t(sentences(parts), { detail: entry.detail, premise, nodes: entry.nodes });
}

const BLOCKS = ", O only blocks";

/** Whether O only blocks. */
export const blocks = ({ chart, game }: Entry): boolean =>
  chart === "maker-breaker" || game.endsWith(BLOCKS);

export const rulesOf = ({ game }: Entry): string => game.replace(BLOCKS, "");

/** Where an entry is shown. */
export const atlasLink = (entry: Entry): string =>
  `#${rulesField(rulesOf(entry))}${blocks(entry) ? "&blocks" : ""}`;

/** The entry in an address; null if it names none. */
export function linked(entries: readonly Entry[], hash: string): Entry | null {
  const fields = new URLSearchParams(hash.slice(1));
  const rules = fields.get("rules");
  const fits = (each: Entry) => rulesOf(each) === rules && blocks(each) === fields.has("blocks");
  return entries.find(fits) ?? null;
}

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
