/** A game as text: headers, a blank line, the moves with the result; each branch a further line. */

import { NUMBER, parseMoves } from "./moves";
import { cellName, positionText } from "./notation";
import { parsePosition } from "./positions";
import { emptyBoard, outcome, type Board, type Rules } from "./rules";
import type { Opening } from "./storage";
import { openingText, readOpening } from "./swap2";
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

export function recordText(tree: Tree, names: Names, opening?: Opening): string {
  const { rules, nodes } = tree;
  const headers = [`Rules: ${rules.rules}`];
  const start = nodes[0]!.board;
  if (start.some((mark) => mark !== null)) {
    headers.push(`Start: ${positionText(rules.shape, start)}`);
  }
  const { ply } = here(tree);
  if (ply < line(tree).length - 1) headers.push(`At: ${ply}`);
  headers.push(`X: ${names.X}`, `O: ${names.O}`);
  if (opening?.settled && line(tree).length > opening.until) {
    headers.push(`Opening: ${openingText(opening)}`);
  }
  const end = line(tree).at(-1)!;
  const parents = new Set(nodes.map((node) => node.parent));
  const branches = nodes.filter((node) => node !== end && !parents.has(node.id));
  const lines = [end, ...branches].map((leaf) => lineText(tree, leaf));
  return `${headers.join("\n")}\n\n${lines.join("\n")}\n`;
}

/** A key in letters of any script, and its value. */
const HEADER = /^([\p{L}\p{Nl}\p{No}][\p{L}\p{N} _-]{0,39}):[ \t]*(.*)$/u;

/** The record's own headers, in any case. */
const OWN = new Map(["Rules", "Start", "At"].map((key) => [key.toLowerCase(), key]));

/** The headers before the first line of moves, those lines, and any repeated header. */
function parts(text: string): {
  headers: Map<string, string>;
  body: string[];
  twice: string | undefined;
} {
  const headers = new Map<string, string>();
  const body: string[] = [];
  let twice: string | undefined;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const header = body.length ? null : HEADER.exec(line);
    const number = NUMBER.exec(line);
    if (header) {
      const key = OWN.get(header[1]!.toLowerCase()) ?? header[1]!;
      if (headers.has(key)) twice = line;
      headers.set(key, header[2]!.trim());
    } else if (number && body.length && (Number(number[1]) > 1 || number[2]!.length > 1)) {
      body.push(`${body.pop()} ${line}`); // `2. c1 c3` continues `1. b2 a1`
    } else if (line) body.push(line);
  }
  return { headers, body, twice };
}

/** The name of the rules in a game's text. */
export const recordRules = (text: string): string => parts(text).headers.get("Rules") ?? "3,3,3";

/** The swap2 opening of a game's text, if its header has one. */
export function recordOpening(text: string): Opening | undefined {
  const { headers } = parts(text);
  return headers.has("Start") ? undefined : readOpening(headers.get("Opening"));
}

/** The end of a line, up to the first move that cannot be played. */
function untilWrong(rules: Rules, start: Board, names: string): string {
  const words = names.split(/\s+/);
  const until = (at: number) => words.slice(0, at + 1).join(" ");
  return until(words.findIndex((_, at) => !parseMoves(rules, start, until(at)))).slice(-60);
}

/** The game in a text, at its end or where its header says; or what cannot be played. */
export function readRecord(rules: Rules, text: string): Tree | string {
  const { headers, body, twice } = parts(text);
  if (twice !== undefined) return twice;
  const position = headers.get("Start");
  const start = position === undefined ? emptyBoard(rules) : parsePosition(rules, position);
  if (!start) return `Start: ${position}`;
  let tree = plant(rules, start);
  let end: number | undefined;
  for (const words of body) {
    const [, names, claim] = /^(.*?)(?:(?:^|\s)(X wins|O wins|draw|\*))?$/.exec(words)!;
    const moves = parseMoves(rules, start, names!);
    if (!moves) return untilWrong(rules, start, names!);
    tree = moves.reduce(grow, goTo(tree, 0));
    if (claim && claim !== "*" && claim !== result(rules, here(tree).board)) return words;
    end ??= tree.at;
  }
  tree = goTo(tree, end ?? 0);
  const at = headers.get("At");
  if (at === undefined) return tree;
  // A branch may continue where the first line ends.
  const within = /^[0-9]{1,4}$/.test(at) && Number(at) <= here(tree).ply;
  return within ? goTo(tree, line(tree)[Number(at)]!.id) : `At: ${at}`;
}
