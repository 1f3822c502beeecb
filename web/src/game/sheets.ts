/** The layers of a board in one picture: 100 units per cell. */

/** The space between two layers. */
const GAP = 60;

/**
 * Lay out a board's layers side by side, or `beside` of them per row, with more space between them
 * for text: where each begins, and the same as SVG transforms.
 */
export function sheets(shape: readonly number[], beside = Infinity, gap = GAP) {
  const [columns = 1, rows = 1, count = 1] = shape;
  const [across, down] = [columns * 100 + gap, rows * 100 + gap];
  const wide = Math.min(beside, count);
  const places = Array.from(
    { length: count },
    (_, layer) => [(layer % wide) * across, Math.floor(layer / wide) * down] as const,
  );
  const starts = places.map(([x, y]) => `translate(${x} ${y})`);
  return {
    places,
    starts,
    width: wide * across - gap,
    height: Math.ceil(count / wide) * down - gap,
  };
}

/** How many layers to put side by side for a nearly square layout. */
export const squarely = ([, , count = 1]: readonly number[]): number => Math.ceil(Math.sqrt(count));
