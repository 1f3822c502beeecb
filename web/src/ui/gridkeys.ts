/** Keys that lead from cell to cell, as in every grid; up and down also from layer to layer. */

import { place } from "../game/notation";

/** Where a key leads from a cell of a board, or null if it is no such key. */
export function target(
  [columns = 1, rows = 1, layers = 1]: readonly number[],
  cell: number,
  { key, ctrlKey, metaKey }: KeyboardEvent,
): number | null {
  const { column, row, layer } = place([columns, rows, layers], cell);
  const first = cell - column;
  const sheet = columns * rows;
  const count = sheet * layers;
  const all = ctrlKey || metaKey;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? cell - 1 : cell;
    case "ArrowRight":
      return column < columns - 1 ? cell + 1 : cell;
    case "ArrowUp":
      return row > 0 || layer > 0 ? cell - columns : cell;
    case "ArrowDown":
      return cell + columns < count ? cell + columns : cell;
    case "Home":
      return all ? 0 : first;
    case "End":
      return all ? count - 1 : first + columns - 1;
    case "PageUp":
      return layer > 0 ? cell - sheet : cell;
    case "PageDown":
      return cell + sheet < count ? cell + sheet : cell;
    default:
      return null;
  }
}
