/**
 * Checks a certificate under gravity, as docs/reference/gravity-certificates.md describes it. Like
 * the other checker, it trusts nothing in the file.
 */

import type { Board } from "./board.ts";
import { holds, readable } from "./file.ts";
import { completed, readCell, readSet, type Game } from "./game.ts";

/** The content of a cell: empty, the side that is answered for, the other side. */
export const [NONE, OWN, OTHER] = ["0", "1", "2"] as const;

/** A claim, and the step of the symmetry under which it stands here. */
export interface GravityClaim {
  readonly line: number;
  readonly entries: readonly string[];
  readonly symmetry: string;
}

const MOST = 1_000_000;

/** Whether a stone has an empty cell below. */
export const floats = ({ shape }: Game, board: Board): boolean =>
  board.some((side, cell) => side > 0 && board[cell + shape[0]!] === 0);

/** A board of such a game: a string with the content of each cell, in reading order. */
export class GravityBoard {
  private readonly width: number;
  /** For each cell, the other cells of the lines through it. */
  private readonly beside: readonly (readonly (readonly number[])[])[];

  constructor(protected readonly game: Game) {
    this.width = game.shape[0]!;
    this.beside = Array.from({ length: game.cells }, (_, cell) =>
      game.lines
        .filter(({ cells }) => cells.includes(cell))
        .map(({ cells }) => cells.filter((at) => at !== cell)),
    );
  }

  /** The cells that can be played: empty, and the one below is taken. */
  free(board: string): number[] {
    const found = [];
    for (let cell = 0; cell < board.length; cell += 1) {
      const below = board[cell + this.width];
      if (board[cell] === NONE && below !== NONE) found.push(cell);
    }
    return found;
  }

  above = (cell: number): number | null => (cell < this.width ? null : cell - this.width);

  /** Whether a side has all cells of a line but this one. */
  completes(board: string, cell: number, side: string): boolean {
    for (const line of this.beside[cell]!) {
      let at = 0;
      while (at < line.length && board[line[at]!] === side) at += 1;
      if (at === line.length) return true;
    }
    return false;
  }

  hasLine(board: string, side: string): boolean {
    return completed(this.game.lines, board, side);
  }

  /** What a diagram answers to each stone, and the cells in order; null stands for no answer. */
  protected readDiagram(entries: readonly string[]) {
    const { cells } = this.game;
    const order = readSet(entries[0]!.slice(1));
    holds(
      order.every((cell) => cell < cells),
      "a cell is off the board",
    );
    const answers = Array.from({ length: cells }, (_, cell) => this.above(cell));
    for (const entry of entries.slice(1)) {
      const [stone, answer, ...more] = Array.from(entry, readCell);
      readable(stone !== null && stone !== undefined && stone < cells);
      readable(answer !== undefined && more.length === 0);
      holds(answer === null || answer < cells, "a cell is off the board");
      answers[stone] = answer;
    }
    return { order, answers };
  }

  /** The first cell that can be played on which a side completes a line. */
  finish = (board: string, side: string): number | undefined =>
    this.free(board).find((cell) => this.completes(board, cell, side));
}

export const put = (board: string, cell: number, side: string): string =>
  board.slice(0, cell) + side + board.slice(cell + 1);

/** The claims of one kind: the other side is to move, and is answered. */
export class GravityClaims extends GravityBoard {
  readonly known = new Map<string, GravityClaim>();
  /** The sums of the claims' boards: one that is not among them was not claimed. */
  private readonly sums = new Set<number>();
  /** Of each cell, what a stone of either side adds to the sum. */
  private readonly weights: readonly number[];

  constructor(
    game: Game,
    private readonly symmetries: ReadonlyMap<string, readonly number[]>,
    private readonly wins: boolean,
  ) {
    super(game);
    let next = 1;
    this.weights = Array.from({ length: 3 * game.cells }, () => {
      next = (next * 48271) % 0x7fffffff;
      return next * 2 ** 15 + (next % 2 ** 15); // 64 of them make less than 2 ** 53
    });
  }

  private weight = (cell: number, side: string): number => this.weights[3 * cell + Number(side)]!;

  private sum(board: string): number {
    let sum = 0;
    for (let cell = 0; cell < board.length; cell += 1) {
      if (board[cell] !== NONE) sum += this.weight(cell, board[cell]!);
    }
    return sum;
  }

  private keep(board: string, claim: GravityClaim): void {
    if (this.known.has(board)) return;
    this.known.set(board, claim);
    this.sums.add(this.sum(board));
  }

  add(placed: Board, entries: readonly string[], line: number): void {
    holds(!floats(this.game, placed), "a stone floats");
    const board = placed.join("");
    this.claim(board, entries);
    this.symmetries.forEach((to, symmetry) => {
      const image = Array.from(board);
      to.forEach((cell, at) => (image[cell] = board[at]!));
      this.keep(image.join(""), { line, entries, symmetry });
    });
  }

  private claim(board: string, entries: readonly string[]): void {
    const left = new Set(this.unmet(board));
    if (entries[0]?.startsWith("=")) {
      holds(left.size > 0, "a diagram for a game that is over");
      this.follow(board, entries);
      return;
    }
    if (left.size === 0) return;
    for (const entry of entries) {
      const [move, answer] = Array.from(entry, readCell);
      const single = entry.length === 2 && typeof move === "number" && typeof answer === "number";
      readable(single, "an entry has no move, or too many");
      holds(this.free(board).includes(move), "a move cannot be played");
      this.meet(put(board, move, OTHER), answer);
      left.delete(move);
    }
    holds(left.size === 0, "there is no answer to a move");
  }

  /** The moves that need an answer; none if the game has ended as stated. */
  private unmet(board: string): number[] {
    holds(!this.hasLine(board, OTHER), "the game ends otherwise than stated");
    if (this.hasLine(board, OWN)) return [];
    holds(!this.wins || board.includes(NONE), "the game ends otherwise than stated");
    return this.free(board).filter((move) => {
      const after = put(board, move, OTHER);
      const full = !this.wins && !after.includes(NONE);
      const met = full || this.finish(after, OWN) !== undefined;
      return !met || this.hasLine(after, OTHER);
    });
  }

  /** Check the statement about the position itself. */
  root(start: Board, answer: string): void {
    readable(answer.length === 1, "an entry has no move, or too many");
    this.meet(start.join(""), readCell(answer));
  }

  /** The own side answers, and comes to a claim or to the stated end. */
  private meet(board: string, answer: number | null): void {
    holds(answer === null || this.free(board).includes(answer), "a move cannot be played");
    const after = answer === null ? board : put(board, answer, OWN);
    holds(
      this.known.has(after) || this.unmet(after).length === 0,
      "it leads to a position not claimed before",
    );
  }

  /** Play a diagram against every move. */
  private follow(start: string, entries: readonly string[]): void {
    const { order, answers } = this.readDiagram(entries);
    // The board of each sum. Two boards of one sum would only be looked at more often.
    const seen = new Map([[this.sum(start), start]]);
    const todo = [start];
    for (const board of todo) {
      const free = this.free(board);
      const sum = this.sum(board);
      const finishes = free.filter((cell) => this.completes(board, cell, OWN));
      holds(
        !free.some((cell) => this.completes(board, cell, OTHER)),
        "the other side completes a line",
      );
      for (const move of free) {
        const up = this.above(move);
        const left = free.flatMap((cell) => (cell !== move ? cell : up === null ? [] : up));
        const ends = finishes.some((cell) => cell !== move);
        if (
          (left.length === 0 && !this.wins) ||
          ends ||
          (up !== null && this.completes(board, up, OWN))
        )
          continue;
        const after = put(board, move, OTHER);
        const block = left.find((cell) => this.completes(after, cell, OTHER));
        const moved = sum + this.weight(move, OTHER);
        const claimed = (cell: number) =>
          this.sums.has(moved + this.weight(cell, OWN)) && this.known.has(put(after, cell, OWN));
        if (block === undefined ? left.some(claimed) : claimed(block)) continue;
        const said = answers[move]!;
        const answer =
          block ??
          (said !== null && left.includes(said) ? said : order.find((cell) => left.includes(cell)));
        holds(answer !== undefined, "there is no answer to a move");
        const total = moved + this.weight(answer, OWN);
        const before = seen.get(total);
        const now = put(after, answer, OWN);
        if (before === now) continue;
        holds(!this.wins || now.includes(NONE), "the board is full");
        holds(todo.length < MOST, "it reaches too many positions");
        if (before === undefined) seen.set(total, now);
        todo.push(now);
      }
    }
  }
}
