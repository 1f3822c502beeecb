/** Rectangles as large as their values, and as near to squares as they can be. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** How long the longest box of a row is, for its width; `side` is the row's own length. */
function longest(row: readonly number[], side: number): number {
  const thick = sum(row) / side;
  return Math.max(...row.map((area) => Math.max(area / thick ** 2, thick ** 2 / area)));
}

/**
 * Fill a frame with a box for each value; the values are positive, and the largest comes first. A
 * row along the shorter side takes another box as long as that makes its boxes no longer. Bruls,
 * Huizing and van Wijk, "Squarified Treemaps", 2000.
 */
export function squarify(values: readonly number[], frame: Box): Box[] {
  const scale = (frame.width * frame.height) / sum(values);
  let waiting = values.map((value) => value * scale);
  let { left, top, width, height } = frame;
  const boxes: Box[] = [];
  while (waiting.length > 0) {
    const upright = width >= height;
    const side = upright ? height : width;
    let size = 1;
    while (
      size < waiting.length &&
      longest(waiting.slice(0, size + 1), side) <= longest(waiting.slice(0, size), side)
    )
      size += 1;
    const row = waiting.slice(0, size);
    waiting = waiting.slice(size);
    const thick = sum(row) / side;
    let from = upright ? top : left;
    for (const area of row) {
      const long = area / thick;
      boxes.push(
        upright
          ? { left, top: from, width: thick, height: long }
          : { left: from, top, width: long, height: thick },
      );
      from += long;
    }
    if (upright) [left, width] = [left + thick, width - thick];
    else [top, height] = [top + thick, height - thick];
  }
  return boxes;
}

/** The same with a gap between the boxes, and on whole pixels. */
export function spaced(values: readonly number[], frame: Box, gap: number): Box[] {
  const wider = { ...frame, width: frame.width + gap, height: frame.height + gap };
  return squarify(values, wider).map((box) => {
    const [left, top] = [Math.round(box.left), Math.round(box.top)];
    return {
      left,
      top,
      width: Math.max(0, Math.round(box.left + box.width - gap) - left),
      height: Math.max(0, Math.round(box.top + box.height - gap) - top),
    };
  });
}
