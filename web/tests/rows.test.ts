/** Stones in a row on column bitboards, the short ways and the long ones, against the lines of the game. */

import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { describe, expect, it } from "vitest";
import { findRules } from "../src/game/games";

interface Rows {
  lay(k: number, height: number): void;
  completing(own: bigint, empty: bigint): bigint;
  hasLine(board: bigint): number;
  lackingTwo(own: bigint, empty: bigint): number;
}

const rows = await compiled();

describe.each([
  ...["7,6,4", "4,4,4", "9,6,4", "8,7,4", "4,15,4", "15,3,4"],
  // Columns that are too long for the short ways.
  "3,20,4",
  ...["7,6,3", "6,6,5", "4,3,2"],
])("on boards of %s drawn at random", (size) => {
  const { lines, shape, k, cells } = findRules(`${size} gravity`);
  const [columns = 1, high = 1] = shape;
  const bitOf = (cell: number) =>
    1n << BigInt((cell % columns) * (high + 1) + high - 1 - Math.floor(cell / columns));
  const board = (those: Iterable<number>) =>
    [...those].reduce((all, cell) => all | bitOf(cell), 0n);
  const dice = seeded(columns * high);

  it("what a line lacks is seen", () => {
    rows.lay(k!, high + 1);
    let [completed, lacking, over] = [0, 0, 0];
    for (let drawn = 0; drawn < 300; drawn += 1) {
      const heights = Array.from({ length: columns }, () => Math.floor(dice() * (high + 1)));
      const taken = (cell: number) => high - Math.floor(cell / columns) <= heights[cell % columns]!;
      const all = Array.from({ length: cells }, (_, cell) => cell);
      const own = new Set(all.filter((cell) => taken(cell) && dice() < 0.6));
      const empty = new Set(all.filter((cell) => !taken(cell)));
      const missing = lines
        .map((line) => line.filter((cell) => !own.has(cell)))
        .filter((rest) => rest.every((cell) => empty.has(cell)));
      const wins = new Set(missing.filter((rest) => rest.length === 1).flat());
      const twos = missing.filter((rest) => rest.length === 2).length;
      const full = missing.some((rest) => rest.length === 0);
      const [mine, free] = [board(own), board(empty)];
      expect(BigInt.asUintN(64, rows.completing(mine, free))).toBe(board(wins));
      expect(rows.lackingTwo(mine, free)).toBe(twos);
      expect(rows.hasLine(mine)).toBe(Number(full));
      completed += wins.size;
      lacking += twos;
      over += Number(full);
    }
    expect(completed).toBeGreaterThan(0);
    expect(lacking).toBeGreaterThan(0);
    expect(over).toBeGreaterThan(0);
    expect(over).toBeLessThan(300);
  });
});

function seeded(seed: number): () => number {
  return () => (seed = (seed * 16_807) % (2 ** 31 - 1)) / (2 ** 31 - 1);
}

/** The module by itself: the search offers none of its functions. */
async function compiled(): Promise<Rows> {
  const source = fileURLToPath(new URL("../assembly/rows.ts", import.meta.url));
  let code: Uint8Array<ArrayBuffer> | undefined;
  const { error } = await asc.main(
    [
      "rows.ts",
      "--baseDir",
      source.replace(/rows\.ts$/, ""),
      "--config",
      "none",
      "-O3",
      "--runtime",
      "stub",
      "--outFile",
      "rows.wasm",
    ],
    {
      writeFile: (_, contents) => {
        code = Uint8Array.from(contents as Uint8Array);
      },
    },
  );
  if (error) throw error;
  return new WebAssembly.Instance(new WebAssembly.Module(code!)).exports as unknown as Rows;
}
