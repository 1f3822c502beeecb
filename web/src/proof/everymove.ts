/** Claims where an extra stone can hurt: only every move is a proof. */

import { ATTACKER, complete, DEFENDER, EMPTY, emptyCells, type Board, type Side } from "./board";
import { Checker } from "./claims";
import { CELLS } from "./game";
import { readAnswer, readMove, type Answer, type Move } from "./words";

export class EveryMove extends Checker {
  protected holdsFrom(board: Board, words: readonly string[]): null {
    const left = new Set(emptyCells(board));
    for (const word of words) {
      const { cell, rest } = readMove(word);
      const after = board.slice();
      if (cell !== null && this.move(after, cell, ATTACKER) !== null) {
        this.fail("the game ends before the reply");
      }
      this.replied(after, readMove(rest));
      left.delete(cell ?? -1);
    }
    for (const cell of left) {
      const after = board.slice();
      if (this.move(after, cell, ATTACKER) !== "as stated") {
        this.fail(`nothing is said about the move ${CELLS[cell]}`);
      }
    }
    return null;
  }

  protected replied(board: Board, { cell, rest }: Move): void {
    const end = this.move(board, cell, DEFENDER);
    if (end === "otherwise") this.fail("the reply lets the attacker win");
    if (end === null) this.lookUp(board, rest);
  }

  protected reached(board: Board, step: string): void {
    this.lookUp(board, step);
  }

  protected winsFrom(board: Board, words: readonly string[]): null {
    const left = new Set(emptyCells(board));
    if (left.size === 0) this.fail("the board is full");
    for (const word of words) {
      const answer = readAnswer(word);
      const after = board.slice();
      if (answer.reply !== null && this.move(after, answer.reply, DEFENDER) !== null) {
        this.fail("the game ends by the reply");
      }
      this.answered(after, answer);
      left.delete(answer.reply ?? -1);
    }
    for (const cell of left) {
      const after = board.slice();
      if (this.move(after, cell, DEFENDER) !== "as stated") {
        this.fail(`nothing is said about the reply ${CELLS[cell]}`);
      }
    }
    return null;
  }

  protected answered(board: Board, { moves, step }: Answer): null {
    if (moves.length !== 1) this.fail("an answer is one move");
    const end = this.move(board, moves[0]!, ATTACKER);
    if (end === "otherwise") this.fail("the answer does not win");
    if (end === null) this.lookUp(board, step);
    return null;
  }

  /** Make a move; say whether the game ends by it, as the statement says or otherwise. */
  private move(board: Board, cell: number | null, side: Side): "as stated" | "otherwise" | null {
    this.put(board, cell, side);
    let attackerWins = false;
    if (complete(this.contest, board, side)) {
      attackerWins = (side === ATTACKER) !== this.contest.game.misere;
    } else if (board.includes(EMPTY)) {
      return null;
    }
    return attackerWins === this.wins ? "as stated" : "otherwise";
  }
}
