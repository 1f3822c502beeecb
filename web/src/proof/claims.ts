/**
 * The claims of one kind, checked as they arrive. One side answers each move of the other: the
 * attacker, who wins, or the defender, who does not lose.
 */

import { ATTACKER, BLOCKED, boardKey, Contest, DEFENDER, EMPTY } from "./board.ts";
import { emptyCells, isSmall, renamed, type Board, type Side } from "./board.ts";
import { DoesNotHold } from "./file.ts";
import { readable, readCell, readSet, type Game, type Mark } from "./game.ts";

/** What a win needs: its cells, 1 for each, and how often the defender may pass. */
export interface Zone {
  readonly cells: Uint8Array;
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

/** Refuse what does not follow. */
export function holds(fact: unknown, why: string): asserts fact {
  if (!fact) throw new DoesNotHold(why);
}

/** The own side's moves, null for a pass, and the pairs or the step after them. */
export interface Answer {
  readonly moves: readonly (number | null)[];
  readonly pairs: string | null;
  readonly step: string;
}

export function readAnswer(word: string): Answer {
  const [, names, pairs = null, step = ""] = /^([^.=]+)(?:=(.*)|(\..*)?)$/.exec(word) ?? [];
  readable(names);
  return { moves: Array.from(names, readCell), pairs, step };
}

/** An entry: a move, null for a pass, and its answer. If a pairing answers several, it has none. */
export function readEntry(entry: string): { move: number | null; answer: string } {
  if (entry.startsWith("=")) return { move: null, answer: `-${entry}` };
  if (entry[1] === "=") return { move: null, answer: entry };
  return { move: readCell(entry.slice(0, 1)), answer: entry.slice(1) };
}

/** The partner of each cell. */
export function pairsOf(word: string): Map<number, number> {
  const cells = word === "" ? [] : readSet(word);
  // A `-` is not a cell, so it cannot be in a pair.
  holds(cells.length === word.length && cells.length % 2 === 0, "a pair does not have two cells");
  return new Map(cells.map((cell, at) => [cell, cells[at ^ 1]!]));
}

/** The number of a step's symmetry; 0 if it has none. */
export function readStep(step: string): number {
  readable(/^(\.[1-9]\d{0,5})?$/.test(step));
  return Number(step.slice(1));
}

export class Claims extends Contest {
  constructor(
    game: Game,
    private readonly symmetries: readonly (readonly number[])[],
    wins: boolean,
    attacker: Mark = "X",
    readonly known = new Map<string, Claim>(),
  ) {
    super(game, attacker, wins);
  }

  /** Whether a win need not answer every move, and whether pairs may answer them. */
  private readonly zones = this.wins && !this.game.everyMove;
  private readonly pairs = !this.wins && !this.game.everyMove;

  /** Check a claim, an entry for each of the other side's moves. */
  add(text: string, line: number): void {
    const [, attacker, defender, blocked, ...entries] = text.split(" ");
    const board = new Uint8Array(this.game.cells).fill(EMPTY);
    const lay = (word: string | undefined, held: number) => {
      for (const cell of readSet(word)) {
        holds(cell < board.length, "a cell is off the board");
        board[cell] = board[cell] === EMPTY ? held : BLOCKED;
        holds(!this.game.everyMove || board[cell] !== BLOCKED, "a cell is blocked, or taken twice");
      }
    };
    lay(attacker, ATTACKER);
    lay(defender, DEFENDER);
    lay(blocked, BLOCKED);
    const { threats, moves } = this.toMeet(board);
    let zone = this.zone(threats);
    let left = moves;
    // If no reply is forced, the first answer must also answer a pass.
    let least = threats.length === 0;
    for (const entry of moves.length > 0 ? entries : []) {
      holds(!this.game.everyMove || !entry.includes("-"), "nobody passes here");
      readable(this.pairs || !entry.slice(0, 2).includes("="));
      const { move, answer } = readEntry(entry);
      const after = board.slice();
      this.put(after, move, this.other);
      const met = this.met(after, answer);
      const kept = this.notRefuted(board, met);
      left = left.filter((cell) => kept[cell] && cell !== move);
      zone = widened(zone, least ? kept : met.cells, met.passes + Number(least));
      least = false;
    }
    holds(left.length === 0, "there is no answer to a move");
    const stands = this.thins ? this.reduced(board) : board;
    const claim = { line, entries, board: stands, zone: this.zones ? zone : null };
    this.known.set(boardKey(stands), claim);
  }

  /** Check the statement about the position itself. */
  root(answer: string, start: Board): void {
    this.met(start, answer);
  }

  /** Put a stone on the board, or pass. */
  private put(board: Board, cell: number | null, side: Side): void {
    if (cell === null) return;
    holds(board[cell] === EMPTY, "a cell is taken, or off the board");
    board[cell] = side;
  }

  /** What the own side threatens, two cells at most, and the other side's moves to be answered. */
  private toMeet(board: Board): { threats: readonly number[]; moves: readonly number[] } {
    if (this.game.everyMove) return { threats: [], moves: this.notEnding(board) };
    const mine = this.lacks(board, this.own);
    if (mine.includes(0)) return { threats: [], moves: [] };
    const theirs = this.lacks(board, this.other);
    holds(!theirs.includes(0) && !theirs.includes(1), "the other side completes a line");
    const threats = this.threats(board, this.own, mine).slice(0, 2);
    if (threats.length > 1 || (!this.wins && isSmall(theirs))) return { threats, moves: [] };
    const moves = threats.length > 0 ? threats : emptyCells(board);
    holds(moves.length > 0, "the board is full");
    return { threats, moves };
  }

  /** Where every move is tried: the moves that do not themselves end the game as stated. */
  private notEnding(board: Board): number[] {
    const end = this.end(board);
    holds(end !== false, "the game ends otherwise than stated");
    return end ? [] : emptyCells(board).filter((cell) => !this.end(board.with(cell, this.other)));
  }

  /** Whether the game has ended as stated; null if it is not over. */
  private end(board: Board): boolean | null {
    const { misere } = this.game;
    if (this.complete(board, this.other)) return misere;
    if (this.complete(board, this.own)) return !misere;
    return board.includes(EMPTY) ? null : !this.wins;
  }

  private zone(cells: readonly number[]): Zone {
    const found = new Uint8Array(this.game.cells);
    for (const cell of cells) found[cell] = 1;
    return { cells: found, passes: 0 };
  }

  /** H: the moves that a win with this zone does not refute, by the other side's open lines. */
  notRefuted(board: Board, { cells, passes }: Zone): Uint8Array {
    const found = cells.slice();
    for (const line of this.zones ? this.open(board, this.other) : []) {
      if (line.filter((cell) => !cells[cell]).length > passes + 2) continue;
      for (const cell of line) found[cell] = 1;
    }
    return found;
  }

  /** Check the own side's answer; return its zone: the other moves there need their own answer. */
  met(board: Board, answer: string): Zone {
    const { moves, pairs, step } = readAnswer(answer);
    if (pairs !== null && this.pairs && moves.length === 1) {
      return this.paired(board, moves[0] ?? null, pairsOf(pairs));
    }
    const fits = pairs === null && (this.wins || moves.length === 1);
    holds(fits || !this.wins || !this.game.everyMove, "no single threat comes before a move");
    readable(fits);
    const used: number[] = [];
    let found: ReturnType<typeof this.toMeet> | null = null;
    for (const move of moves) {
      if (found) {
        holds(found.threats.length === 1, "no single threat comes before a move");
        this.put(board, found.threats[0]!, this.other);
      }
      this.put(board, move, this.own);
      found = this.toMeet(board);
      used.push(...(move === null ? [] : [move]), ...found.threats);
    }
    const claimed = found!.moves.length > 0 ? this.find(board, step) : null;
    if (!this.zones) return { cells: new Uint8Array(board.length).fill(1), passes: 0 };
    return claimed ? widened(this.zone(used), claimed.cells, claimed.passes) : this.zone(used);
  }

  /** The zone of the claim that a step leads to. */
  private find(board: Board, step: string): Zone | null {
    const to = this.symmetries[readStep(step)];
    readable(to);
    const least = this.reduced(board);
    // Without twins there are fewer lines.
    if (this.thins && this.settled(least)) return null;
    const claim = this.known.get(boardKey(renamed(least, to)));
    holds(claim, "it leads to a position not claimed before");
    const { zone } = claim;
    return zone && { ...zone, cells: zone.cells.map((_, cell) => zone.cells[to[cell]!]!) };
  }

  /** Check that each line open to the other side, but those through a reply, holds a pair. */
  private paired(board: Board, reply: number | null, pairs: ReadonlyMap<number, number>): Zone {
    holds(reply === null || board[reply] === EMPTY, "a cell is taken, or off the board");
    for (const cell of pairs.keys()) {
      holds(board[cell] === EMPTY && cell !== reply, "a cell is taken, or off the board");
    }
    for (const line of this.open(board, this.other)) {
      const pair = line.some((cell) => line.includes(pairs.get(cell) ?? -1));
      holds(pair || line.includes(reply ?? -1), "an open line contains no pair");
    }
    return this.zone(reply === null ? [] : [reply, ...pairs.keys()]);
  }
}

function widened(zone: Zone, cells: Uint8Array, passes: number): Zone {
  const wider = zone.cells.map((inside, cell) => inside | cells[cell]!);
  return { cells: wider, passes: Math.max(zone.passes, passes) };
}
