/** Claims where an extra stone can hurt: only every move is a proof. */

import { ATTACKER, complete, DEFENDER, EMPTY, emptyCells, type Board, type Side } from "./board";
import { Checker } from "./claims";
import { CELLS } from "./game";
import { readMove, type Answer, type Move } from "./words";

export class EveryMove extends Checker {
  /** Who is to meet each move: whoever wins, or does not lose. */
  private readonly own: Side = this.wins ? ATTACKER : DEFENDER;
  private readonly other: Side = this.wins ? DEFENDER : ATTACKER;

  protected holdsFrom(board: Board, words: readonly string[]): null {
    return this.eachMet(board, words);
  }

  protected winsFrom(board: Board, words: readonly string[]): null {
    return this.eachMet(board, words);
  }

  protected replied(board: Board, reply: Move): void {
    this.met(board, reply);
  }

  protected reached(board: Board, step: string): void {
    this.lookUp(board, step);
  }

  protected answered(board: Board, { moves, step }: Answer): null {
    if (moves.length !== 1) this.fail("an answer is one move");
    this.met(board, { cell: moves[0]!, rest: step });
    return null;
  }

  /** Each move of the other's is met by what a word says, unless it ends the game as stated. */
  private eachMet(board: Board, words: readonly string[]): null {
    const left = new Set(
      emptyCells(board).filter((cell) => {
        const after = board.slice();
        this.put(after, cell, this.other);
        return this.end(after) !== "as stated";
      }),
    );
    for (const word of left.size > 0 ? words : []) {
      const { cell, rest } = readMove(word);
      const after = board.slice();
      if (cell !== null) this.put(after, cell, this.other);
      if (this.end(after) !== null) this.fail("an answer after the end");
      this.met(after, readMove(rest));
      left.delete(cell ?? -1);
    }
    for (const cell of left) this.fail(`nothing is said of ${CELLS[cell]}`);
    return null;
  }

  /** What is stated is true after a move of one's own: the game ends like that, or it is claimed. */
  private met(board: Board, { cell, rest }: Move): void {
    if (cell === null) this.fail("an answer is a move");
    this.put(board, cell, this.own);
    const end = this.end(board);
    if (end === "otherwise") this.fail("the answer ends the game otherwise than stated");
    if (end === null) this.lookUp(board, rest);
    else if (rest !== "") this.fail("something follows an answer that ends the game");
  }

  /** Whether the game has ended, and as the statement says; null if it goes on. */
  private end(board: Board): "as stated" | "otherwise" | null {
    const { misere } = this.contest.game;
    if (complete(this.contest, board, this.other)) return misere ? "as stated" : "otherwise";
    if (complete(this.contest, board, this.own)) return misere ? "otherwise" : "as stated";
    if (board.includes(EMPTY)) return null;
    return this.wins ? "otherwise" : "as stated";
  }
}
