/**
 * The game of a certificate, made only from its text and not from the rest of the page. See
 * docs/reference/certificate-format.md, "The file".
 */

/** The cells' names in a certificate, in reading order. */
export const CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

/** A row to complete, and the cells that make it too long if its owner has one of them. */
export interface Line {
  readonly cells: readonly number[];
  readonly guards: readonly number[];
}

export interface Game {
  /** The rules as the certificate writes them. */
  readonly rules: string;
  readonly shape: readonly number[];
  /** The length of a line; null if the lines are written out. */
  readonly k: number | null;
  readonly cells: number;
  readonly lines: readonly Line[];
  readonly misere: boolean;
  readonly torus: boolean;
  readonly exact: boolean;
  /** Whether O's lines do not count. */
  readonly blocks: boolean;
  /** Whether an extra stone may hurt, so that only trying every move is a proof. */
  readonly everyMove: boolean;
}

const NUMBER = String.raw`([1-9]\d{0,3})`;
const SIDES = `${NUMBER},${NUMBER}(?:,${NUMBER})?`;
const MADE = new RegExp(`^${SIDES},${NUMBER}((?: torus)?(?: exact)?(?: misere)?)$`);
const DRAWN = new RegExp(`^${SIDES} lines((?: [^ ]+)*?)(?: misere)?$`);
const BLOCKS = ", O only blocks";

/** The game of a rules text; null if certificates do not support it. */
export function readGame(text: string): Game | null {
  const blocks = text.endsWith(BLOCKS);
  const rules = blocks ? text.slice(0, -BLOCKS.length) : text;
  const made = MADE.exec(rules);
  const drawn = made ? null : DRAWN.exec(rules);
  const found = made ?? drawn;
  if (!found) return null;
  const shape = [found[1], found[2], found[3]].flatMap((side) => (side ? [Number(side)] : []));
  const cells = shape.reduce((product, side) => product * side, 1);
  if (cells > CELLS.length) return null;
  const flags = rules.split(" ").slice(1);
  const has = (flag: string) => flags.includes(flag);
  const [torus, exact, misere] = [has("torus"), has("exact"), has("misere")];
  const k = made ? Number(made[4]) : null;
  const lines = k === null ? drawnLines(cells, drawn![4]!) : rows(shape, k, torus, exact);
  if (!lines) return null;
  const everyMove = misere || lines.some(({ guards }) => guards.length > 0);
  if (blocks && everyMove) return null;
  return { rules, shape, k, cells, lines, misere, torus, exact, blocks, everyMove };
}

/** Steps -1, 0 and 1 in each direction, one of two opposite ones. */
const STEPS = [-1, 0, 1]
  .flatMap((z) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y, z])))
  .slice(14);

/** All rows of k different cells. */
function rows(shape: readonly number[], k: number, torus: boolean, exact: boolean): Line[] {
  const [columns = 1, deep = 1, layers = 1] = shape;
  const sides = [columns, deep, layers];
  const found = new Map<string, Line>();
  const walk = (from: readonly number[], step: readonly number[], times: number) => {
    const at = from.map((each, axis) => each + times * step[axis]!);
    if (torus) at.forEach((each, axis) => (at[axis] = modulo(each, sides[axis]!)));
    if (at.some((each, axis) => each < 0 || each >= sides[axis]!)) return null;
    return (at[2]! * deep + at[1]!) * columns + at[0]!;
  };
  for (let cell = 0; cell < columns * deep * layers; cell += 1) {
    const from = [
      cell % columns,
      Math.floor(cell / columns) % deep,
      Math.floor(cell / columns / deep),
    ];
    for (const step of STEPS) {
      const cells = Array.from({ length: k }, (_, times) => walk(from, step, times));
      if (cells.includes(null) || new Set(cells).size < k) continue;
      const row = (cells as number[]).sort((a, b) => a - b);
      const ends = exact ? [walk(from, step, -1), walk(from, step, k)] : [];
      const guards = [...new Set(ends)].flatMap((end) =>
        end === null || row.includes(end) ? [] : [end],
      );
      const line = { cells: row, guards: guards.sort((a, b) => a - b) };
      found.set(lineKey(line), line);
    }
  }
  return [...found.values()];
}

/**
 * Lines that are written out; null if one is invalid. Lines that contain a shorter one are dropped.
 */
function drawnLines(size: number, text: string): Line[] | null {
  const found = new Map<string, Line>();
  for (const each of text.split(" ").filter(Boolean)) {
    const cells = Array.from(each.replace("-", ""), (name) => CELLS.indexOf(name));
    if (cells.some((cell) => cell < 0 || cell >= size)) return null;
    if (new Set(cells).size < cells.length) return null;
    const line = { cells: cells.sort((a, b) => a - b), guards: [] };
    found.set(lineKey(line), line);
  }
  const all = [...found.values()];
  const within = (one: Line, two: Line) =>
    one !== two && one.cells.every((cell) => two.cells.includes(cell));
  return all.filter((line) => !all.some((other) => within(other, line)));
}

/** Whether a renaming of the cells maps the lines to the lines. */
export function keepsLines({ lines }: Game, to: readonly number[]): boolean {
  const keys = new Set(lines.map(lineKey));
  const rename = (cells: readonly number[]) => cells.map((cell) => to[cell]!).sort((a, b) => a - b);
  return lines.every(({ cells, guards }) =>
    keys.has(lineKey({ cells: rename(cells), guards: rename(guards) })),
  );
}

const lineKey = ({ cells, guards }: Line) => `${cells.join()}|${guards.join()}`;
const modulo = (value: number, side: number) => ((value % side) + side) % side;
