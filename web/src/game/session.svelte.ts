/**
 * One table with one game on it: what is played, by whom, and what is known about it.
 * Components read its fields and call its verbs; the rules, words and advice live elsewhere.
 */

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { NoAnswer } from "../api/client";
import type { Analysis } from "../api/types";
import { analyse, chooseMove, findRules, isLocal } from "./adviser";
import { hintWords, type HintStep } from "./hint";
import { linkedRules, readLink, writeLink } from "./link";
import { decidingMove, judge } from "./review";
import { CLASSIC, emptyBoard, other, outcome, turn, type Mark, type Rules } from "./rules";
import { readRecord, recordRules } from "./record";
import { markInRound, markOf, seatOf, standing } from "./series";
import { scratch } from "./sound";
import { recall, remember, type Settings } from "./storage";
import { goTo, grow, here, line, plant, replies, type Node, type Tree } from "./tree";
import { movesWords, resultWords, turnWords, type Names } from "./words";

/** What a reload keeps and a copied link does not. */
interface Round {
  /** The first player's mark. */
  first: Mark;
  /** The result is in the score already, or never will be. */
  scored: boolean;
  /** A takeback, a hint or shown values helped: no draw for the run. */
  aided: boolean;
  /** The computer owes an answer. */
  thinking: boolean;
  /** Somebody else's game, from a link, until a move is made in it. */
  watched: boolean;
}

const memory = recall();
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Session {
  settings = $state<Settings>(memory.settings);
  rounds = $state.raw(memory.rounds);
  run = $state.raw(memory.run);

  rules = $state.raw<Rules>(CLASSIC);
  tree = $state.raw<Tree>(plant(CLASSIC, emptyBoard(CLASSIC)));
  round = $state.raw<Round>(this.freshRound());
  /** Whether each of the computer's moves in this game was known to be perfect; null before one. */
  proven = $state<boolean | null>(null);
  hint = $state<HintStep>(0);
  /** A review has been asked for, or costs nothing. */
  reviewing = $state(false);
  /** What went wrong, in words. */
  trouble = $state<string | null>(null);
  /** For the live region. */
  said = $state.raw({ text: "", count: 0 });

  private analyses = new SvelteMap<string, Analysis>();
  private asking = new SvelteMap<string, Promise<Analysis | null>>();
  /** Tells one announcement from the next, also when the words are the same. */
  private utterances = 0;
  /** Counts up whenever the game moves on, so that a late answer knows that it is late. */
  private moment = 0;

  // -- what is ------------------------------------------------------------------------------

  node = $derived(here(this.tree));
  line = $derived(line(this.tree));
  board = $derived(this.node.board);
  outcome = $derived(outcome(this.rules, this.board));
  turn = $derived(turn(this.board));
  againstComputer = $derived(this.settings.opponent === "computer");
  computer = $derived<Mark | null>(this.againstComputer ? other(this.round.first) : null);
  computerToMove = $derived(!this.outcome && this.turn === this.computer);
  playable = $derived(!this.outcome && !this.computerToMove && !this.round.thinking);
  standing = $derived(standing({ length: this.settings.length, rounds: this.rounds }));
  analysis = $derived(this.known(this.node));
  /** Somebody is being asked what a position is worth. */
  looking = $derived(this.asking.size > 0);
  /** Values and the graph are out of sight while one plays without them. */
  valuesShown = $derived(this.settings.values || this.outcome !== null || this.reviewing);

  names = $derived.by<Names>(() => {
    if (!this.againstComputer || this.round.watched) return { X: "X", O: "O" };
    return this.round.first === "X" ? { X: "You", O: "Computer" } : { X: "Computer", O: "You" };
  });

  status = $derived.by(() => {
    if (this.outcome) return resultWords(this.rules, this.names, this.outcome);
    if (this.round.thinking) return "Computer is thinking";
    return turnWords(this.names, this.turn);
  });

  /** The grade of each move of the line; null where the answer is still out. */
  verdicts = $derived(
    this.line.slice(1).map((node) => {
      const before = this.known(this.tree.nodes[node.parent]!);
      return before ? judge(before, node.cell) : null;
    }),
  );

  deciding = $derived(
    this.verdicts.every((each) => each !== null) ? decidingMove(this.verdicts) : null,
  );

  canTakeBack = $derived(this.lastDecision() !== null);
  canRedo = $derived(this.node.ply < this.line.length - 1);

  // -- starting -----------------------------------------------------------------------------

  /** Open what the address names, or a fresh game. */
  async open(): Promise<void> {
    const linked = linkedRules(location.hash);
    const kept = (history.state as { round?: Round } | null)?.round;
    const rules = await this.find(linked ?? this.settings.rules);
    const tree = rules && linked ? readLink(rules, location.hash) : null;
    this.settings.rules = rules?.rules ?? CLASSIC.rules;
    if (!tree) {
      this.layFresh(rules ?? CLASSIC);
      if (rules && linked) this.fail(new NoAnswer("The link holds no game that can be played."));
      return;
    }
    this.watch(tree);
    if (!kept) return;
    this.round = kept;
    if (kept.thinking) void this.letComputerMove();
    this.keep();
  }

  /** Open a game's text; return what is wrong with it, if something is. */
  async openText(text: string): Promise<string | null> {
    const rules = await this.find(recordRules(text));
    if (!rules) return this.trouble;
    const tree = readRecord(rules, text);
    if (typeof tree === "string") return `This cannot be played: ${tree.slice(0, 60)}`;
    this.settings.rules = rules.rules;
    this.watch(tree);
    this.say(`The game is open. ${this.status}.`);
    return null;
  }

  /** Lay out a game from somewhere else: it is not a round of this series. */
  private watch(tree: Tree): void {
    this.lay(tree);
    this.round = { ...this.freshRound(), scored: true, watched: true };
    if (this.outcome) this.startReview();
    this.keep();
  }

  /** Take new settings: another opponent, board or length starts a new score. */
  async setUp(settings: Settings): Promise<void> {
    const rules = await this.find(settings.rules);
    if (!rules) return;
    this.settings = settings;
    this.rounds = [];
    this.layFresh(rules);
  }

  nextRound(): void {
    if (this.standing.over) this.rounds = [];
    this.layFresh(this.rules);
  }

  private async find(name: string): Promise<Rules | null> {
    try {
      const rules = await findRules(name);
      this.trouble = null;
      return rules;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private layFresh(rules: Rules): void {
    this.lay(plant(rules, emptyBoard(rules)));
    this.round = this.freshRound();
    this.keep();
    if (this.computerToMove) void this.letComputerMove();
    else this.say(`New game. ${turnWords(this.names, this.turn)}.`);
  }

  private lay(tree: Tree): void {
    this.moment += 1;
    this.rules = tree.rules;
    this.tree = tree;
    this.proven = null;
    this.hint = 0;
    this.reviewing = false;
  }

  private freshRound(): Round {
    const first = markInRound(this.settings.sides, this.rounds.length);
    return { first, scored: false, aided: false, thinking: false, watched: false };
  }

  // -- playing ------------------------------------------------------------------------------

  play(cell: number): void {
    if (!this.playable || this.board[cell] !== null) return;
    const aided = this.round.aided || this.settings.values;
    this.round = { ...this.round, aided, watched: false };
    const mark = this.turn;
    this.put(cell);
    if (this.outcome) this.finish([{ mark, cell }]);
    else if (this.computerToMove) void this.letComputerMove([{ mark, cell }]);
    else this.sayMoves([{ mark, cell }]);
  }

  /** The computer answers after the pause; whatever happens on the board meanwhile cancels it. */
  async letComputerMove(before: { mark: Mark; cell: number }[] = []): Promise<void> {
    const { moment, rules, board } = this;
    this.round = { ...this.round, thinking: true, watched: false };
    this.keep();
    try {
      const [choice] = await Promise.all([
        chooseMove(rules, board, this.settings.level),
        sleep(this.settings.pause),
      ]);
      if (moment !== this.moment) return;
      this.trouble = null;
      this.proven = choice.proven && this.proven !== false;
      const move = { mark: this.turn, cell: choice.cell };
      this.put(choice.cell);
      if (this.outcome) this.finish([...before, move]);
      else this.sayMoves([...before, move]);
    } catch (error) {
      if (moment !== this.moment) return;
      this.round = { ...this.round, thinking: false };
      this.fail(error);
    }
  }

  private put(cell: number): void {
    if (this.settings.sound) scratch(this.turn === "X");
    this.move(grow(this.tree, cell));
  }

  private move(tree: Tree): void {
    this.moment += 1;
    this.tree = tree;
    this.hint = 0;
    this.round = { ...this.round, thinking: false };
    this.keep();
  }

  private finish(moves: { mark: Mark; cell: number }[]): void {
    const { winner } = this.outcome!;
    if (!this.round.scored) {
      this.rounds = [...this.rounds, winner && seatOf(winner, this.round.first)];
      this.countRun(winner);
      this.round = { ...this.round, scored: true };
    }
    this.keep();
    this.say(`${movesWords(this.rules.shape, this.names, moves)} ${this.status}.`);
    this.startReview();
  }

  private countRun(winner: Mark | null): void {
    if (!this.againstComputer || this.settings.level !== "hard" || !isLocal(this.rules)) return;
    if (winner === this.computer) this.run = { ...this.run, now: 0 };
    else if (!this.round.aided) {
      const now = this.run.now + 1;
      this.run = { now, longest: Math.max(now, this.run.longest) };
    }
  }

  // -- going back and forth -----------------------------------------------------------------

  /** Where the player to whom the next move belongs last chose: the game before it. */
  private lastDecision(): Node | null {
    for (let node = this.node; node.parent >= 0;) {
      node = this.tree.nodes[node.parent]!;
      if (this.computer === null || turn(node.board) !== this.computer) return node;
    }
    return null;
  }

  takeBack(): void {
    const target = this.lastDecision();
    if (!target) return;
    if (!this.outcome) this.round = { ...this.round, aided: true };
    this.visit(target.id, "Taken back.");
  }

  redo(): void {
    const ahead = this.line.slice(this.node.ply + 1);
    const target = ahead.find((node) => turn(node.board) !== this.computer) ?? ahead.at(-1);
    if (target) this.visit(target.id, "Played again.");
  }

  /** Go to a place in the line, counted in moves. */
  step(ply: number): void {
    const node = this.line[ply];
    if (node && node !== this.node) this.visit(node.id, `Move ${ply} of ${this.line.length - 1}.`);
  }

  visit(id: number, words: string): void {
    this.move(goTo(this.tree, id));
    this.say(`${words} ${this.status}.`);
  }

  /** Other moves that were tried where the current one was played. */
  branches = $derived(
    this.node.parent < 0 ? [] : replies(this.tree, this.tree.nodes[this.node.parent]!),
  );

  // -- knowing ------------------------------------------------------------------------------

  /** One step up the ladder: something is there, where, the move and why. */
  async askHint(): Promise<void> {
    if (!this.playable) return;
    this.round = { ...this.round, aided: true };
    const { moment } = this;
    const analysis = await this.learn(this.node);
    if (!analysis || moment !== this.moment) return;
    this.hint = Math.min(3, this.hint + 1) as HintStep;
    this.keep();
    this.say(hintWords(this.rules, this.board, analysis, this.hint));
  }

  startReview(): void {
    if (isLocal(this.rules)) void this.review();
  }

  async review(): Promise<void> {
    this.reviewing = true;
    const { rules, line } = this;
    for (const node of line) {
      const found = await this.learn(node);
      // Another game may have begun meanwhile.
      if (!found || !this.reviewing || rules !== this.rules) return;
    }
  }

  /** What is known about a node so far. */
  known(node: Node): Analysis | null {
    return this.analyses.get(this.key(node)) ?? null;
  }

  /** Find out what is known about a node; null if nobody can say now. */
  async learn(node: Node): Promise<Analysis | null> {
    const key = this.key(node);
    const known = this.analyses.get(key);
    if (known) return known;
    const asked = untrack(() => this.asking.get(key)) ?? this.ask(key, node);
    this.asking.set(key, asked);
    return asked;
  }

  private async ask(key: string, node: Node): Promise<Analysis | null> {
    try {
      const found = await analyse(this.rules, node.board);
      this.analyses.set(key, found);
      return found;
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.asking.delete(key);
    }
  }

  private key(node: Node): string {
    return `${this.rules.rules} ${node.board.map((mark) => mark ?? ".").join("")}`;
  }

  // -- telling ------------------------------------------------------------------------------

  say(text: string): void {
    this.utterances += 1;
    this.said = { text, count: this.utterances };
  }

  private sayMoves(moves: { mark: Mark; cell: number }[]): void {
    this.say(`${movesWords(this.rules.shape, this.names, moves)} ${this.status}.`);
  }

  private fail(error: unknown): void {
    this.trouble =
      error instanceof NoAnswer ? error.message : "That did not work. Try again in a moment.";
    this.say(this.trouble);
  }

  /** The winner's seat mark, for whoever draws the score. */
  seatMark = (seat: "first" | "second"): Mark => markOf(seat, this.round.first);

  /** Write the game into the address and the rest into the device's memory. */
  keep(): void {
    history.replaceState({ round: $state.snapshot(this.round) }, "", writeLink(this.tree));
    remember({ settings: $state.snapshot(this.settings), rounds: this.rounds, run: this.run });
  }
}
