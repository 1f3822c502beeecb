/**
 * The claims of one kind, checked as they arrive. One side answers each move of the other: the
 * attacker, who wins, or the defender, who does not lose.
 */

import { ATTACKER, BLOCKED, boardKey, DEFENDER, EMPTY, emptyCells, renamed } from "./board.ts";
import { rival, type Board, type Cells, type Contest, type Side } from "./board.ts";
import { DoesNotHold, NoCertificate } from "./file.ts";
import { CELLS } from "./game.ts";

/** A line of the file. */
export interface Row {
  readonly text: string;
  readonly number: number;
}

/** What a win needs: its cells, and how often the defender may pass. */
export interface Zone {
  readonly cells: Cells;
  readonly passes: number;
}

/** A claim that has been checked. */
export interface Claim {
  /** Its line in the file. */
  readonly line: number;
  readonly entries: readonly string[];
  readonly board: Board;
  /** If it is about a win, and not every move is listed. */
  readonly zone: Zone | null;
}

/** A word that cannot be read. */
class Unreadable extends Error {}

const quoted = ({ text, number }: Row) =>
  `line ${number}, “${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
export const unreadable = (row: Row) => new NoCertificate(`${quoted(row)}, cannot be read`);
export const wrong = (row: Row, why: string) =>
  new DoesNotHold(`${quoted(row)}: ${why}`, row.number);

/** The content of a line, or the line's error. */
export function readable<Content>(row: Row, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? unreadable(row) : error;
  }
}

/** A cell by its name, null for `-`. It may lie off the board. */
export function readCell(name: string): number | null {
  const cell = name.length === 1 ? CELLS.indexOf(name) : -1;
  if (cell < 0 && name !== "-") throw new Unreadable();
  return cell < 0 ? null : cell;
}

/** The cells in a word. */
export const readCells = (word: string): number[] =>
  Array.from(word, readCell).filter((cell) => cell !== null);

/** A set of cells. */
function readSet(word: string | undefined): number[] {
  const cells = readCells(word || "!");
  if (new Set(cells).size < cells.length) throw new Unreadable();
  return cells;
}

/** The own side's moves, null for a pass, and the step after them. */
export interface Answer {
  readonly moves: readonly (number | null)[];
  readonly step: string;
}

export function readAnswer(word: string): Answer {
  const [names = ""] = word.split(/[.=]/, 1);
  if (names === "") throw new Unreadable();
  return { moves: Array.from(names, readCell), step: word.slice(names.length) };
}

/** An entry: a move, null for a pass, and its answer. If a pairing answers several, it has none. */
export function readEntry(entry: string): { move: number | null; answer: string } {
  if (entry.startsWith("=")) return { move: null, answer: `-${entry}` };
  if (entry[1] === "=") return { move: null, answer: entry };
  return { move: readCell(entry.slice(0, 1)), answer: entry.slice(1) };
}

/** The partner of each cell; null if one has none. */
export function pairsOf(word: string): Map<number, number> | null {
  const cells = word === "" ? [] : readSet(word);
  // A `-` is not a cell, so it cannot be in a pair.
  if (cells.length !== word.length || cells.length % 2 > 0) return null;
  return new Map(cells.map((cell, at) => [cell, cells[at ^ 1]!]));
}

/** The number of a step's symmetry; 0 if it has none. */
export function readStep(step: string): number {
  if (!/^(\.[1-9]\d{0,5})?$/.test(step)) throw new Unreadable();
  return Number(step.slice(1));
}

export class Claims {
  /** Whether reduced positions are without twins: the defender only blocks, and does not lose. */
  readonly twins: boolean;
  private readonly everyMove: boolean;
  /** Whether a win need not answer every move, and whether pairs may answer them. */
  private readonly zones: boolean;
  private readonly pairs: boolean;
  private readonly own: Side;
  private readonly other: Side;
  private row: Row = { text: "", number: 0 };

  constructor(
    private readonly contest: Contest,
    private readonly symmetries: readonly (readonly number[])[],
    private readonly wins: boolean,
    readonly known = new Map<string, Claim>(),
  ) {
    this.twins = contest.game.blocks && !wins;
    this.everyMove = contest.game.everyMove;
    this.zones = wins && !this.everyMove;
    this.pairs = !wins && !this.everyMove;
    this.own = wins ? ATTACKER : DEFENDER;
    this.other = rival(this.own);
  }

  /** Check a claim. */
  add(row: Row): void {
    this.row = row;
    readable(row, () => {
      const [, attacker, defender, blocked, ...entries] = row.text.split(" ");
      const board = new Uint8Array(this.contest.game.cells).fill(EMPTY);
      this.lay(board, attacker, ATTACKER);
      this.lay(board, defender, DEFENDER);
      this.lay(board, blocked, BLOCKED);
      const zone = this.everyMoveMet(board, entries);
      const stands = this.twins ? this.contest.reduced(board, true) : board;
      this.known.set(boardKey(stands), { line: row.number, entries, board: stands, zone });
    });
  }

  /** Check the statement about the position itself; the side not to move begins with a pass. */
  root(row: Row, answer: string, start: Board, attackerMoves: boolean): void {
    this.row = row;
    if ((attackerMoves === this.wins) === answer.startsWith("-")) {
      this.fail("it begins with a move too many, or too few");
    }
    readable(row, () => this.met(start, answer));
  }

  private fail(why: string): never {
    throw wrong(this.row, why);
  }

  /** Put a set on the board; cells of both sides are blocked. */
  private lay(board: Board, word: string | undefined, held: number): void {
    for (const cell of readSet(word)) {
      if (cell >= board.length) this.fail("a cell is off the board");
      board[cell] = board[cell] === EMPTY ? held : BLOCKED;
      if (this.everyMove && board[cell] === BLOCKED) this.fail("a cell is blocked");
    }
  }

  /** Put a stone on the board, or pass. */
  private put(board: Board, cell: number | null, side: Side): void {
    if (cell === null) return;
    if (board[cell] !== EMPTY) this.fail(`${CELLS[cell]} is not empty`);
    board[cell] = side;
  }

  /** What the own side threatens, two cells at most, and the other side's moves to be answered. */
  private toMeet(board: Board): { threats: readonly number[]; left: readonly number[] } {
    const { contest, own, other } = this;
    if (this.everyMove) return { threats: [], left: this.notEnding(board) };
    if (contest.complete(board, own)) return { threats: [], left: [] };
    if (contest.threats(board, other).length > 0) this.fail("the other side completes a line");
    const threats = contest.threats(board, own).slice(0, 2);
    if (threats.length > 1 || (!this.wins && contest.isLight(board))) return { threats, left: [] };
    const left = threats.length > 0 ? threats : emptyCells(board);
    if (left.length === 0) this.fail("the board is full");
    return { threats, left };
  }

  /** Where every move is tried: the moves that do not themselves end the game as stated. */
  private notEnding(board: Board): number[] {
    const end = this.end(board);
    if (end === false) this.fail("the game ends otherwise than stated");
    const goesOn = (cell: number) => !this.end(board.with(cell, this.other));
    return end ? [] : emptyCells(board).filter(goesOn);
  }

  /** Whether the game has ended as stated; null if it is not over. */
  private end(board: Board): boolean | null {
    const { misere } = this.contest.game;
    if (this.contest.complete(board, this.other)) return misere;
    if (this.contest.complete(board, this.own)) return !misere;
    return board.includes(EMPTY) ? null : !this.wins;
  }

  /** Check that an entry meets each of the other side's moves; return the zone of a win. */
  private everyMoveMet(board: Board, entries: readonly string[]): Zone | null {
    const { threats, left: moves } = this.toMeet(board);
    let zone = this.zone(threats);
    let left = moves;
    // If no reply is forced, the first answer must also answer a pass.
    let least = threats.length === 0;
    for (const entry of left.length > 0 ? entries : []) {
      if (this.everyMove && entry.includes("-")) this.fail("nobody passes here");
      if (!this.pairs && entry.slice(0, 2).includes("=")) throw new Unreadable();
      const { move, answer } = readEntry(entry);
      const after = board.slice();
      this.put(after, move, this.other);
      const met = this.met(after, answer);
      const kept = this.notRefuted(board, met);
      left = left.filter((cell) => kept[cell] && cell !== move);
      zone = widened(zone, least ? kept : met.cells, met.passes + Number(least));
      least = false;
    }
    if (left.length > 0) this.fail(`there is no answer to the move ${CELLS[left[0]!]}`);
    return this.zones ? zone : null;
  }

  private zone(cells: readonly number[]): Zone {
    const found = new Uint8Array(this.contest.game.cells);
    for (const cell of cells) found[cell] = 1;
    return { cells: found, passes: 0 };
  }

  /** H: the moves that a win with this zone does not refute, by the other side's open lines. */
  notRefuted(board: Board, { cells, passes }: Zone): Cells {
    const found = cells.slice();
    if (!this.zones) return found;
    for (const line of this.contest.open(board, this.other)) {
      if (line.filter((cell) => !cells[cell]).length > passes + 2) continue;
      for (const cell of line) found[cell] = 1;
    }
    return found;
  }

  /** Check the own side's answer; return its zone: the other moves there need their own answer. */
  met(board: Board, answer: string): Zone {
    const { moves, step } = readAnswer(answer);
    const [first = null] = moves;
    if (step.startsWith("=") && this.pairs && moves.length === 1) {
      return this.paired(board, first, step.slice(1));
    }
    if (step.startsWith("=") || (!this.wins && moves.length > 1)) {
      if (this.wins && this.everyMove) this.fail("an answer is one move");
      throw new Unreadable();
    }
    const used: number[] = [];
    let found: ReturnType<typeof this.toMeet> = { threats: [], left: [] };
    for (const [at, move] of moves.entries()) {
      if (at > 0) {
        if (found.threats.length !== 1) this.fail("a move does not make exactly one threat");
        this.put(board, found.threats[0]!, this.other);
      }
      this.put(board, move, this.own);
      found = this.toMeet(board);
      used.push(...(move === null ? [] : [move]), ...found.threats);
    }
    const claimed = found.left.length > 0 ? this.find(board, step) : null;
    if (!this.zones) return { cells: new Uint8Array(board.length).fill(1), passes: 0 };
    return widened(this.zone(used), claimed?.cells ?? [], claimed?.passes ?? 0);
  }

  /** The zone of the claim that a step leads to. */
  private find(board: Board, step: string): Zone | null {
    const number = readStep(step);
    if (number > this.symmetries.length) throw new Unreadable();
    const to = this.symmetries[number - 1];
    const least = this.contest.reduced(board, this.twins);
    // Without twins there are fewer lines.
    if (this.twins && this.contest.isSettled(least)) return null;
    const claim = this.known.get(boardKey(to ? renamed(least, to) : least));
    if (!claim) this.fail("it leads to a position that was not claimed before");
    if (!claim.zone || !to) return claim.zone;
    const { cells, passes } = claim.zone;
    return { cells: cells.map((_, cell) => cells[to[cell]!]!), passes };
  }

  /** Check that each line open to the other side, but those through a reply, holds a pair. */
  private paired(board: Board, reply: number | null, word: string): Zone {
    const pairs = pairsOf(word);
    if (!pairs) this.fail("these are not pairs");
    if (reply !== null && board[reply] !== EMPTY) this.fail("the reply is not empty");
    for (const cell of pairs.keys()) {
      if (board[cell] !== EMPTY || cell === reply) this.fail("a cell of a pair is not empty");
    }
    for (const line of this.contest.open(board, this.other)) {
      const holds = line.some((cell) => line.includes(pairs.get(cell) ?? -1));
      if (!holds && !line.includes(reply ?? -1)) this.fail("an open line holds no pair");
    }
    return this.zone(reply === null ? [] : [reply, ...pairs.keys()]);
  }
}

function widened(zone: Zone, cells: ArrayLike<number>, passes: number): Zone {
  const wider = zone.cells.map((inside, cell) => inside | (cells[cell] ?? 0));
  return { cells: wider, passes: Math.max(zone.passes, passes) };
}
