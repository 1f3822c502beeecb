/** Searches as addresses: a game's own link (`rules`, `position`, `moves`) and how to search it. */

import { positionLink, positions, readLink } from "../game/link";
import type { Board, Rules } from "../game/rules";
import { here } from "../game/tree";
import { t } from "../site/t";
import { hasMemory, isSearch, type SearchName } from "./events";

export interface Wanted {
  readonly board: Board;
  readonly engine: SearchName;
  readonly depth: number | null;
  readonly depthAware: boolean;
  /** A second search to compare with. */
  readonly second: SearchName | null;
  /** Whether the picture draws rotations and mirror images of a reply once. */
  readonly merged: boolean;
}

/** What is wrong with a link, in words for the reader. */
export class BadLink extends Error {}

export function writeLink(rules: Rules, wanted: Wanted): string {
  const { board, engine, depth, depthAware, second, merged } = wanted;
  const parts = [positionLink(rules, board), `search=${engine}`];
  if (depth !== null) parts.push(`depth=${depth}`);
  if (!depthAware) parts.push("wins=equal");
  if (second) parts.push(`with=${second}`);
  if (merged) parts.push("mirrors=once");
  return parts.join("&");
}

/** The settings of a link, with defaults from `otherwise`. */
export async function readWanted(rules: Rules, hash: string, otherwise: Wanted): Promise<Wanted> {
  const fields = new URLSearchParams(hash.slice(1));
  const board = await readBoard(rules, fields, hash, otherwise.board);
  const engine = fields.get("search") ?? firstSearch(rules, board, otherwise);
  const second = fields.get("with");
  if (!isSearch(engine)) throw unknown(engine);
  if (second !== null && !isSearch(second)) throw unknown(second);
  const text = fields.get("depth");
  const depth = text === null ? otherwise.depth : Number(text);
  if (depth !== null && !(Number.isInteger(depth) && depth >= 1)) {
    throw new BadLink(
      t("A depth of {depth} looks at nothing: take 1 or more, or leave it out.", { depth: text! }),
    );
  }
  const depthAware = fields.get("wins") !== "equal" || hasMemory(engine);
  const merged = fields.has("mirrors") || (!fields.has("search") && engine === "symmetric");
  return { board, engine, depth, depthAware, second, merged };
}

const unknown = (search: string) =>
  new BadLink(t("The search {search} does not exist.", { search }));

/** The search that a link without one begins with: it should come to its end. */
const firstSearch = ({ cells }: Rules, board: Board, { engine, depth }: Wanted): SearchName =>
  depth === null && cells <= 9 && board.filter((mark) => mark === null).length > 7
    ? "symmetric"
    : engine;

async function readBoard(
  rules: Rules,
  fields: URLSearchParams,
  hash: string,
  otherwise: Board,
): Promise<Board> {
  if (!fields.has("position") && !fields.has("moves")) return otherwise;
  const position = fields.get("position");
  // Impossible marks are shown, with what is wrong with them.
  const loose = position !== null && !fields.has("moves");
  const game = loose ? null : await readLink(rules, hash);
  const board = loose ? (await positions()).readMarks(rules, position) : game && here(game).board;
  if (!board) {
    throw new BadLink(
      t("This link has no position on {board}: rows of X, O and dots, joined by slashes.", {
        board: rules.shape.join("×"),
      }),
    );
  }
  return board;
}
