/** Claims for games in which an extra stone can hurt: only trying every move is a proof. */

import { ATTACKER, complete, DEFENDER, EMPTY, emptyCells, type Board, type Side } from "./board.ts";
import { Checker } from "./claims.ts";
import { CELLS } from "./game.ts";
import { readMove, Unreadable, type Answer, type Move } from "./words.ts";

export class EveryMove extends Checker {
  /** The side that answers each move: the winner, or the side that does not lose. */
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

  protected answered(board: Board, { moves, step }: Answer): null {
    if (moves.length !== 1) this.fail("an answer is one move");
    this.met(board, { cell: moves[0]!, rest: step });
    return null;
  }

  /** The other side's moves that do not themselves end the game as stated. */
  private toMeet(board: Board): number[] {
    const end = this.end(board);
    if (end === "otherwise") this.fail("the game ends otherwise than stated");
    if (end === "as stated") return [];
    return emptyCells(board).filter((cell) => {
      const after = board.slice();
      this.put(after, cell, this.other);
      return this.end(after) !== "as stated";
    });
  }

  /** A word answers each of these moves. */
  private eachMet(board: Board, words: readonly string[]): null {
    const left = new Set(this.toMeet(board));
    for (const word of left.size > 0 ? words : []) {
      if (word.includes("-")) this.fail("nobody passes here");
      const { cell, rest } = readMove(word);
      const after = board.slice();
      this.put(after, cell, this.other);
      this.met(after, readMove(rest));
      left.delete(cell!);
    }
    for (const cell of left) this.fail(`there is no answer to ${CELLS[cell]}`);
    return null;
  }

  /** The statement is true after one's own move: the game ends like that, or a claim says so. */
  private met(board: Board, { cell, rest }: Move): void {
    if (rest !== "" && !rest.startsWith(".")) {
      if (this.wins) this.fail("an answer is one move");
      throw new Unreadable();
    }
    if (cell !== null) this.put(board, cell, this.own);
    if (this.toMeet(board).length > 0) this.lookUp(board, rest);
  }

  /** Whether the game has ended as stated; null if it is not over. */
  private end(board: Board): "as stated" | "otherwise" | null {
    const { misere } = this.contest.game;
    if (complete(this.contest, board, this.other)) return misere ? "as stated" : "otherwise";
    if (complete(this.contest, board, this.own)) return misere ? "otherwise" : "as stated";
    if (board.includes(EMPTY)) return null;
    return this.wins ? "otherwise" : "as stated";
  }
}
