/**
 * A proof is a strategy: it says what its side does, whatever the other side has done. This code
 * plays it against a visitor, by the proofs in docs/explanation/certificate-rules.md.
 */

import { boardOf, EMPTY, emptyCells, OTHER, OWN, type Board, type Side } from "./board";
import type { Proof, Statement } from "./checker";
import { Claims, pairsOf, type Claim, type Entry } from "./claims";
import type { CellNote } from "../game/notes";
import { otherMark, readCell, type Mark } from "./game";

type Rule = "line" | "pair" | "twin" | "reply" | "listed" | "opening" | "sequence" | "sum" | "free";
/** The rule that has answered a move; `whyWords` says what each means. */
export type Why =
  | { readonly rule: Rule }
  /** Outside the zone: the answer to another move also wins against this. */
  | { readonly rule: "zone"; readonly as: number | null }
  /** Under gravity, in words. */
  | { readonly rule: "said"; readonly words: string };

/** The situation after the answer. */
export type Now =
  | { readonly kind: "claim"; readonly line: number }
  | { readonly kind: "pairs" | "sum" | "two" }
  | { readonly kind: "threat"; readonly cell: number }
  | { readonly kind: "said"; readonly words: string };

export interface Ply {
  readonly mark: Mark;
  readonly cell: number;
  /** Why the proof made it; null if the visitor did. */
  readonly why: Why | null;
  /** The claim behind it. */
  readonly line: number | null;
}

/** The state of a game against a proof. */
export interface Scene {
  readonly stones: readonly (Mark | null)[];
  readonly plies: readonly Ply[];
  readonly now: Now | null;
  /** Empty cells in pairs: each is the answer to the other. */
  readonly pairs: readonly (readonly [number, number])[];
  /** The only cells where the visitor can disturb a win; null without such a zone. */
  readonly zone: readonly number[] | null;
  /** Under gravity, what the claim says about empty cells. */
  readonly notes?: ReadonlyMap<number, CellNote>;
  readonly outcome: { readonly winner: Mark | null } | null;
}

type State =
  | { kind: "claim"; claim: Claim }
  | { kind: "pairs"; pairs: ReadonlyMap<number, number> }
  | { kind: "sum" | "two" }
  | { kind: "sequence"; board: Board; answer: Entry; next: number; forced: number };

/** The visitor's side. */
export const visitorOf = ({ attacker, wins }: Statement): Mark =>
  wins ? otherMark(attacker) : attacker;

/** The game in which the visitor has made these moves. */
export function playOut(proof: Proof, statement: Statement, moves: readonly number[]): Scene {
  const strategy = new Strategy(proof, statement);
  for (const move of moves) strategy.answer(move);
  return strategy.scene();
}

class Strategy {
  private readonly rules: Claims;
  /** The real stones; the proof's side may have more of them than its claims. */
  private readonly board: Board;
  private readonly plies: Ply[] = [];
  /** Where the claims' cells are on the board, by the symmetries of the steps so far. */
  private from: readonly number[];
  private state: State | null = null;
  private over: { winner: Mark | null } | null = null;

  constructor(
    private readonly proof: Proof,
    private readonly statement: Statement,
  ) {
    const { game, symmetries, stones } = proof;
    const { attacker, wins, claims, root } = statement;
    this.rules = new Claims(game, symmetries, wins, claims as Map<string, Claim>);
    this.board = boardOf(stones, attacker, wins);
    this.from = Array.from(this.board, (_, cell) => cell);
    const start = this.board.slice();
    const entry = this.rules.read(`-${root}`);
    if (root.startsWith("-")) this.arrive(start, entry);
    else if (wins) this.follow(start, entry, 0, { rule: "opening" }, null);
    else this.reply(start, entry, { rule: "opening" }, null);
  }

  scene(): Scene {
    const { state } = this;
    const open = (cell: number) => this.board[cell] === EMPTY;
    const twins = this.rules.twins(this.board).of;
    const paired = state?.kind === "pairs" ? [...state.pairs] : [];
    const pairs = [...twins, ...paired.filter((pair) => !pair.some((cell) => twins.has(cell)))];
    const zone = state?.kind === "claim" ? state.claim.zone : null;
    return {
      stones: Array.from(this.board, (held) => this.markOf(held)),
      plies: this.plies,
      now: this.now(),
      pairs: pairs.filter(([one, two]) => one < two && open(one) && open(two)),
      zone: zone && this.from.filter((cell, at) => zone.cells[at] && open(cell)),
      outcome: this.over,
    };
  }

  private now(): Now | null {
    const { state } = this;
    if (!state || this.over) return null;
    if (state.kind === "sequence") return { kind: "threat", cell: this.from[state.forced]! };
    if (state.kind !== "claim") return { kind: state.kind };
    const { claim } = state;
    const [forced] = this.proof.game.everyMove ? [] : this.rules.threats(claim.board);
    if (forced !== undefined) return { kind: "threat", cell: this.from[forced]! };
    return { kind: "claim", line: claim.line };
  }

  private markOf(held: number | undefined): Mark | null {
    const { attacker, wins } = this.statement;
    if (held === EMPTY) return null;
    return (held === OWN) === wins ? attacker : otherMark(attacker);
  }

  /** The visitor moves, and the proof answers. */
  answer(cell: number): void {
    if (this.over || this.board[cell] !== EMPTY) return;
    const twin = this.rules.twins(this.board).of.get(cell);
    this.put(cell, OTHER, null, null);
    if (this.over) return;
    if (twin !== undefined) {
      this.put(twin, OWN, { rule: "twin" }, null);
      return;
    }
    const { everyMove } = this.proof.game;
    const [finish] = everyMove ? [] : this.rules.threats(this.board);
    if (finish !== undefined) this.put(finish, OWN, { rule: "line" }, this.line());
    else if (this.statement.wins && !everyMove) this.attack(cell);
    else this.defend(cell);
  }

  private line(): number | null {
    return this.state?.kind === "claim" ? this.state.claim.line : null;
  }

  /** Put a stone on the board, and check whether the game is over. */
  private put(cell: number, side: Side, why: Why | null, line: number | null): void {
    this.board[cell] = side;
    const mark = this.markOf(side)!;
    this.plies.push({ mark, cell, why, line });
    if (this.rules.complete(this.board, side)) {
      this.over = { winner: this.proof.game.misere ? otherMark(mark) : mark };
    } else if (!this.board.includes(EMPTY)) {
      this.over = { winner: null };
    }
  }

  /** Put a stone of the proof on the claim's cell; anywhere if the cell is taken, or for a pass. */
  private place(at: number | null, why: Why, line: number | null): void {
    const cell = at === null ? null : this.from[at]!;
    if (cell !== null && this.board[cell] === EMPTY) this.put(cell, OWN, why, line);
    else this.anywhere({ rule: "free" }, line);
  }

  /** The cell on most of the lines that matter: never worse than another. */
  private anywhere(why: Why, line: number | null = null): void {
    const worth = new Float64Array(this.board.length);
    const { rest } = this.rules.twins(this.board);
    for (const line of this.rules.open(rest, this.statement.wins ? OWN : OTHER)) {
      const cells = line.filter((cell) => rest[cell] === EMPTY);
      for (const cell of cells) worth[cell]! += 2 ** -cells.length;
    }
    const best = emptyCells(this.board).reduce((one, two) =>
      worth[two]! > worth[one]! ? two : one,
    );
    this.put(best, OWN, why, line);
  }

  /** A claim, or what replaces it, for a board in the current claim's cells. */
  private arrive(board: Board, { pairs, step }: Entry): void {
    if (pairs !== null) {
      this.state = { kind: "pairs", pairs: this.onBoard(pairsOf(pairs)) };
      return;
    }
    const least = this.rules.reduced(board);
    const { threats, moves } = this.rules.toMeet(least);
    if (moves.length === 0) {
      // Where every move is listed, whatever the visitor plays now ends the game.
      const settled = { kind: threats.length > 1 ? "two" : "sum" } as const;
      this.state = this.proof.game.everyMove ? null : settled;
    } else {
      const to = this.proof.symmetries.get(step)!;
      const claim = this.rules.claimOf(least, to)!;
      const turned = this.from.slice();
      to.forEach((cell, at) => (turned[cell] = this.from[at]!));
      this.from = turned;
      this.state = { kind: "claim", claim };
    }
  }

  private onBoard(pairs: ReadonlyMap<number, number>): Map<number, number> {
    return new Map([...pairs].map(([one, two]) => [this.from[one]!, this.from[two]!]));
  }

  // -- not losing, or where every move is listed ----------------------------------------------

  private defend(cell: number): void {
    const { state } = this;
    if (state?.kind === "pairs") this.pair(state.pairs, cell);
    else if (state?.kind === "claim") this.defendBy(state.claim, cell);
    else this.anywhere({ rule: "sum" });
  }

  private pair(pairs: ReadonlyMap<number, number>, cell: number, line: number | null = null): void {
    const other = pairs.get(cell);
    if (other !== undefined && this.board[other] === EMPTY) {
      this.put(other, OWN, { rule: "pair" }, line);
    } else {
      this.anywhere({ rule: "free" }, line);
    }
  }

  private defendBy({ board, entries, line }: Claim, cell: number): void {
    const at = this.from.indexOf(cell);
    if (board[at] !== EMPTY) {
      this.anywhere({ rule: "free" }, line);
      return;
    }
    const read = entries.map((each) => this.rules.read(each));
    const listed = read.find(({ move, pairs }) => pairs === null && move === at);
    if (listed) {
      this.reply(board.with(at, OTHER), listed, { rule: "listed" }, line);
      return;
    }
    for (const { names, pairs: word } of read) {
      if (word === null) continue;
      const reply = names === "" ? null : readCell(names);
      const pairs = pairsOf(word);
      if (reply !== null && (reply === at || pairs.has(at))) continue;
      this.state = { kind: "pairs", pairs: this.onBoard(pairs) };
      if (reply === null) this.pair(this.state.pairs, cell, line);
      else this.place(reply, { rule: "reply" }, line);
      return;
    }
  }

  /** Reply by a claim, and go to the next situation. */
  private reply(board: Board, answer: Entry, why: Why, line: number | null): void {
    const cell = answer.names === "" ? null : readCell(answer.names);
    this.place(cell, why, line);
    if (this.over) return;
    if (cell !== null) board[cell] = OWN;
    this.arrive(board, answer);
  }

  // -- winning --------------------------------------------------------------------------------

  private attack(cell: number): void {
    const { state } = this;
    if (state?.kind === "sequence") {
      const board = state.board.slice();
      board[state.forced] = OTHER;
      this.follow(board, state.answer, state.next, { rule: "sequence" }, null);
    } else if (state?.kind === "claim") {
      this.attackBy(state.claim, cell);
    }
  }

  private attackBy(claim: Claim, cell: number): void {
    const { board, line } = claim;
    const at = this.from.indexOf(cell);
    const entries = claim.entries.map((each) => this.rules.read(each));
    let chosen = 0;
    if (claim.zone!.cells[at]) {
      chosen = entries.findIndex(({ move }) => move === at);
      if (chosen < 0) {
        const zones = entries.map((each) => this.rules.met(board, each));
        chosen = zones.findIndex((zone) => !this.rules.notRefuted(board, zone)[at]);
      }
    }
    const entry = entries[chosen]!;
    const { move: reply } = entry;
    const why: Why =
      reply === at
        ? { rule: "listed" }
        : { rule: "zone", as: reply === null ? null : this.from[reply]! };
    const after = reply === null ? board : board.with(reply, OTHER);
    this.follow(after, entry, 0, why, line);
  }

  /** Make the next move of an answer. */
  private follow(board: Board, answer: Entry, next: number, why: Why, line: number | null): void {
    const move = readCell(answer.names[next]!);
    this.place(move, why, line);
    if (this.over) return;
    const after = move === null ? board : board.with(move, OWN);
    if (next === answer.names.length - 1) {
      this.arrive(after, answer);
    } else {
      const forced = this.rules.threats(after)[0]!;
      this.state = { kind: "sequence", board: after, answer, next: next + 1, forced };
    }
  }
}
