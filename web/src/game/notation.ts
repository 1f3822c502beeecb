/** The text forms: cells, positions and games, each with its parser and its printer. */

import { arises } from "./arising";
import {
  completeLines,
  emptyBoard,
  floats,
  landing,
  legal,
  play,
  turn,
  type Board,
  type Mark,
  type Rules,
} from "./rules";

/** Column, row and layer of a cell, all from 0. */
export function place(shape: readonly number[], cell: number) {
  const [columns = 1, rows = 1] = shape;
  return {
    column: cell % columns,
    row: Math.floor(cell / columns) % rows,
    layer: Math.floor(cell / (columns * rows)),
  };
}

const letter = (index: number) => String.fromCharCode(97 + index);

export const layerName = letter;

/** `b2`; in a box `b2c`. */
export function cellName(shape: readonly number[], cell: number): string {
  const { column, row, layer } = place(shape, cell);
  return `${letter(column)}${row + 1}${shape.length > 2 ? letter(layer) : ""}`;
}

/** The cell of a name, or of a number counted from 1 in reading order; null if there is none. */
export function parseCell(shape: readonly number[], text: string): number | null {
  const [columns = 1, rows = 1, layers = 1] = shape;
  if (/^[0-9]{1,9}$/.test(text)) {
    const cell = Number(text) - 1;
    return cell >= 0 && cell < columns * rows * layers ? cell : null;
  }
  const found = /^([a-z])([1-9][0-9]?)([a-z]?)$/.exec(text.toLowerCase());
  if (!found || Boolean(found[3]) !== shape.length > 2) return null;
  const at = [found[1]!, found[3] || "a"].map((name) => name.charCodeAt(0) - 97);
  const [column, row, layer] = [at[0]!, Number(found[2]) - 1, at[1]!];
  if (column >= columns || row >= rows || layer >= layers) return null;
  return (layer * rows + row) * columns + column;
}

/** Whether a text is digits, each a column of a board that has at most 9, counted from 1. */
function areColumns(shape: readonly number[], text: string): boolean {
  const [columns = 1] = shape;
  if (shape.length !== 2 || columns > 9 || text === "") return false;
  return [...text].every((digit) => digit >= "1" && digit <= String(columns));
}

/** The cell of a move; where stones fall a column is enough: `d`, `4`, in a box `da`. */
export function parseMove(rules: Rules, board: Board, text: string): number | null {
  const { shape, gravity } = rules;
  const numbered = gravity && text.length === 1 && areColumns(shape, text);
  const word = numbered ? letter(Number(text) - 1) : text.toLowerCase();
  const column = gravity && /^([a-z])([a-z]?)$/.exec(word);
  if (!column) return parseCell(shape, text);
  const top = parseCell(shape, `${column[1]}1${column[2]}`);
  return top === null ? null : landing(rules, board, top);
}

/** `X.O/.X./..O`; the layers of a box are joined by `//`. */
export function positionText(shape: readonly number[], board: Board): string {
  const [columns = 1, rows = 1] = shape;
  return joined(
    columns,
    rows,
    board.map((mark) => mark ?? "."),
  );
}

function joined(columns: number, rows: number, marks: readonly string[]): string {
  let text = "";
  marks.forEach((mark, cell) => {
    if (cell > 0 && cell % columns === 0) text += "/";
    if (cell > 0 && cell % (columns * rows) === 0) text += "/";
    text += mark;
  });
  return text;
}

/** X, O and empty in the alphabets that people write boards in; the last two need a stone. */
const ALPHABETS = [
  ["Xx", "Oo0", "._-eE"],
  ["1", "2", "0._-"],
  ["Bb", "Ww", "._-eE"],
] as const;

const withoutBlanks = (text: string): string => text.replace(/\s+/g, "");

/**
 * The marks of a position text, however they came about; null if it has another shape. What can be
 * written is what `noughts.notation.parse_rows` says; where stones fall, columns are read too.
 */
export function readMarks(rules: Rules, text: string): Board | null {
  const { shape, gravity } = rules;
  const [columns = 1, rows = 1, layers = 1] = shape;
  const written = text.trim();
  const falling = gravity && rows > 1 && columns <= 9 && shape.length === 2;
  if (falling && /^[0-9]+$/.test(written)) {
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

/** The alphabet that marks are written in. */
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

/** The board of a position text, or null if no game can have come to it. */
export function parsePosition(rules: Rules, text: string): Board | null {
  const board = readMarks(rules, text);
  return board && !flaw(rules, board) ? board : null;
}

/** What keeps a position from having come about: see `game/flaws` for the words. */
export type Flaw = "counts" | "floats" | "both" | "before" | "after" | "lines";

/** Why no game can have come to a position; null if one can. */
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

/** The number before a move, `1.` or `1...`. */
export const NUMBER = /^([0-9]{1,4})(\.\.\.|\.)(?=[^0-9.]|$)/;

/** The moves of a line as words, without their numbers; null if a number is wrong. */
function moveWords(rules: Rules, text: string): string[] | null {
  const words = text.split(/\s+/).filter(Boolean);
  if (rules.gravity && words.length === 1 && areColumns(rules.shape, words[0]!)) {
    return [...words[0]!];
  }
  const moves: string[] = [];
  for (const word of words) {
    const number = NUMBER.exec(word);
    const before = number && Number(number[1]) - 1;
    if (before !== null && before !== moves.length && before !== moves.length >> 1) return null;
    const move = word.slice(number?.[0].length ?? 0);
    if (move) moves.push(move);
  }
  return moves;
}

/** The moves of a text such as `b2 a1 c3`, or null if one of them cannot be played. */
export function parseMoves(rules: Rules, start: Board, text: string): number[] | null {
  let board = start;
  const moves: number[] = [];
  const words = moveWords(rules, text);
  if (!words) return null;
  for (const name of words) {
    const cell = parseMove(rules, board, name);
    if (cell === null || !legal(rules, board).includes(cell)) return null;
    board = play(board, cell);
    moves.push(cell);
  }
  return moves;
}
