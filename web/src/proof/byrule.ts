/** Claims where an extra stone never hurts: sums, pairs, threats and zones. */

import { ATTACKER, DEFENDER, EMPTY, emptyCells, isSettled, leastUseful, notRefuted } from "./board";
import { openLines, threats, type Board, type Zone } from "./board";
import { Checker, nameOf } from "./claims";
import { CELLS } from "./game";
import { readAnswer, readMove, readSet, type Answer, type Move } from "./words";

export class ByRule extends Checker {
  protected holdsFrom(board: Board, words: readonly string[]): null {
    if (threats(this.contest, board, ATTACKER).length > 0) {
      this.fail("the attacker completes a line");
    }
    if (isSettled(this.contest, board)) return null;
    const forced = threats(this.contest, board, DEFENDER);
    let left = forced.length === 1 ? forced : emptyCells(board);
    for (const word of words) {
      if (word.startsWith("=")) {
        this.paired(board, word.slice(1), null);
        left = [];
        continue;
      }
      const { cell, rest } = readMove(word);
      if (rest.startsWith("=")) {
        const kept = this.paired(board, rest.slice(1), cell);
        left = left.filter((each) => each === cell || kept.has(each));
      } else {
        if (!left.includes(cell ?? -1)) this.fail(`${nameOf(cell)} is no move that is left`);
        const after = board.slice();
        this.put(after, cell, ATTACKER);
        this.replied(after, readMove(rest));
        left = left.filter((each) => each !== cell);
      }
    }
    if (left.length > 0) this.fail(`nothing is said about the move ${CELLS[left[0]!]}`);
    return null;
  }

  /**
   * Check that each line open to the attacker, but those through a cell, holds a pair; return the
   * pairs.
   */
  private paired(board: Board, word: string, through: number | null): Map<number, number> {
    const pairs = pairsOf(word);
    if (!pairs) this.fail("these are no pairs");
    if (through !== null && board[through] !== EMPTY) this.fail("the reply is not empty");
    for (const cell of pairs.keys()) {
      if (board[cell] !== EMPTY || cell === through) this.fail("a cell of a pair is not empty");
    }
    for (const { cells } of openLines(this.contest, board, ATTACKER)) {
      const holds = cells.some((cell) => cells.includes(pairs.get(cell) ?? -1));
      if (!holds && !cells.includes(through ?? -1)) this.fail("an open line holds no pair");
    }
    return pairs;
  }

  protected replied(board: Board, { cell, rest }: Move): void {
    if (cell !== null) {
      if (threats(this.contest, board, DEFENDER).includes(cell)) return;
      this.put(board, cell, DEFENDER);
    }
    this.reached(board, rest);
  }

  protected reached(board: Board, step: string): Zone | null {
    if (this.wins) return this.lookUp(leastUseful(this.contest, board), step).zone;
    if (step.startsWith("=")) this.paired(board, step.slice(1), null);
    else if (!isSettled(this.contest, board)) this.lookUp(leastUseful(this.contest, board), step);
    return null;
  }

  /** The zone of a position with the defender to move, and of the moves that led to it. */
  private winsAfter(board: Board, step: string, used: readonly number[]): Zone {
    if (threats(this.contest, board, DEFENDER).length > 0) {
      this.fail("the defender completes a line");
    }
    const double = threats(this.contest, board, ATTACKER);
    if (double.length > 1) return zoneOf(board.length, [...used, double[0]!, double[1]!]);
    const { cells, passes } = this.lookUp(leastUseful(this.contest, board), step).zone!;
    const to = this.symmetry(step);
    return widened({ cells: to ? cells.map((_, cell) => cells[to[cell]!]!) : cells, passes }, used);
  }

  protected winsFrom(board: Board, words: readonly string[]): Zone {
    if (threats(this.contest, board, DEFENDER).length > 0) {
      this.fail("the defender completes a line");
    }
    const [threat, second] = threats(this.contest, board, ATTACKER);
    if (second !== undefined) return zoneOf(board.length, [threat!, second]);
    const answers = words.map(readAnswer);
    const zones = this.zonesOf(board, answers);
    if (threat !== undefined) {
      if (answers.length !== 1 || answers[0]!.reply !== threat) {
        this.fail("the only answer is to the reply that stops the threat");
      }
      return widened(zones[0]!, [threat]);
    }
    const least = zones[0] ?? this.fail("there is no answer");
    const open = openLines(this.contest, board, DEFENDER);
    const kept = zones.map((zone) => notRefuted(open, board, zone));
    const answered = new Set(answers.map(({ reply }) => reply));
    for (const cell of emptyCells(board)) {
      if (!answered.has(cell) && kept.every((cells) => cells[cell])) {
        this.fail(`nothing is said about the reply ${CELLS[cell]}`);
      }
    }
    const cells = kept[0]!;
    for (const zone of zones) zone.cells.forEach((inside, cell) => (cells[cell]! |= inside));
    return { cells, passes: Math.max(least.passes + 1, ...zones.map(({ passes }) => passes)) };
  }

  /** The zones of the wins that a claim's answers lead to. */
  zonesOf(board: Board, answers: readonly Answer[]): Zone[] {
    return answers.map((answer) => {
      const after = board.slice();
      if (answer.reply !== null) this.put(after, answer.reply, DEFENDER);
      return this.answered(after, answer);
    });
  }

  protected answered(board: Board, { moves, step }: Answer): Zone {
    const used: number[] = [];
    for (const [at, move] of moves.entries()) {
      const last = at === moves.length - 1;
      const completes = threats(this.contest, board, ATTACKER).includes(move ?? -1);
      this.put(board, move, ATTACKER);
      used.push(move!);
      if (completes) {
        if (!last) this.fail("a move comes after the line is complete");
        return zoneOf(board.length, used);
      }
      if (last) break;
      if (threats(this.contest, board, DEFENDER).length > 0) {
        this.fail("the defender completes a line");
      }
      const [forced, more] = threats(this.contest, board, ATTACKER);
      if (forced === undefined || more !== undefined) this.fail("a move makes not one threat");
      this.put(board, forced, DEFENDER);
      used.push(forced);
    }
    return this.winsAfter(board, step, used);
  }
}

/** The partner of each cell; null if one has none. */
export function pairsOf(word: string): Map<number, number> | null {
  const cells = word === "" ? [] : readSet(word);
  const pairs = new Map(cells.map((cell, at) => [cell, cells[at ^ 1] ?? -1]));
  return cells.length % 2 === 0 ? pairs : null;
}

const zoneOf = (size: number, cells: readonly number[]): Zone =>
  widened({ cells: new Uint8Array(size), passes: 0 }, cells);

function widened({ cells, passes }: Zone, more: readonly number[]): Zone {
  const wider = cells.slice();
  for (const cell of more) wider[cell] = 1;
  return { cells: wider, passes };
}
