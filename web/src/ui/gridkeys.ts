/** Keys that lead from cell to cell, as in every grid; up and down also from layer to layer. */

import { place } from "../game/notation";

/** Where a key leads from a cell of a board; null for other keys. */
export function target(
  shape: readonly number[],
  cell: number,
  { key, ctrlKey, metaKey }: KeyboardEvent,
): number | null {
  const [columns = 1, rows = 1, layers = 1] = shape;
  const { column, row, layer } = place(shape, cell);
  const first = cell - column;
  const sheet = columns * rows;
  const last = sheet * layers - 1;
  const all = ctrlKey || metaKey;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: column > 0 ? cell - 1 : cell,
    ArrowRight: column < columns - 1 ? cell + 1 : cell,
    ArrowUp: row > 0 || layer > 0 ? cell - columns : cell,
    ArrowDown: cell + columns <= last ? cell + columns : cell,
    Home: all ? 0 : first,
    End: all ? last : first + columns - 1,
    PageUp: layer > 0 ? cell - sheet : cell,
    PageDown: cell + sheet <= last ? cell + sheet : cell,
  };
  return targets[key] ?? null;
}
