/**
 * Plays a proof under gravity against a visitor, as the diagrams of its claims say. The checker has
 * shown that every such game ends as stated; see docs/reference/gravity-certificates.md.
 */

import { cellName } from "../game/notation";
import type { CellNote } from "../game/notes";
import { listed } from "../game/words";
import { sentences } from "../site/sentences";
import { t, tn } from "../site/t";
import { boardOf } from "./board";
import type { Proof, Statement } from "./checker";
import { GravityBoard, NONE, OTHER, OWN, put, type GravityClaim } from "./gravity";
import { otherMark, readCell, type Mark } from "./game";
import type { Ply, Scene, Why } from "./strategy";

/** The game in which the visitor has made these moves. */
export function playOut(proof: Proof, statement: Statement, moves: readonly number[]): Scene {
  const play = new GravityPlay(proof, statement);
  for (const move of moves) play.answer(move);
  return play.scene();
}

/** How a stone on a cell is answered. */
const ANSWERED = {
  at: t("answered at"),
  above: t("answered right above"),
  listed: t("answered by the list"),
};

class GravityPlay extends GravityBoard {
  private board: string;
  private claim: GravityClaim | null = null;
  private readonly plies: Ply[] = [];
  private over: { winner: Mark | null } | null = null;
  private readonly own: Mark;
  private readonly claims: ReadonlyMap<string, GravityClaim>;

  constructor(
    private readonly proof: Proof,
    private readonly statement: Statement,
  ) {
    super(proof.game);
    const { attacker, wins, root } = statement;
    this.claims = statement.claims as ReadonlyMap<string, GravityClaim>;
    this.own = wins ? attacker : otherMark(attacker);
    this.board = boardOf(proof.stones, attacker, wins).join("");
    const first = readCell(root);
    if (first === null) this.arrive();
    else this.put(first, OWN, { rule: "opening" });
  }

  scene(): Scene {
    const { notes, words } = this.said();
    return {
      stones: Array.from(this.board, (held) =>
        held === NONE ? null : held === OWN ? this.own : otherMark(this.own),
      ),
      plies: this.plies,
      now: words ? { kind: "said", words } : null,
      pairs: [],
      notes,
      zone: null,
      outcome: this.over,
    };
  }

  private name = (cell: number): string => cellName(this.proof.game.shape, cell);

  private get diagrammed(): boolean {
    return this.claim?.entries[0]?.startsWith("=") ?? false;
  }

  /** Where a cell of the claim is on the board. */
  private here(cell: number): number {
    return this.proof.symmetries.get(this.claim!.symmetry)![cell]!;
  }

  /** The claim's answers; a diagram's also to stones that cannot be played yet, and its order. */
  private answers(): { of: ReadonlyMap<number, number | null>; order: readonly number[] } {
    const here = (cell: number | null) => (cell === null ? null : this.here(cell));
    const { entries } = this.claim!;
    if (!this.diagrammed) {
      const listed = entries.map((entry) => Array.from(entry, (cell) => here(readCell(cell))));
      return { of: new Map(listed.map(([stone, answer]) => [stone!, answer!])), order: [] };
    }
    const { order, answers } = this.readDiagram(entries);
    return {
      of: new Map(answers.map((answer, cell) => [this.here(cell), here(answer)])),
      order: order.map((cell) => this.here(cell)),
    };
  }

  /** What the claim says about the empty cells, on the board and in words. */
  private said(): { notes: ReadonlyMap<number, CellNote>; words: string | null } {
    if (this.over) return { notes: new Map(), words: null };
    if (!this.claim) return { notes: new Map(), words: this.unlisted(false) };
    return this.diagrammed ? this.diagram(this.claim.line) : this.list(this.claim.line);
  }

  private answeredAt = (answer: number): CellNote => ({
    kind: "plain",
    text: this.name(answer),
    words: ANSWERED.at,
  });

  private list(line: number): { notes: ReadonlyMap<number, CellNote>; words: string } {
    const { of } = this.answers();
    const rest = this.free(this.board).some((cell) => !of.has(cell));
    const words = [
      ...(of.size > 0
        ? [
            t(
              "This is the claim in line {line}. The name in a cell is the answer to a stone there.",
              { line },
            ),
          ]
        : []),
      ...(rest ? [this.unlisted(of.size > 0)] : []),
    ];
    const notes = new Map(Array.from(of, ([stone, to]) => [stone, this.answeredAt(to!)]));
    return { notes, words: sentences(words) };
  }

  /** Column by column, from below: an answer right above makes a pair. */
  private diagram(line: number): { notes: ReadonlyMap<number, CellNote>; words: string } {
    const { own } = this;
    const { of } = this.answers();
    const notes = new Map<number, CellNote>();
    const paired: string[] = [];
    for (const lowest of this.free(this.board)) {
      let whole = true;
      for (let cell: number | null = lowest; cell !== null; cell = this.above(cell)) {
        const answer = of.get(cell) ?? null;
        if (answer !== null && answer === this.above(cell)) {
          notes.set(cell, { kind: "plain", text: "↑", words: ANSWERED.above });
          notes.set(answer, {
            kind: "plain",
            text: own,
            words: t("answers {cell}", { cell: this.name(cell) }),
          });
          cell = answer;
        } else {
          const can = answer !== null && this.board[answer] === NONE;
          const none: CellNote = { kind: "plain", text: "–", words: ANSWERED.listed };
          notes.set(cell, can ? this.answeredAt(answer) : none);
          whole = false;
        }
      }
      if (whole) paired.push(this.name(lowest).charAt(0));
    }
    const kinds = new Set(Array.from(notes.values(), ({ words }) => words));
    const meanings = [
      [ANSWERED.above, t("↑: {own} answers right above, on the cell with {own}.")],
      [ANSWERED.at, t("A name: {own} answers there, if that can be played.")],
      [ANSWERED.listed, t("–: {own} takes the first cell of a list that can be played.")],
    ] as const;
    const words = [
      t("The claim in line {line} has a diagram, which answers every stone until the end.", {
        line,
      }),
      ...(paired.length > 0 ? [this.parity(paired.toSorted())] : []),
      ...meanings.flatMap(([kind, said]) => (kinds.has(kind) ? [t(said, { own })] : [])),
      t("Lines come first: {own} completes one, or stops yours.", { own }),
    ];
    return { notes, words: sentences(words) };
  }

  /** What happens after a move that the claim does not list. */
  private unlisted(others: boolean): string {
    const [any, other] = this.statement.wins
      ? [
          t("After any move, {own} completes a line."),
          t("After any other move, {own} completes a line."),
        ]
      : [
          t("After any move, {own} completes a line, or the board is full."),
          t("After any other move, {own} completes a line, or the board is full."),
        ];
    return t(others ? other : any, { own: this.own });
  }

  /** Who gets which rows of the columns that are all pairs. */
  private parity(columns: readonly string[]): string {
    const values = { columns: listed(columns), count: columns.length, own: this.own };
    return this.proof.game.shape[1]! % 2 === 0
      ? tn(
          "Column {columns} has an even number of empty cells: you begin there, and {own} gets the even rows, counted from below.",
          "Columns {columns} have an even number of empty cells: you begin there, and {own} gets the even rows, counted from below.",
          values,
        )
      : tn(
          "Column {columns} has an even number of empty cells: you begin there, and {own} gets the odd rows, counted from below.",
          "Columns {columns} have an even number of empty cells: you begin there, and {own} gets the odd rows, counted from below.",
          values,
        );
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
    const { name } = this;
    const finish = this.finish(this.board, OWN);
    if (finish !== undefined) return { at: finish, why: { rule: "line" } };
    const free = this.free(this.board);
    const claim = this.claim!;
    const { of, order } = this.answers();
    const at = of.get(stone) ?? null;
    if (at !== null && !this.diagrammed) return { at, why: { rule: "listed" } };
    const block = free.find((cell) => this.completes(this.board, cell, OTHER));
    const earlier = (block === undefined ? free : [block]).find((cell) => {
      const found = this.claims.get(put(this.board, cell, OWN));
      return found !== undefined && found.line < claim.line;
    });
    if (block !== undefined) {
      return said(
        block,
        t("You threaten a line at {cell}: {own} stops it.", { cell: name(block), own: this.own }),
      );
    }
    if (earlier !== undefined) {
      const { line } = this.claims.get(put(this.board, earlier, OWN))!;
      return said(
        earlier,
        t("{cell} leads to an earlier claim (line {line} of the file).", {
          cell: name(earlier),
          line,
        }),
      );
    }
    if (at !== null && free.includes(at)) {
      return at === this.above(stone)
        ? said(
            at,
            t("{cell} is right above {stone}: the diagram follows up there.", {
              cell: name(at),
              stone: name(stone),
            }),
          )
        : said(
            at,
            t("{cell} is the diagram's answer to {stone}.", { cell: name(at), stone: name(stone) }),
          );
    }
    const next = order.find((cell) => free.includes(cell))!;
    return said(
      next,
      t("{cell} is the first cell of the diagram's list that can be played.", { cell: name(next) }),
    );
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
    const found = this.claims.get(this.board);
    if (found && (!this.claim || found.line < this.claim.line)) this.claim = found;
    else if (!this.diagrammed) this.claim = null; // no move needs an answer
  }
}
