/** A game as text: headers, a blank line, the moves with the result at the end. */

import { cellName, positionText } from "./notation";
import { outcome } from "./rules";
import { line, type Tree } from "./tree";
import type { Names } from "./words";

export function recordText(tree: Tree, names: Names): string {
  const { rules } = tree;
  const nodes = line(tree);
  const start = nodes[0]!.board;
  const over = outcome(rules, nodes.at(-1)!.board);
  const result = over ? (over.winner ? `${over.winner} wins` : "draw") : "*";
  const headers = [`Rules: ${rules.rules}`, `X: ${names.X}`, `O: ${names.O}`];
  if (start.some((mark) => mark !== null)) {
    headers.push(`Position: ${positionText(rules.shape, start)}`);
  }
  const moves = nodes.slice(1).map((node) => cellName(rules.shape, node.cell));
  return `${headers.join("\n")}\n\n${[...moves, result].join(" ")}\n`;
}
