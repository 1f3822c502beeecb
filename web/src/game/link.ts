/**
 * Games as addresses. `#rules=3,3,3&moves=b2-a1-(c1-a2)-c3&at=2` is a game with a branch: the moves
 * in parentheses are another way to play the move before them. If a side was chosen in an opening,
 * `&opening=` has it as in a record (`swap2.ts`).
 */

import { rulesField } from "../site/address";
import { cellName, parseMove, positionText } from "./notation";
import { emptyBoard, legal, type Board, type Rules } from "./rules";
import { goTo, grow, here, line, plant, replies, type Node, type Tree } from "./tree";

function writeMoves(tree: Tree, node: Node = tree.nodes[0]!): string[] {
  const all = replies(tree, node);
  const main = all.find((each) => each.id === tree.next.get(node.id));
  if (!main) return [];
  const name = (each: Node) => cellName(tree.rules.shape, each.cell);
  const branches = all
    .filter((each) => each !== main)
    .flatMap((each) => ["(", name(each), ...writeMoves(tree, each), ")"]);
  return [name(main), ...branches, ...writeMoves(tree, main)];
}

/** The tree of such moves, or null if one of them cannot be played. */
function readMoves(tree: Tree, text: string): Tree | null {
  const left: number[] = [];
  for (const token of text.match(/[()]|[^\s()-]+/g) ?? []) {
    if (token === "(") {
      left.push(tree.at);
      tree = { ...tree, at: Math.max(0, here(tree).parent) };
    } else if (token === ")") {
      const back = left.pop();
      if (back === undefined) return null;
      tree = goTo(tree, back);
    } else {
      const { board } = here(tree);
      const cell = parseMove(tree.rules, board, token);
      if (cell === null || !legal(tree.rules, board).includes(cell)) return null;
      tree = grow(tree, cell);
    }
  }
  return left.length === 0 ? tree : null;
}

/** A position as an address, for the game's page and the others. */
export const positionLink = (rules: Rules, board: Board): string =>
  `#${rulesField(rules.rules)}&position=${positionText(rules.shape, board)}`;

export function writeLink(tree: Tree): string {
  const { rules } = tree;
  const start = tree.nodes[0]!.board;
  const parts = [rulesField(rules.rules)];
  if (start.some((mark) => mark !== null)) {
    parts.push(`position=${positionText(rules.shape, start)}`);
  }
  const moves = writeMoves(tree).join("-").replaceAll("(-", "(").replaceAll("-)", ")");
  if (moves) parts.push(`moves=${moves}`);
  if (here(tree).ply < line(tree).length - 1) parts.push(`at=${here(tree).ply}`);
  return `#${parts.join("&")}`;
}

/** The rules in an address, 3×3 by default; null if it has no game. */
export function linkedRules(hash: string): string | null {
  const fields = new URLSearchParams(hash.slice(1));
  return fields.get("rules") ?? (fields.has("position") || fields.has("moves") ? "3,3,3" : null);
}

/** The reader of positions, loaded only for links that have one. */
export const positions = () => import("./positions");

/** The game in an address, or null if it could not have been played. */
export async function readLink(rules: Rules, hash: string): Promise<Tree | null> {
  const fields = new URLSearchParams(hash.slice(1));
  const position = fields.get("position");
  const start =
    position === null ? emptyBoard(rules) : (await positions()).parsePosition(rules, position);
  if (!start) return null;
  const tree = readMoves(plant(rules, start), fields.get("moves") ?? "");
  if (!tree) return null;
  const nodes = line(tree);
  const at = Number(fields.get("at") ?? nodes.length - 1);
  return goTo(tree, (nodes[at] ?? nodes.at(-1)!).id);
}
