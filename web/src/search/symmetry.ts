/**
 * The symmetries of a game: the permutations of its cells that keep every line a line, as in
 * `noughts.core.symmetry`. `symmetry[cell]` is where the cell goes.
 */

import type { Board, Rules } from "../game/rules";

type Symmetry = readonly number[];

/** Games with more symmetries than this get only those of their shape. */
const MOST = 512;

const cache = new WeakMap<Rules, readonly Symmetry[]>();

export function symmetries(rules: Rules): readonly Symmetry[] {
  let found = cache.get(rules);
  if (!found) {
    const whole = [...take(MOST + 1, automorphisms(rules))];
    found = whole.length <= MOST ? whole : motions(rules.shape).filter((s) => keeps(rules, s));
    cache.set(rules, found);
  }
  return found;
}

/** A text that identifies a position up to symmetry. */
export function likeness(all: readonly Symmetry[], board: Board): string {
  let least = "~";
  for (const symmetry of all) {
    const moved = Array<string>(board.length);
    board.forEach((mark, cell) => (moved[symmetry[cell]!] = mark ?? "."));
    const text = moved.join("");
    if (text < least) least = text;
  }
  return least;
}

function* take<T>(most: number, from: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const each of from) {
    yield each;
    if (++taken === most) return;
  }
}

const key = (cells: readonly number[]) => [...cells].sort((a, b) => a - b).join();

/** A line with the cells that must not continue it, and its ends in caro. */
const guarded = (rules: Rules, to: Symmetry) =>
  rules.lines.map((line, index) =>
    [line, rules.guards[index]!, rules.ends[index]!]
      .map((cells) => key(cells.map((cell) => to[cell]!)))
      .join("|"),
  );

function keeps(rules: Rules, symmetry: Symmetry): boolean {
  const known = new Set(
    guarded(
      rules,
      symmetry.map((_, cell) => cell),
    ),
  );
  return guarded(rules, symmetry).every((line) => known.has(line)) && falls(rules, symmetry);
}

/** With gravity, the cell above another must stay above it. */
function falls({ shape, gravity, cells }: Rules, symmetry: Symmetry): boolean {
  const [columns = 1, rows = 1] = shape;
  const above = (cell: number) => Math.floor(cell / columns) % rows > 0;
  return (
    !gravity ||
    Array.from({ length: cells }, (_, cell) => cell).every(
      (cell) =>
        !above(cell) ||
        (above(symmetry[cell]!) && symmetry[cell]! - columns === symmetry[cell - columns]),
    )
  );
}

/** Every automorphism, one cell's image after the other; two cells go where as many lines meet. */
function* automorphisms(rules: Rules): Generator<Symmetry> {
  const shared = Array.from({ length: rules.cells }, () => Array<number>(rules.cells).fill(0));
  for (const line of rules.lines) {
    for (const a of line) for (const b of line) shared[a]![b]! += 1;
  }
  const known = new Set(rules.lines.map(key));
  const ending = Array.from({ length: rules.cells }, (_, cell) =>
    rules.lines.filter((line) => Math.max(...line) === cell),
  );
  const images: number[] = [];
  const used = new Set<number>();

  function* extend(): Generator<Symmetry> {
    const cell = images.length;
    if (cell === rules.cells) {
      if (keeps(rules, images)) yield [...images];
      return;
    }
    for (let image = 0; image < rules.cells; image += 1) {
      if (used.has(image) || shared[cell]![cell] !== shared[image]![image]) continue;
      if (images.some((other, earlier) => shared[cell]![earlier] !== shared[image]![other])) {
        continue;
      }
      images.push(image);
      used.add(image);
      if (ending[cell]!.every((line) => known.has(key(line.map((each) => images[each]!))))) {
        yield* extend();
      }
      images.pop();
      used.delete(image);
    }
  }
  yield* extend();
}

/** Every rotation and reflection of a board. */
function motions(shape: readonly number[]): Symmetry[] {
  const axes = shape.map((_, axis) => axis);
  const strides = axes.map((axis) => shape.slice(0, axis).reduce((a, b) => a * b, 1));
  const cells = shape.reduce((a, b) => a * b, 1);
  const turns = orders(axes).filter((turn) => turn.every((to, axis) => shape[to] === shape[axis]));
  return turns.flatMap((turn) =>
    Array.from({ length: 2 ** axes.length }, (_, mirror) =>
      Array.from({ length: cells }, (_, cell) =>
        axes.reduce((image, axis) => {
          const at = Math.floor(cell / strides[turn[axis]!]!) % shape[axis]!;
          return image + strides[axis]! * (mirror & (1 << axis) ? shape[axis]! - 1 - at : at);
        }, 0),
      ),
    ),
  );
}

const orders = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        orders(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
      );
