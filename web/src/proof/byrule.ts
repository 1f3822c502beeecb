/** Claims where an extra stone never hurts: sums, pairs, threats and zones. */

import {
  ATTACKER,
  complete,
  DEFENDER,
  EMPTY,
  emptyCells,
  isSettled,
  leastUseful,
} from "./board.ts";
import { notRefuted, openLines, threats, type Board, type Side, type Zone } from "./board.ts";
import { Checker } from "./claims.ts";
import { CELLS } from "./game.ts";
import { withoutTwins } from "./twins.ts";
import { readAnswer, readMove, readSet, Unreadable, type Answer, type Move } from "./words.ts";

export class ByRule extends Checker {
  /** Whether twins are removed: if the defender only blocks, and the attacker does not win. */
  readonly twins = this.contest.game.blocks && !this.wins;

  /** The reduced form of a position. */
  least(board: Board): Board {
    return leastUseful(this.contest, this.twins ? withoutTwins(this.contest, board) : board);
  }

  protected override stands(board: Board): Board {
    return this.twins ? this.least(board) : board;
  }

  protected holdsFrom(board: Board, words: readonly string[]): null {
    if (complete(this.contest, board, DEFENDER)) return null;
    if (threats(this.contest, board, ATTACKER).length > 0) {
      this.fail("the attacker completes a line");
    }
    if (isSettled(this.contest, board)) return null;
    const forced = threats(this.contest, board, DEFENDER);
    let left = forced.length === 1 ? forced : emptyCells(board);
    for (const word of words) {
      const { cell, rest } = readMove(word.startsWith("=") ? `-${word}` : word);
      // A pairing answers several moves.
      const kept = rest.startsWith("=")
        ? this.replied(board, { cell, rest })
        : this.replied(this.after(board, cell, ATTACKER), readMove(rest));
      left = left.filter((each) => (kept ? kept.has(each) : each !== cell));
    }
    if (left.length > 0) this.fail(`there is no answer to the move ${CELLS[left[0]!]}`);
    return null;
  }

  /** The board after a move, or after a pass. */
  private after(board: Board, cell: number | null, side: Side): Board {
    const after = board.slice();
    if (cell !== null) this.put(after, cell, side);
    return after;
  }

  /**
   * Check that each line open to the attacker, but those through a cell, holds a pair; return the
   * pairs.
   */
  private paired(board: Board, word: string, through: number | null): Map<number, number> {
    const pairs = pairsOf(word);
    if (!pairs) this.fail("these are not pairs");
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

  /** Check that the attacker does not win after a reply; return the moves that a pairing leaves. */
  protected replied(board: Board, { cell, rest }: Move): Set<number> | null {
    if (rest.startsWith("=")) {
      const pairs = this.paired(board, rest.slice(1), cell);
      return new Set(cell === null ? [] : [cell, ...pairs.keys()]);
    }
    if (rest !== "" && !rest.startsWith(".")) throw new Unreadable();
    if (cell !== null && threats(this.contest, board, DEFENDER).includes(cell)) return null;
    const after = this.after(board, cell, DEFENDER);
    if (!isSettled(this.contest, after)) {
      if (threats(this.contest, after, ATTACKER).length > 0) {
        this.fail("the attacker completes a line");
      }
      const least = this.least(after);
      this.symmetry(rest); // It must be one, even if there are few enough lines without twins.
      if (!isSettled(this.contest, least)) this.lookUp(least, rest);
    }
    return null;
  }

  /** The zone of a position with the defender to move, and of the moves that led to it. */
  private winsAfter(board: Board, step: string, used: readonly number[]): Zone {
    if (threats(this.contest, board, DEFENDER).length > 0) {
      this.fail("the defender completes a line");
    }
    const double = threats(this.contest, board, ATTACKER);
    if (double.length > 1) return zoneWith(board.length, [...used, double[0]!, double[1]!]);
    const { cells, passes } = this.lookUp(leastUseful(this.contest, board), step).zone!;
    const to = this.symmetry(step);
    return widened({ cells: to ? cells.map((_, cell) => cells[to[cell]!]!) : cells, passes }, used);
  }

  protected winsFrom(board: Board, words: readonly string[]): Zone {
    if (complete(this.contest, board, ATTACKER)) return zoneWith(board.length, []);
    if (threats(this.contest, board, DEFENDER).length > 0) {
      this.fail("the defender completes a line");
    }
    const [threat, second] = threats(this.contest, board, ATTACKER);
    if (second !== undefined) return zoneWith(board.length, [threat!, second]);
    const open = openLines(this.contest, board, DEFENDER);
    const cells = new Uint8Array(board.length);
    let left = emptyCells(board);
    if (threat !== undefined) left = [threat];
    if (threat !== undefined) cells[threat] = 1;
    let passes = 0;
    for (const [at, word] of words.entries()) {
      const answer = readAnswer(word);
      const zone = this.zoneOf(board, answer);
      const kept = notRefuted(open, board, zone);
      left = left.filter((cell) => kept[cell] && cell !== answer.reply);
      // If no reply is forced, the first answer must also answer a pass.
      const least = at === 0 && threat === undefined;
      (least ? kept : zone.cells).forEach((inside, cell) => (cells[cell]! |= inside));
      passes = Math.max(passes, zone.passes + Number(least));
    }
    if (left.length > 0) this.fail(`there is no answer to the reply ${CELLS[left[0]!]}`);
    if (threat === undefined && words.length === 0) this.fail("the board is full");
    return { cells, passes };
  }

  /** The zone of the win that a claim's answer leads to. */
  zoneOf(board: Board, answer: Answer): Zone {
    return this.answered(this.after(board, answer.reply, DEFENDER), answer);
  }

  protected answered(board: Board, { moves, step }: Answer): Zone {
    const used: number[] = [];
    for (const [at, move] of moves.entries()) {
      const last = at === moves.length - 1;
      const completes = threats(this.contest, board, ATTACKER).includes(move ?? -1);
      if (move !== null) {
        this.put(board, move, ATTACKER);
        used.push(move);
      }
      if (completes) {
        if (!last) this.fail("a move comes after the line is complete");
        return zoneWith(board.length, used);
      }
      if (last) break;
      if (threats(this.contest, board, DEFENDER).length > 0) {
        this.fail("the defender completes a line");
      }
      const [forced, more] = threats(this.contest, board, ATTACKER);
      if (forced === undefined || more !== undefined)
        this.fail("a move does not make exactly one threat");
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
  // A `-` is not a cell, so it cannot be in a pair.
  return cells.length === word.length && cells.length % 2 === 0 ? pairs : null;
}

const zoneWith = (size: number, cells: readonly number[]): Zone =>
  widened({ cells: new Uint8Array(size), passes: 0 }, cells);

function widened({ cells, passes }: Zone, more: readonly number[]): Zone {
  const wider = cells.slice();
  for (const cell of more) wider[cell] = 1;
  return { cells: wider, passes };
}
