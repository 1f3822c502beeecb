/** A game as text: headers, a blank line, the moves with the result; each branch a further line. */

import { cellName, positionText } from "./notation";
import { outcome } from "./rules";
import { line, type Node, type Tree } from "./tree";
import type { Names } from "./words";

/** The way from the start to a node. */
function path(tree: Tree, leaf: Node): Node[] {
  const nodes: Node[] = [];
  for (let node = leaf; node.parent >= 0; node = tree.nodes[node.parent]!) nodes.unshift(node);
  return nodes;
}

function lineText(tree: Tree, leaf: Node): string {
  const over = outcome(tree.rules, leaf.board);
  const result = over ? (over.winner ? `${over.winner} wins` : "draw") : "*";
  return [...path(tree, leaf).map((node) => cellName(tree.rules.shape, node.cell)), result].join(
    " ",
  );
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
