/**
 * The game of a certificate, made only from its text and not from the rest of the page. See
 * docs/reference/certificate-format.md, "The file".
 */

/** The cells' names in a certificate, in reading order. */
export const CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

export type Mark = "X" | "O";
export const otherMark = (mark: Mark): Mark => (mark === "X" ? "O" : "X");

/** A row to complete, and the cells that make it too long if its owner has one of them. */
export interface Line {
  readonly cells: readonly number[];
  readonly guards: readonly number[];
}

export interface Game {
  /** The rules as the certificate writes them. */
  readonly rules: string;
  readonly shape: readonly number[];
  readonly cells: number;
  readonly lines: readonly Line[];
  readonly misere: boolean;
  readonly torus: boolean;
  /** Whether O's lines do not count. */
  readonly blocks: boolean;
  /** Whether an extra stone may hurt, so that only trying every move is a proof. */
  readonly everyMove: boolean;
}

const NUMBER = String.raw`([1-9]\d{0,3})`;
const MADE = String.raw`,${NUMBER}( torus)?( exact)?`;
const DRAWN = "( lines(?: [^ ,]+)*?)";
const RULES = new RegExp(
  `^(${NUMBER},${NUMBER}(?:,${NUMBER})?(?:${MADE}|${DRAWN})( misere)?)(, O only blocks)?$`,
);

/** The game of a rules text; null if certificates do not support it. */
export function readGame(text: string): Game | null {
  const found = RULES.exec(text);
  if (!found) return null;
  const [, rules, m, n, layers, k, torus, exact, drawn, misere, blocks] = found;
  const shape = [m, n, layers].flatMap((side) => (side ? [Number(side)] : []));
  const cells = shape.reduce((product, side) => product * side, 1);
  if (cells > CELLS.length) return null;
  const lines = drawn
    ? drawnLines(cells, drawn.split(" ").slice(2))
    : rows(shape, Number(k), Boolean(torus), Boolean(exact));
  if (!lines) return null;
  const everyMove = Boolean(misere) || lines.some(({ guards }) => guards.length > 0);
  if (blocks && everyMove) return null;
  const said = { misere: Boolean(misere), torus: Boolean(torus), blocks: Boolean(blocks) };
  return { rules: rules!, shape, cells, lines, ...said, everyMove };
}

const ascending = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);
const lineKey = ({ cells, guards }: Line) => `${cells.join()}|${guards.join()}`;
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [lineKey(line), line])).values(),
];

/** Steps -1, 0 and 1 in each direction, one of two opposite ones. */
const STEPS = [-1, 0, 1]
  .flatMap((z) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y, z])))
  .slice(14);

/** All rows of k different cells. */
function rows(shape: readonly number[], k: number, torus: boolean, exact: boolean): Line[] {
  const sides = [...shape, 1].slice(0, 3);
  const [columns = 1, deep = 1, layers = 1] = sides;
  const walk = (start: number, step: readonly number[], times: number): number | null => {
    const from = [start % columns, Math.floor(start / columns) % deep];
    from.push(Math.floor(start / columns / deep));
    const [x, y, z] = from.map((each, axis) => {
      const [at, side] = [each + times * step[axis]!, sides[axis]!];
      if (torus) return ((at % side) + side) % side;
      return at < 0 || at >= side ? NaN : at;
    });
    const cell = (z! * deep + y!) * columns + x!;
    return Number.isNaN(cell) ? null : cell;
  };
  const found: Line[] = [];
  for (let start = 0; start < columns * deep * layers; start += 1) {
    for (const step of STEPS) {
      const row = new Set(Array.from({ length: k }, (_, times) => walk(start, step, times)));
      if (row.has(null) || row.size < k) continue;
      const ends = new Set(exact ? [walk(start, step, -1), walk(start, step, k)] : []);
      const guards = [...ends].filter((end) => end !== null && !row.has(end));
      found.push({ cells: ascending(row as Set<number>), guards: ascending(guards as number[]) });
    }
  }
  return distinct(found);
}

/** Lines that are written out, without those that contain another; null if one is invalid. */
function drawnLines(size: number, words: readonly string[]): Line[] | null {
  const named = words.map((each) => Array.from(each.replace("-", ""), (c) => CELLS.indexOf(c)));
  const valid = (cells: readonly number[]) =>
    new Set(cells).size === cells.length && cells.every((cell) => cell >= 0 && cell < size);
  if (!named.every(valid)) return null;
  const all = distinct(named.map((cells) => ({ cells: ascending(cells), guards: [] })));
  const within = (one: Line, two: Line) =>
    one !== two && one.cells.every((cell) => two.cells.includes(cell));
  return all.filter((line) => !all.some((other) => within(other, line)));
}

/** Whether a renaming of the cells maps the lines to the lines. */
export function keepsLines({ lines }: Game, to: readonly number[]): boolean {
  const keys = new Set(lines.map(lineKey));
  const rename = (cells: readonly number[]) => ascending(cells.map((cell) => to[cell]!));
  return lines.every(({ cells, guards }) =>
    keys.has(lineKey({ cells: rename(cells), guards: rename(guards) })),
  );
}
