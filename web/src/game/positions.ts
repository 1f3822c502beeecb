/** Positions as people write them, and whether a game can lead to them. */

import { arises } from "./arising";
import { parseMoves } from "./moves";
import { areColumns, joined, letter } from "./notation";
import {
  completeLines,
  emptyBoard,
  floats,
  play,
  turn,
  type Board,
  type Mark,
  type Rules,
} from "./rules";

/** X, O and empty in the alphabets that people write boards in; the last two need a stone. */
const ALPHABETS = [
  ["Xx", "Oo0", "._-eE"],
  ["1", "2", "0._-"],
  ["Bb", "Ww", "._-eE"],
] as const;

const withoutBlanks = (text: string): string => text.replace(/\s+/g, "");

/**
 * The marks of a position text, possible or not; null if it has another shape. It reads the same
 * texts as `noughts.core.notation.parse_rows`; with gravity, also columns.
 */
export function readMarks(rules: Rules, text: string): Board | null {
  const { shape, gravity } = rules;
  const [columns = 1, rows = 1, layers = 1] = shape;
  const written = text.trim();
  const byColumns = gravity && rows > 1 && columns <= 9 && shape.length === 2;
  if (byColumns && /^[0-9]+$/.test(written)) {
    const moves = areColumns(shape, written) && parseMoves(rules, emptyBoard(rules), written);
    return moves ? moves.reduce(play, emptyBoard(rules)) : null;
  }
  const drawn = written.includes("\n") ? undrawn(written, columns) : slashed(rules, written);
  const boards = drawn.split("//").map((board) => board.split("/").map(withoutBlanks));
  const fits =
    boards.length === layers &&
    boards.every((board) => board.length === rows) &&
    boards.flat().every((row) => row.length === columns);
  const marks = [...boards.flat().join("")];
  const [crosses, noughts, empty] = alphabet(marks);
  if (!fits || !marks.every((mark) => (crosses + noughts + empty).includes(mark))) return null;
  return marks.map((mark) => (crosses.includes(mark) ? "X" : noughts.includes(mark) ? "O" : null));
}

const alphabet = (marks: readonly string[]) =>
  ALPHABETS.slice(1).find(
    ([crosses, noughts, empty]) =>
      marks.every((mark) => (crosses + noughts + empty).includes(mark)) &&
      marks.some((mark) => (crosses + noughts).includes(mark)),
  ) ?? ALPHABETS[0];

/** All cells of a board, written without a break, as rows and layers. */
function slashed({ shape, cells }: Rules, text: string): string {
  const [columns = 1, rows = 1] = shape;
  const marks = withoutBlanks(text);
  if (text.includes("/") || marks.length !== cells) return text;
  return joined(columns, rows, [...marks]);
}

/** A drawn board, with or without coordinates and brackets, as rows joined by slashes. */
function undrawn(text: string, columns: number): string {
  const header = Array.from({ length: columns }, (_, column) => letter(column)).join(" ");
  let drawn = "";
  let newLayer = false;
  for (const line of text.split("\n")) {
    const words = line.replace(/[[\]]/g, " ").split(/\s+/).filter(Boolean);
    if (!words[0] || words[0].toLowerCase() === "layer") newLayer = drawn !== "";
    else if (words.join(" ").toLowerCase() !== header) {
      let marks = words.slice(1).join("");
      if (!/^[1-9][0-9]?$/.test(words[0]) || marks.length < columns) marks = words[0] + marks;
      drawn += (drawn && "/") + (newLayer ? "/" : "") + marks;
      newLayer = false;
    }
  }
  return drawn;
}

/** The board of a position text, or null if no game leads to it. */
export function parsePosition(rules: Rules, text: string): Board | null {
  const board = readMarks(rules, text);
  return board && !flaw(rules, board) ? board : null;
}

/** Why a position is impossible: see `game/flaws` for the words. */
type Flaw = "counts" | "floats" | "both" | "before" | "after" | "lines";

/** Why no game leads to a position; null if one does. */
export function flaw(rules: Rules, board: Board): Flaw | null {
  const count = (mark: Mark) => board.filter((each) => each === mark).length;
  const ahead = count("X") - count("O");
  if (ahead !== 0 && ahead !== 1) return "counts";
  if (floats(rules, board)) return "floats";
  const lines = completeLines(rules, board);
  const owners = new Set(lines.map((line) => board[line[0]!]!));
  if (owners.size > 1) return "both";
  if ((rules.exact || rules.caro) && !arises(rules, board)) return "before";
  if (owners.size === 0) return null;
  if (owners.has(turn(board))) return "after";
  const last = (cell: number) => {
    const before = board.with(cell, null);
    return completeLines(rules, before).length === 0 && !floats(rules, before);
  };
  return lines[0]!.some(last) ? null : "lines";
}
