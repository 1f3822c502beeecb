/**
 * The claims of one kind, checked as they arrive. The own side, which wins or does not lose, answers
 * each move of the other side.
 */

import { BLOCKED, boardKey, EMPTY, emptyCells, isSmall, lacking } from "./board.ts";
import { OTHER, OWN, type Board, type Side } from "./board.ts";
import { holds, readable } from "./file.ts";
import { completed, readCell, readSet, type Game } from "./game.ts";

/** What a win needs: its cells, 1 for each, and how often the other side may pass. */
interface Zone {
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

/** A move and its answer; a move is null for a pass, and if pairs answer several. */
export type Entry = ReturnType<Claims["read"]>;

/** The partner of each cell. */
export function pairsOf(word: string): Map<number, number> {
  const cells = readSet(word);
  // A `-` is not a cell, so it cannot be in a pair.
  holds(cells.length === word.length && cells.length % 2 === 0, "a pair does not have two cells");
  return new Map(cells.map((cell, at) => [cell, cells[at ^ 1]!]));
}

export class Claims {
  /** Whether a win need not answer every move, and whether pairs may answer them. */
  private readonly zones: boolean;
  private readonly pairs: boolean;
  /** Whether a position is reduced by its twins: the own side only blocks, and has no lines. */
  private readonly thins: boolean;
  private readonly lines: Readonly<Record<Side, readonly (readonly number[])[]>>;

  constructor(
    readonly game: Game,
    private readonly symmetries: ReadonlyMap<string, readonly number[]>,
    readonly wins: boolean,
    readonly known = new Map<string, Claim>(),
  ) {
    const { everyMove, blocks } = game;
    const lines = game.lines.map(({ cells }) => cells);
    this.zones = wins && !everyMove;
    this.pairs = !wins && !everyMove;
    this.thins = blocks && !wins;
    this.lines = { [OWN]: this.thins ? [] : lines, [OTHER]: blocks && wins ? [] : lines };
  }

  /** Check a claim, an entry for each of the other side's moves. */
  add(board: Board, entries: readonly string[], line: number): void {
    const { threats, moves } = this.toMeet(board);
    let zone = this.zone(threats);
    let left = moves;
    // If no reply is forced, the first answer must also answer a pass.
    let least = threats.length === 0;
    for (const text of moves.length > 0 ? entries : []) {
      holds(!this.game.everyMove || !text.includes("-"), "nobody passes here");
      const entry = this.read(text);
      const met = this.met(board, entry);
      const kept = this.notRefuted(board, met);
      left = left.filter((cell) => kept[cell] && cell !== entry.move);
      zone = widened(zone, least ? kept : met.cells, met.passes + Number(least));
      least = false;
    }
    holds(left.length === 0, "there is no answer to a move");
    if (this.thins) board = this.reduced(board);
    this.known.set(boardKey(board), { line, entries, board, zone: this.zones ? zone : null });
  }

  /** The root of a statement about the position itself. */
  root(start: Board, answer: string): void {
    this.met(start, this.read(`-${answer}`));
  }

  /** Read an entry: the names of the own side's moves, and pairs or a step after them. */
  read(text: string) {
    const paired = this.pairs ? /^(?:(.)(?=[^=]=))?([^=]?)=(.*)$/.exec(text) : null;
    const found = paired ?? /^(.)([^.]*)(.*)$/.exec(text);
    readable(found);
    const [, move = "-", names = "", rest = ""] = found;
    return { move: readCell(move), names, step: rest, pairs: paired && rest };
  }

  /** Put a stone on the board, or pass. */
  private put(board: Board, cell: number | null, side: Side): void {
    if (cell === null) return;
    holds(board[cell] === EMPTY, "a cell is taken, or off the board");
    board[cell] = side;
  }

  /** What the own side threatens, two cells at most, and the other side's moves to be answered. */
  toMeet(board: Board): { threats: readonly number[]; moves: readonly number[] } {
    if (this.game.everyMove) return { threats: [], moves: this.notEnding(board) };
    const mine = this.lacks(board, OWN);
    if (mine.includes(0)) return { threats: [], moves: [] };
    const theirs = this.lacks(board, OTHER);
    holds(!theirs.includes(0) && !theirs.includes(1), "the other side completes a line");
    const threats = this.threats(board, mine).slice(0, 2);
    if (threats.length > 1 || (this.pairs && isSmall(theirs))) return { threats, moves: [] };
    const moves = threats.length > 0 ? threats : emptyCells(board);
    holds(moves.length > 0, "the board is full");
    return { threats, moves };
  }

  /** Where every move is tried: the moves that do not themselves end the game as stated. */
  private notEnding(board: Board): number[] {
    const ended = (now: Board) => {
      const lost = this.complete(now, OTHER);
      if (lost || this.complete(now, OWN)) return lost === this.game.misere;
      return now.includes(EMPTY) ? null : !this.wins;
    };
    holds(ended(board) !== false, "the game ends otherwise than stated");
    return ended(board) ? [] : emptyCells(board).filter((cell) => !ended(board.with(cell, OTHER)));
  }

  /** Check an entry; return its zone: the other moves there need their own answer. */
  met(start: Board, { move, names, pairs, step }: Entry): Zone {
    const board = start.slice();
    this.put(board, move, OTHER);
    if (pairs !== null) return this.paired(board, names, pairs);
    readable(names && (this.wins || names.length === 1), "an entry has no move, or too many");
    const used: number[] = [];
    let { threats, moves }: ReturnType<typeof this.toMeet> = { threats: [], moves: [] };
    for (const [at, name] of [...names].entries()) {
      holds(at === 0 || threats.length === 1, "no single threat comes before a move");
      for (const cell of threats) this.put(board, cell, OTHER);
      const reply = readCell(name);
      this.put(board, reply, OWN);
      ({ threats, moves } = this.toMeet(board));
      used.push(...threats, ...(reply === null ? [] : [reply]));
    }
    const next = moves.length > 0 ? this.find(board, step) : null;
    if (!this.zones) return this.zone(board.keys());
    return next ? widened(this.zone(used), next.cells, next.passes) : this.zone(used);
  }

  /** The zone of the claim that a step leads to. */
  private find(board: Board, step: string): Zone | null {
    const to = this.symmetries.get(step);
    readable(to);
    const least = this.reduced(board);
    // Without twins there are fewer lines.
    if (this.thins && this.toMeet(least).moves.length === 0) return null;
    const claim = this.claimOf(least, to);
    holds(claim, "it leads to a position not claimed before");
    const { zone } = claim;
    return zone && { ...zone, cells: zone.cells.map((_, cell) => zone.cells[to[cell]!]!) };
  }

  /** The claim of a reduced position after a symmetry. */
  claimOf(board: Board, to: readonly number[]): Claim | undefined {
    const found = new Uint8Array(board.length);
    for (let cell = 0; cell < board.length; cell += 1) found[to[cell]!] = board[cell]!;
    return this.known.get(boardKey(found));
  }

  /** Check that each line open to the other side after a reply holds a pair. */
  private paired(board: Board, name: string, word: string): Zone {
    const reply = name === "" ? null : readCell(name);
    this.put(board, reply, OWN);
    const pairs = pairsOf(word);
    const free = [...pairs.keys()].every((cell) => board[cell] === EMPTY);
    holds(free, "a cell is taken, or off the board");
    const partner = Array.from(board, (_, cell) => pairs.get(cell) ?? -1);
    const held = (line: readonly number[]) => line.some((cell) => line.includes(partner[cell]!));
    holds(this.open(board, OTHER).every(held), "an open line contains no pair");
    return this.zone(reply === null ? [] : [reply, ...pairs.keys()]);
  }

  private zone(cells: Iterable<number>): Zone {
    const found = new Uint8Array(this.game.cells);
    for (const cell of cells) found[cell] = 1;
    return { cells: found, passes: 0 };
  }

  /** H: the moves that a win with this zone does not refute, by the other side's open lines. */
  notRefuted(board: Board, { cells, passes }: Zone): Uint8Array {
    const found = cells.slice();
    for (const line of this.zones ? this.open(board, OTHER) : []) {
      const free = line.filter((cell) => board[cell] === EMPTY);
      if (free.filter((cell) => !cells[cell]).length > passes + 2) continue;
      for (const cell of free) found[cell] = 1;
    }
    return found;
  }

  /** How many cells of each line are empty; -1 if it is not open to the side. */
  private lacks(board: Board, side: Side): number[] {
    return this.lines[side].map((line) => lacking(board, line, side));
  }

  /** The lines without an opponent's stone or a blocked cell. */
  open(board: Board, side: Side): readonly (readonly number[])[] {
    return this.lines[side].filter((line) => lacking(board, line, side) >= 0);
  }

  /** The cells that each complete a line of the own side, the lowest first. */
  threats(board: Board, lacks = this.lacks(board, OWN)): number[] {
    const lines = this.lines[OWN].filter((_, at) => lacks[at] === 1);
    const found = lines.map((line) => line.find((cell) => board[cell] === EMPTY)!);
    return [...new Set(found)].sort((a, b) => a - b);
  }

  complete(board: Board, side: Side): boolean {
    return this.lines[side].length > 0 && completed(this.game.lines, board, side);
  }

  /** The reduced form: twins and everything on no line open to its owner are blocked. */
  reduced(board: Board): Board {
    if (this.game.everyMove) return board;
    const from = this.thins ? this.twins(board).rest : board;
    const found = new Uint8Array(board.length).fill(BLOCKED);
    for (const side of [OWN, OTHER] as const) {
      for (const line of this.open(from, side)) for (const cell of line) found[cell] = from[cell]!;
    }
    return found;
  }

  /**
   * Twins: two empty cells on exactly the same open lines of the attacker. A defender who only
   * blocks answers one with the other, so the lines through them make no difference; without these
   * lines, others may be twins. Also the board on which all of them are blocked.
   */
  twins(board: Board): { of: ReadonlyMap<number, number>; rest: Board } {
    const of = new Map<number, number>();
    const rest = board.slice();
    for (let before = -1; this.thins && before < of.size;) {
      before = of.size;
      const through = new Array<string>(board.length).fill("");
      for (const [at, line] of this.open(rest, OTHER).entries()) {
        for (const cell of line) through[cell] += `${at} `;
      }
      const single = new Map<string, number>();
      for (const cell of emptyCells(rest)) {
        const twin = single.get(through[cell]!);
        if (twin === undefined) single.set(through[cell]!, cell);
        else single.delete(through[cell]!);
        if (through[cell] && twin !== undefined) of.set(cell, twin).set(twin, cell);
      }
      for (const cell of of.keys()) rest[cell] = BLOCKED;
    }
    return { of, rest };
  }
}

function widened(zone: Zone, cells: Uint8Array, passes: number): Zone {
  const wider = zone.cells.map((inside, cell) => inside | cells[cell]!);
  return { cells: wider, passes: Math.max(zone.passes, passes) };
}
