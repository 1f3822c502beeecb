/**
 * One puzzle on the board: a game whose other side plays from here. A wrong move is answered on the
 * board, and can be taken back; after the right one, the line goes on to its end.
 */

import { untrack } from "svelte";
import type { Analysis } from "../api/types";
import { plain, type Piece } from "../explain/say";
import { Game, type Elsewhere } from "../game/game.svelte";
import { cellName, place } from "../game/notation";
import { legal, outcome, turn, type Board, type Rules } from "../game/rules";
import { goTo, grow, here, plantLine } from "../game/tree";
import { asked, type Puzzle } from "./puzzle";
import type { Went } from "./memory";
import { goesOn, hint, judged, task } from "./words";
import { t } from "../site/t";

/**
 * `open`: a move is awaited. `weighing`: the move on the board is wrong, and its answer is looked
 * for. `wrong`: it has been answered. `right` and `shown`: the puzzle is over.
 */
type Phase = "open" | "weighing" | "wrong" | "right" | "shown";

type Know = (rules: Rules, board: Board) => Promise<Analysis | null>;

/** Milliseconds between the moves that the page plays. */
const PAUSE = 700;
/** The most moves that are looked up after an answer of an own game. */
const LONGEST = 12;

const sleep = () => new Promise((done) => setTimeout(done, PAUSE));
const still = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

/** Wins by fours: of these, the pack tells enough. */
const byFours = ({ kind }: Puzzle) => kind === "vcf" || kind === "vct";

export class Solving implements Elsewhere {
  readonly game: Game = new Game({ kept: false, elsewhere: this });
  puzzle = $state.raw<Puzzle | null>(null);
  phase = $state<Phase>("open");
  wrong = $state(0);
  hints = $state<0 | 1 | 2 | 3>(0);
  /** Answers that are not moves, and were wrong. */
  missed = $state.raw<readonly string[]>([]);
  /** What is told of the last move, or as a hint. */
  told = $state.raw<readonly Piece[]>([]);
  /** Counts up whenever something is done, to detect late answers. */
  #moment = 0;
  #over = false;

  constructor(
    private readonly know: Know,
    /** The puzzle is over for the first time. */
    private readonly ended: (went: Went) => void,
  ) {
    // Values would tell the answer.
    this.game.settings.values = false;
  }

  readonly words = null;
  readonly result = null;
  readonly series = null;
  readonly medal = false;
  myTurn = $derived(this.phase === "open" && this.puzzle?.ask === "move");
  over = $derived(this.phase === "right" || this.phase === "shown");
  /** The cell that was tried or is the answer. */
  tried = $state<number | null>(null);
  /** What a hint shows on the board. */
  lit = $derived.by<readonly number[]>(() => {
    if (this.puzzle?.ask !== "move" || this.hints < 2 || this.phase !== "open") return [];
    const { rules, answers } = this.puzzle;
    const { column } = place(rules.shape, answers[0]!);
    const free = legal(rules, this.game.board);
    return this.hints === 3
      ? [answers[0]!]
      : free.filter((cell) => place(rules.shape, cell).column === column);
  });
  advised = $derived(this.hints === 3 ? (this.lit[0] ?? null) : null);

  /** Lay a puzzle on the board; `shown` with its answer. */
  set(puzzle: Puzzle, { shown = false } = {}): void {
    this.puzzle = puzzle;
    this.wrong = 0;
    this.hints = 0;
    this.#over = shown;
    this.missed = [];
    this.#begin();
    if (shown) this.show();
    else {
      this.game.say(task(puzzle));
      // The reasons are there when they are wanted.
      if (!byFours(puzzle)) void this.#known(puzzle);
    }
  }

  #begin(): void {
    this.#moment += 1;
    this.phase = "open";
    this.told = [];
    this.tried = null;
    const { game } = this;
    game.lay(asked(this.puzzle!));
    game.round = { ...game.round, opponent: "elsewhere", scored: true, visiting: true };
  }

  /** A move of the player. */
  play(cell: number): Promise<void> {
    return this.puzzle!.answers.includes(cell) ? this.#found(cell) : this.#missed(cell);
  }

  async #missed(cell: number): Promise<void> {
    const puzzle = this.puzzle!;
    const moment = (this.#moment += 1);
    this.wrong += 1;
    this.phase = "weighing";
    this.tried = cell;
    this.#sound(({ scratch }) => scratch(turn(this.game.board) === "X"));
    this.told = judged(puzzle, cellName(puzzle.rules.shape, cell));
    this.game.move(grow(this.game.tree, cell));
    this.game.say(plain(this.told));
    const over = outcome(puzzle.rules, this.game.board) !== null;
    const [told, reply] = await Promise.all([
      this.#reason(cell),
      over ? undefined : this.#reply(cell, this.game.board),
      sleep(),
    ]);
    if (moment !== this.#moment) return;
    if (reply !== undefined) this.game.move(grow(this.game.tree, reply));
    this.phase = "wrong";
    this.told = told;
    const answered =
      reply === undefined
        ? ""
        : ` ${t("The answer is {name}.", { name: cellName(puzzle.rules.shape, reply) })}`;
    this.game.say(`${plain(this.told)}${answered}`);
  }

  /** The best answer to a wrong move, as far as it is known. */
  async #reply(cell: number, after: Board): Promise<number | undefined> {
    const puzzle = this.puzzle!;
    // Without a network, the move is wrong all the same.
    const refuted = await import("./refuted").catch(() => null);
    if (refuted && byFours(puzzle)) {
      const { reply } = refuted.stopOf(puzzle, cell);
      if (reply !== null) return reply;
    }
    const known = await this.know(puzzle.rules, after).catch(() => null);
    return known?.moves[0]?.cell ?? refuted?.replyTo(puzzle, cell) ?? undefined;
  }

  async #found(cell: number): Promise<void> {
    this.#end("right", cell);
    this.game.say(plain(this.told));
    await this.#tell(cell);
  }

  /** An answer that is not a move: who wins, or the number of a move. */
  answer(given: string): void {
    if (this.phase !== "open" || !this.puzzle) return;
    if (given === this.puzzle.answer) {
      this.#end("right", null);
      void this.#goOnIfWanted();
      this.game.say(plain(this.told));
    } else void this.#refute(given);
  }

  /** Say why an answer that is not a move is wrong, and play what shows it. */
  async #refute(given: string): Promise<void> {
    const puzzle = this.puzzle!;
    const moment = (this.#moment += 1);
    this.wrong += 1;
    this.missed = [...this.missed, given];
    this.phase = "wrong";
    this.told = judged(puzzle, given);
    const refuted = await import("./refuted").catch(() => null);
    if (moment !== this.#moment) return;
    if (refuted) this.told = [refuted.whyNot(puzzle, given)];
    this.game.say(plain(this.told));
    if (!refuted) return;
    const { from, line } = refuted.against(puzzle, given);
    const begun = plantLine(puzzle.rules, puzzle.start, puzzle.before.slice(0, from));
    this.game.move(goTo((line ?? []).reduce(grow, begun), begun.at));
    if (!line) await this.#lookOn(moment);
    if (moment === this.#moment) await this.#goOnIfWanted();
  }

  /** Give up, and see the answer. */
  show(): void {
    if (this.over || !this.puzzle) return;
    this.#begin();
    const [cell = null] = this.puzzle.answers;
    this.#end("shown", cell);
    if (cell !== null) void this.#tell(cell);
    else {
      this.game.say(plain(this.told));
      void this.#goOnIfWanted();
    }
  }

  #end(phase: "right" | "shown", cell: number | null): void {
    const puzzle = this.puzzle!;
    this.#moment += 1;
    this.phase = phase;
    this.tried = cell;
    const { tree } = this.game;
    if (cell === null) {
      this.told = judged(puzzle, puzzle.answer, phase === "shown");
      // A move that lost is followed by what punishes it, instead of what was played.
      const from = puzzle.ask === "lost" ? Number(puzzle.answer) : puzzle.before.length;
      const at = this.game.line[from]!.id;
      this.game.move(goTo(puzzle.line.reduce(grow, goTo(tree, at)), at));
      this.tried = puzzle.ask === "lost" ? this.game.node.cell : null;
    } else {
      this.told = judged(puzzle, cellName(puzzle.rules.shape, cell), phase === "shown");
      const answer = grow(tree, cell);
      const line = puzzle.line[0] === cell ? puzzle.line.slice(1) : [];
      this.game.move(goTo(line.reduce(grow, answer), answer.at));
    }
    if (phase === "right") this.#sound(({ flourish }) => flourish());
    if (this.#over) return;
    this.#over = true;
    this.ended({ wrong: this.wrong, hints: this.hints, shown: phase === "shown" });
  }

  /** The sounds of games, if they are on. */
  #sound(make: (sounds: typeof import("../game/sound")) => void): void {
    if (this.game.settings.sound) void import("../game/sound").then(make, () => undefined);
  }

  /** Say why the answer is right, and play on. */
  async #tell(cell: number): Promise<void> {
    const moment = this.#moment;
    const puzzle = this.puzzle!;
    const told = await this.#reason(cell);
    if (moment !== this.#moment) return;
    this.told = told;
    const more = puzzle.plies === null && puzzle.line.length > 1 ? ` ${goesOn(puzzle)}.` : "";
    this.game.say(`${plain(this.told)}${more}`);
    if (!this.game.canRedo) await this.#lookOn(moment);
    await this.#goOnIfWanted();
  }

  async #goOnIfWanted(): Promise<void> {
    if (!still()) await this.#goOn(this.#moment);
  }

  /** The moves after an answer that no pack tells. */
  async #lookOn(moment: number): Promise<void> {
    const { rules } = this.puzzle!;
    let tree = this.game.tree;
    for (let ply = 0; ply < LONGEST && !outcome(rules, here(tree).board); ply += 1) {
      const best = (await this.know(rules, here(tree).board).catch(() => null))?.moves[0];
      if (moment !== this.#moment || !best) return;
      tree = grow(tree, best.cell);
    }
    if (this.game.tree.at < tree.at) this.game.move(goTo(tree, this.game.tree.at));
  }

  /** Step through the line, unless somebody else does. */
  async #goOn(moment: number): Promise<void> {
    for (;;) {
      const { at } = this.game.tree;
      await sleep();
      const { game } = this;
      if (moment !== this.#moment || game.tree.at !== at || !game.canRedo) return;
      game.move(goTo(game.tree, game.line[game.node.ply + 1]!.id));
    }
  }

  takeBack(): void {
    if (this.phase !== "weighing" && this.phase !== "wrong") return;
    this.#begin();
    if (this.puzzle!.ask === "lost") this.game.step(Number(this.missed.at(-1)));
    this.game.say(t("Taken back. {task}", { task: task(this.puzzle!) }));
  }

  /** One more hint: what to look for, where, and the answer. */
  hint(): void {
    if (this.phase === "wrong") this.#begin();
    if (this.phase !== "open" || this.hints === 3 || !this.puzzle) return;
    this.hints = (this.hints + 1) as 1 | 2 | 3;
    this.told = hint(this.puzzle, this.hints);
    this.game.say(plain(this.told));
  }

  #analyses = new Map<string, Promise<Analysis | null>>();

  /** What a move of the puzzle does and leads to. */
  async #reason(cell: number): Promise<readonly Piece[]> {
    const puzzle = this.puzzle!;
    try {
      const [{ verdict }, { told }, before] = await Promise.all([
        import("./verdict"),
        import("./refuted"),
        byFours(puzzle) ? null : this.#known(puzzle),
      ]);
      return verdict(puzzle, cell, before ?? told(puzzle), this.phase === "shown");
    } catch {
      return judged(puzzle, cellName(puzzle.rules.shape, cell));
    }
  }

  /** What is known of the puzzle's own position. */
  #known(puzzle: Puzzle): Promise<Analysis | null> {
    const known =
      this.#analyses.get(puzzle.id) ??
      untrack(() => this.know(puzzle.rules, here(asked(puzzle)).board)).catch(() => null);
    this.#analyses.set(puzzle.id, known);
    return known;
  }
}
