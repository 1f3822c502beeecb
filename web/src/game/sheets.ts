/** Where the layers of a board go in one picture of them all: 100 units a cell. */

/** Room between two layers. */
const GAP = 60;

export interface Sheets {
  /** Where each layer begins, as SVG transforms. */
  starts: readonly string[];
  width: number;
  height: number;
}

/**
 * Lay out a board's layers, all beside each other unless told how many go beside each other; with
 * more room between them where something is written there.
 */
export function sheets(shape: readonly number[], beside = Infinity, gap = GAP): Sheets {
  const [columns = 1, rows = 1, count = 1] = shape;
  const [across, down] = [columns * 100 + gap, rows * 100 + gap];
  const wide = Math.min(beside, count);
  const starts = Array.from(
    { length: count },
    (_, layer) => `translate(${(layer % wide) * across} ${Math.floor(layer / wide) * down})`,
  );
  return { starts, width: wide * across - gap, height: Math.ceil(count / wide) * down - gap };
}

/** How many layers have to go beside each other for the layout to be about a square. */
export const squarely = ([, , count = 1]: readonly number[]): number => Math.ceil(Math.sqrt(count));
