/**
 * A game with its branches. It keeps every move ever tried. Stepping forward follows `line`, the
 * branch taken last.
 */

import { completeLines, landings, play, type Board, type Rules } from "./rules";

export interface Node {
  readonly id: number;
  readonly parent: number;
  /** The cell played to get here; -1 at the start. */
  readonly cell: number;
  readonly ply: number;
  readonly board: Board;
}

export interface Tree {
  readonly rules: Rules;
  readonly nodes: readonly Node[];
  /** For each node the reply taken last. */
  readonly next: ReadonlyMap<number, number>;
  /** Where we are. */
  readonly at: number;
}

export function plant(rules: Rules, board: Board): Tree {
  const root = { id: 0, parent: -1, cell: -1, ply: 0, board };
  return { rules, nodes: [root], next: new Map(), at: 0 };
}

export const here = (tree: Tree): Node => tree.nodes[tree.at]!;

/** Play a cell: along a branch that is already there, or as a new one. */
export function grow(tree: Tree, cell: number): Tree {
  const from = here(tree);
  const known = replies(tree, from).find((node) => node.cell === cell);
  const node = known ?? {
    id: tree.nodes.length,
    parent: from.id,
    cell,
    ply: from.ply + 1,
    board: play(from.board, cell),
  };
  return {
    ...tree,
    nodes: known ? tree.nodes : [...tree.nodes, node],
    next: new Map(tree.next).set(from.id, node.id),
    at: node.id,
  };
}

/** Go to a node; its branch becomes the line. */
export function goTo(tree: Tree, id: number): Tree {
  const next = new Map(tree.next);
  for (let node = tree.nodes[id]!; node.parent >= 0; node = tree.nodes[node.parent]!) {
    next.set(node.parent, node.id);
  }
  return { ...tree, next, at: id };
}

export const replies = (tree: Tree, node: Node): Node[] =>
  tree.nodes.filter((each) => each.parent === node.id);

/** The nodes from the start through where we are to the end of the branch. */
export function line(tree: Tree): Node[] {
  const nodes = [tree.nodes[0]!];
  for (let id = tree.next.get(0); id !== undefined; id = tree.next.get(id)) {
    nodes.push(tree.nodes[id]!);
  }
  return nodes;
}

/** The moves of the line up to where we are. */
export const played = (tree: Tree): Node[] => line(tree).slice(1, here(tree).ply + 1);

export const plantLine = (rules: Rules, start: Board, moves: readonly number[]): Tree =>
  moves.reduce(grow, plant(rules, start));

/** What a board is given of where we are: all that the rules decide. */
export function view({ rules, nodes, at }: Tree) {
  const { shape, torus, gravity } = rules;
  const { board, cell: last } = nodes[at]!;
  const struck = completeLines(rules, board);
  const drawn = struck.length === 0 && !board.includes(null);
  return { shape, torus, gravity, board, last, struck, drawn, free: landings(rules, board) };
}
