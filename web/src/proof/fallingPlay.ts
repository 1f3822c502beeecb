/**
 * Plays a proof under gravity against a visitor, as the diagrams of its claims say. The checker has
 * shown that every such game ends as stated; see docs/reference/falling-certificates.md.
 */

import { cellName } from "../game/notation";
import { startOf, type Proof, type Statement } from "./checker";
import { Falling, NONE, OTHER, OWN, put, readDiagram, type FallingClaim } from "./falling";
import { ATTACKER, EMPTY } from "./board";
import { otherMark, readCell, type Mark } from "./game";
import type { Ply, Scene, Why } from "./strategy";

/** The game in which the visitor has made these moves. */
export function playOut(proof: Proof, statement: Statement, moves: readonly number[]): Scene {
  const play = new FallingPlay(proof, statement);
  for (const move of moves) play.answer(move);
  return play.scene();
}

class FallingPlay extends Falling {
  private board: string;
  private claim: FallingClaim | null = null;
  private readonly plies: Ply[] = [];
  private over: { winner: Mark | null } | null = null;
  private readonly own: Mark;

  constructor(
    private readonly proof: Proof,
    private readonly statement: Statement,
  ) {
    super(proof.game);
    const { attacker, wins, root } = statement;
    const [theirs, mine] = wins ? [OTHER, OWN] : [OWN, OTHER];
    this.own = wins ? attacker : otherMark(attacker);
    this.board = Array.from(startOf(proof.stones, attacker), (held) =>
      held === EMPTY ? NONE : held === ATTACKER ? mine : theirs,
    ).join("");
    const first = readCell(root);
    if (first === null) this.arrive();
    else this.put(first, OWN, { rule: "opening" });
  }

  scene(): Scene {
    const { claim } = this;
    const diagram = claim?.entries[0]?.startsWith("=") ?? false;
    return {
      stones: Array.from(this.board, (held) =>
        held === NONE ? null : held === OWN ? this.own : otherMark(this.own),
      ),
      plies: this.plies,
      now:
        this.over || !claim
          ? null
          : diagram
            ? {
                kind: "said",
                words: `The claim in line ${claim.line} has a diagram: it answers each of your stones until the end of the game.`,
              }
            : { kind: "claim", line: claim.line },
      pairs: [],
      zone: null,
      outcome: this.over,
    };
  }

  /** The visitor moves, and the proof answers. */
  answer(cell: number): void {
    if (this.over || !this.free(this.board).includes(cell)) return;
    this.put(cell, OTHER, null);
    if (this.over) return;
    const { at, why } = this.chosen(cell);
    this.put(at, OWN, why);
  }

  /** What a diagram's rules choose in their order, or the claim's answer. */
  private chosen(stone: number): { at: number; why: Why } {
    const said = (at: number, words: string) => ({ at, why: { rule: "said", words } as const });
    const name = (at: number) => cellName(this.proof.game.shape, at);
    const finish = this.finish(this.board, OWN);
    if (finish !== undefined) return { at: finish, why: { rule: "line" } };
    const free = this.free(this.board);
    const claim = this.claim!;
    const to = this.proof.symmetries[claim.symmetry];
    const here = (at: number | null) => (at === null ? null : to ? to[at]! : at);
    if (!claim.entries[0]?.startsWith("=")) {
      for (const entry of claim.entries) {
        const [move, answer] = Array.from(entry, readCell);
        if (here(move!) === stone) return { at: here(answer!)!, why: { rule: "listed" } };
      }
    }
    const block = free.find((at) => this.completes(this.board, at, OTHER));
    const earlier = (block === undefined ? free : [block]).find((at) => {
      const found = this.statement.falling!.get(put(this.board, at, OWN));
      return found !== undefined && found.line < claim.line;
    });
    if (block !== undefined) {
      return said(block, `You threaten a line at ${name(block)}: ${this.own} stops it.`);
    }
    if (earlier !== undefined) {
      const { line } = this.statement.falling!.get(put(this.board, earlier, OWN))!;
      return said(
        earlier,
        `${name(earlier)} leads to an earlier claim (line ${line} of the file).`,
      );
    }
    const diagram = readDiagram(claim.entries, { game: this.proof.game, above: this.above });
    const answers = new Map(diagram.answers.map((at, cell) => [here(cell)!, here(at)]));
    const at = answers.get(stone) ?? null;
    if (at !== null && free.includes(at)) {
      return at === this.above(stone)
        ? said(at, `${name(at)} is right above ${name(stone)}: the diagram follows up there.`)
        : said(at, `${name(at)} is the diagram's answer to ${name(stone)}.`);
    }
    const next = diagram.order.map((cell) => here(cell)!).find((cell) => free.includes(cell))!;
    return said(next, `${name(next)} is the first cell of the diagram's list that can be played.`);
  }

  /** Put a stone on the board; after one of its own, find the claim of the position. */
  private put(cell: number, side: string, why: Why | null): void {
    this.board = put(this.board, cell, side);
    const mark = side === OWN ? this.own : otherMark(this.own);
    this.plies.push({ mark, cell, why, line: null });
    if (this.hasLine(this.board, side)) this.over = { winner: mark };
    else if (!this.board.includes(NONE)) this.over = { winner: null };
    else if (side === OWN) this.arrive();
  }

  /** A diagram goes on until an earlier claim. */
  private arrive(): void {
    const found = this.statement.falling!.get(this.board);
    if (found && (!this.claim || found.line < this.claim.line)) this.claim = found;
  }
}
