/** How soon the page tells who wins after each move of Connect Four: measured by `make bench`. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Book } from "../src/gravity/book";
import { findRules } from "../src/game/games";
import { GravitySolver } from "../src/gravity/solver";
import { emptyBoard, legal, outcome, play, type Board } from "../src/game/rules";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const code = new WebAssembly.Module(read("generated/search.wasm"));
const book = new Book(read("../src/noughts/solver/books/7,6,4-gravity.book"));
const rules = findRules(book.rules);

const AIM = 0.1;

let seed = 1;
const dice = () => (seed = (seed * 16_807) % (2 ** 31 - 1)) / (2 ** 31 - 1);
const after = (board: Board) => legal(rules, board).map((cell) => play(board, cell));

/** A position in which nobody wins at once. */
function atRandom(stones: number): Board {
  for (;;) {
    let board = emptyBoard(rules);
    for (let ply = 0; ply < stones && !outcome(rules, board); ply += 1) {
      const boards = after(board);
      board = boards[Math.floor(dice() * boards.length)]!;
    }
    if (![board, ...after(board)].some((each) => outcome(rules, each))) return board;
  }
}

/** CPU seconds, with an empty table, for what `analyse` asks first. */
function seconds(board: Board): number {
  const solver = new GravitySolver(code, rules, book);
  const before = process.cpuUsage();
  const [, most] = solver.booked(board);
  for (const { child } of solver.children(board)) solver.bounds(child, -most, 1);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Stones, and how many positions. */
const SAMPLES = [
  [10, 1000],
  [12, 1000],
  [13, 10_000],
  [14, 10_000],
  [15, 10_000],
  [16, 10_000],
] as const;

it.each(SAMPLES)("%i stones", { timeout: 1_200_000 }, (stones, positions) => {
  const spent = Array.from({ length: positions }, () => seconds(atRandom(stones)));
  spent.sort((a, b) => a - b);
  const part = (share: number) => spent[Math.ceil(share * positions) - 1]!.toFixed(3);
  const within = spent.filter((each) => each <= AIM).length / positions;
  console.log(
    `${stones} stones: median ${part(0.5)} s, 90 % ${part(0.9)}, slowest ${part(1)}, ` +
      `within ${AIM} s ${(100 * within).toFixed(2)} %`,
  );
  expect(within).toBeGreaterThan(0.75);
});
