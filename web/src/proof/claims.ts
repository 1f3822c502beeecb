/** The claims of a certificate, and the shared part of checking them. */

import { ATTACKER, BLOCKED, boardKey, DEFENDER, EMPTY, renamed } from "./board.ts";
import type { Board, Contest, Side, Zone } from "./board.ts";
import { DoesNotHold, NoCertificate } from "./file.ts";
import { CELLS, type Game } from "./game.ts";
import { readAnswer, readMove, readSet, readStep, Unreadable } from "./words.ts";
import type { Answer, Move } from "./words.ts";

export type Mark = "X" | "O";

export const otherMark = (mark: Mark): Mark => (mark === "X" ? "O" : "X");

/** A claim that has been checked. */
export interface Claim {
  /** Its line in the file. */
  readonly line: number;
  /** What the file gives: reasons (`h`) or answers (`w`). */
  readonly words: readonly string[];
  readonly board: Board;
  /** If it is about a win, and not every move is listed. */
  readonly zone: Zone | null;
}

/** A statement that has been checked. */
export interface Statement {
  readonly attacker: Mark;
  /** Whether the attacker wins, or does not. */
  readonly wins: boolean;
  /** Whether strategy stealing proves it, which does not say how to play. */
  readonly stolen: boolean;
  readonly root: string;
  /** The claims of its kind, and how many come before it since the last statement. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly count: number;
}

/** What a certificate has proved. */
export interface Proof {
  readonly game: Game;
  /** The stones, in the file's form. */
  readonly position: string;
  /** Whether O's lines do not count. */
  readonly blocks: boolean;
  readonly symmetries: readonly (readonly number[])[];
  readonly statements: readonly Statement[];
}

/** A line of the file. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

export const unreadable = ({ text, number }: Line) =>
  new NoCertificate(`line ${number}, “${shortened(text)}”, cannot be read`);

export const wrong = ({ text, number }: Line, why: string) =>
  new DoesNotHold(`line ${number}, “${shortened(text)}”: ${why}`, number);

export const nameOf = (cell: number | null): string => (cell === null ? "-" : CELLS[cell]!);

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The content of a line, or the line's error. */
export function readable<Word>(line: Line, read: () => Word): Word {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? unreadable(line) : error;
  }
}

/** The claims of one kind, checked as they arrive. */
export abstract class Checker {
  protected line: Line = { text: "", number: 0 };

  constructor(
    protected readonly contest: Contest,
    protected readonly symmetries: readonly (readonly number[])[],
    protected readonly wins: boolean,
    readonly known = new Map<string, Claim>(),
  ) {}

  claim(line: Line): void {
    this.line = line;
    readable(line, () => {
      const [kind, attacker, defender, blocked, ...words] = line.text.split(" ");
      if (kind !== (this.wins ? "w" : "h")) throw new Unreadable();
      const board = new Uint8Array(this.contest.game.cells).fill(EMPTY);
      this.lay(board, attacker, ATTACKER);
      this.lay(board, defender, DEFENDER);
      this.lay(board, blocked, BLOCKED);
      if (this.contest.game.everyMove && board.includes(BLOCKED)) this.fail("a cell is blocked");
      const zone = this.wins ? this.winsFrom(board, words) : this.holdsFrom(board, words);
      const stands = this.stands(board);
      this.known.set(boardKey(stands), { line: line.number, words, board: stands, zone });
    });
  }

  /** The position after the steps to a claim. */
  protected stands(board: Board): Board {
    return board;
  }

  /** Put a set on the board; cells of both sides are blocked. */
  private lay(board: Board, word: string | undefined, held: number): void {
    for (const cell of readSet(word)) {
      if (cell >= board.length) this.fail("a cell is off the board");
      board[cell] = board[cell] === EMPTY ? held : BLOCKED;
    }
  }

  /** Check the statement about the position itself; the side not to move begins with a pass. */
  root(line: Line, word: string, start: Board, attackerMoves: boolean): void {
    this.line = line;
    readable(line, () => {
      if ((attackerMoves === this.wins) === word.startsWith("-")) {
        this.fail("it begins with a move too many, or too few");
      }
      if (this.wins) this.answered(start, readAnswer(`-${word}`));
      else this.replied(start, readMove(word));
    });
  }

  /** Check that the attacker, who is to move, does not win. */
  protected abstract holdsFrom(board: Board, words: readonly string[]): null;
  /** Check that the attacker wins with the defender to move. */
  protected abstract winsFrom(board: Board, words: readonly string[]): Zone | null;
  /** Check that the attacker does not win after a reply. */
  protected abstract replied(board: Board, reply: Move): unknown;
  /** Check that the attacker wins by an answer's moves. */
  protected abstract answered(board: Board, answer: Answer): Zone | null;

  protected fail(why: string): never {
    throw wrong(this.line, why);
  }

  protected put(board: Board, cell: number | null, side: Side): void {
    if (cell === null) this.fail("nobody passes here");
    if (board[cell] !== EMPTY) this.fail(`${nameOf(cell)} is not empty`);
    board[cell] = side;
  }

  /** Where a step's symmetry takes each cell; null without a symmetry. */
  protected symmetry(step: string): readonly number[] | null {
    const number = readStep(step);
    if (number > this.symmetries.length) throw new Unreadable();
    return this.symmetries[number - 1] ?? null;
  }

  /** The claim that a step leads to. */
  protected lookUp(board: Board, step: string): Claim {
    const to = this.symmetry(step);
    return (
      this.known.get(boardKey(to ? renamed(board, to) : board)) ??
      this.fail("it leads to a position that was not claimed before")
    );
  }
}
