/** How soon the page tells who wins after each move of Connect Four: measured by `make bench`. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Book } from "../src/falling/book";
import { fallingRules } from "../src/falling/rules";
import { FallingSolver } from "../src/falling/solver";
import { emptyBoard, legal, outcome, play, type Board } from "../src/game/rules";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const code = new WebAssembly.Module(read("generated/search.wasm"));
const book = new Book(read("../src/noughts/solver/books/7,6,4-gravity.book"));
const rules = fallingRules(book.rules)!;

const POSITIONS = 1000;
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
  const solver = new FallingSolver(code, rules, book);
  const before = process.cpuUsage();
  const [, most] = solver.booked(board);
  for (const { child } of solver.children(board)) solver.bounds(child, -most, 1);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

it.each([10, 12, 13, 14, 15])("%i stones", { timeout: 600_000 }, (stones) => {
  const spent = Array.from({ length: POSITIONS }, () => seconds(atRandom(stones)));
  spent.sort((a, b) => a - b);
  const part = (share: number) => spent[Math.ceil(share * POSITIONS) - 1]!.toFixed(3);
  const within = spent.filter((each) => each <= AIM).length / POSITIONS;
  console.log(
    `${stones} stones: median ${part(0.5)} s, 90 % ${part(0.9)}, slowest ${part(1)}, ` +
      `within ${AIM} s ${(100 * within).toFixed(1)} %`,
  );
  expect(within).toBeGreaterThan(0.75);
});
