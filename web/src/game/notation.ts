/** The text forms of cells and moves, with their parsers, and of positions (read in `positions.ts`). */

import { landing, type Board, type Rules } from "./rules";

/** Column, row and layer of a cell, all from 0. */
export function place(shape: readonly number[], cell: number) {
  const [columns = 1, rows = 1] = shape;
  return {
    column: cell % columns,
    row: Math.floor(cell / columns) % rows,
    layer: Math.floor(cell / (columns * rows)),
  };
}

export const letter = (index: number) => String.fromCharCode(97 + index);

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

/** Whether a text is digits, each a column of a board with at most 9, counted from 1. */
export function areColumns(shape: readonly number[], text: string): boolean {
  const [columns = 1] = shape;
  if (shape.length !== 2 || columns > 9 || text === "") return false;
  return [...text].every((digit) => digit >= "1" && digit <= String(columns));
}

/** The cell of a move; with gravity, a column is enough: `d`, `4`, in a box `da`. */
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

/** Marks, in the order of the cells, as rows and layers. */
export function joined(columns: number, rows: number, marks: readonly string[]): string {
  let text = "";
  marks.forEach((mark, cell) => {
    if (cell > 0 && cell % columns === 0) text += "/";
    if (cell > 0 && cell % (columns * rows) === 0) text += "/";
    text += mark;
  });
  return text;
}
