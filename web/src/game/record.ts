/** A game as text: headers, a blank line, the moves with the result; each branch a further line. */

import { cellName, parseMoves, parsePosition, positionText } from "./notation";
import { emptyBoard, outcome, type Board, type Rules } from "./rules";
import { goTo, grow, here, line, plant, type Node, type Tree } from "./tree";
import type { Names } from "./words";

/** The way from the start to a node. */
function path(tree: Tree, leaf: Node): Node[] {
  const nodes: Node[] = [];
  for (let node = leaf; node.parent >= 0; node = tree.nodes[node.parent]!) nodes.unshift(node);
  return nodes;
}

function result(rules: Rules, board: Board): string {
  const over = outcome(rules, board);
  return over ? (over.winner ? `${over.winner} wins` : "draw") : "*";
}

function lineText(tree: Tree, leaf: Node): string {
  const { rules } = tree;
  const moves = path(tree, leaf).map((node) => cellName(rules.shape, node.cell));
  return [...moves, result(rules, leaf.board)].join(" ");
}

export function recordText(tree: Tree, names: Names): string {
  const { rules, nodes } = tree;
  const headers = [`Rules: ${rules.rules}`];
  const start = nodes[0]!.board;
  if (start.some((mark) => mark !== null)) {
    headers.push(`Start: ${positionText(rules.shape, start)}`);
  }
  headers.push(`X: ${names.X}`, `O: ${names.O}`);
  const end = line(tree).at(-1)!;
  const parents = new Set(nodes.map((node) => node.parent));
  const branches = nodes.filter((node) => node !== end && !parents.has(node.id));
  const lines = [end, ...branches].map((leaf) => lineText(tree, leaf));
  return `${headers.join("\n")}\n\n${lines.join("\n")}\n`;
}

/** The name of the rules in a game's text. */
export const recordRules = (text: string): string => header(text, "Rules") ?? "3,3,3";

const header = (text: string, key: string): string | undefined =>
  new RegExp(`^${key}: *(.+?) *$`, "m").exec(text)?.[1];

/** The game in a text, standing at its end, or the line of it that cannot be played. */
export function readRecord(rules: Rules, text: string): Tree | string {
  const position = header(text, "Start");
  const start = position === undefined ? emptyBoard(rules) : parsePosition(rules, position);
  if (!start) return `Start: ${position}`;
  let tree = plant(rules, start);
  let end: number | undefined;
  for (const words of text.split(/\r?\n/)) {
    if (!words.trim() || /^[A-Za-z]+:/.test(words)) continue;
    const [, names, claim] = /^(.*?)(X wins|O wins|draw|\*)?\s*$/.exec(words)!;
    const moves = parseMoves(rules, start, names!);
    if (!moves) return words;
    tree = moves.reduce(grow, goTo(tree, 0));
    if (claim && claim !== "*" && claim !== result(rules, here(tree).board)) return words;
    end ??= tree.at;
  }
  return goTo(tree, end ?? 0);
}
