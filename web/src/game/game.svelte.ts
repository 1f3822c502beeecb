/**
 * One game: a tree of moves with a cursor, who plays the other side, and what is known about it.
 * Components read its fields and call its verbs; the rules, words and advice live elsewhere.
 */

import { untrack } from "svelte";
import { NoAnswer } from "../api/client";
import type { Analysis } from "../api/types";
import { adapt, analyse, chooseMove, FIRST_SKILL, isLocal } from "./adviser";
import { findRules } from "./games";
import type { Hint, HintStep } from "./hint";
import type { Played } from "./history";
import { ADAPTIVE, HARDEST, type Opposition } from "./levels";
import { linkedRules, readLink, writeLink } from "./link";
import { decidingMove, isMistake, judge } from "./review";
import {
  CLASSIC,
  emptyBoard,
  marksOf,
  other,
  outcome,
  turn,
  type Board,
  type Mark,
  type Rules,
} from "./rules";
import { cellName } from "./notation";
import { markInRound, markOf, seatOf, standing } from "./series";
import {
  change,
  follow,
  isRound,
  leaveGame,
  leftGame,
  orphanedGame,
  recall,
  scoreKey,
  type Memory,
  type Opening,
  type Opponent,
  type Round,
  type Settings,
} from "./storage";
import { goTo, grow, here, line, plant, replies, view, type Node, type Tree } from "./tree";
import { movesWords, resultWords, turnWords, YOU, type Names } from "./words";
import { t } from "../site/t";

interface Move {
  mark: Mark;
  cell: number;
}

/** Those who play on other devices, by way of the server: see `together/remote`. */
export interface Elsewhere {
  /** Whose turn it is or how it ended; null where another position is looked at. */
  readonly words: string | null;
  readonly myTurn: boolean;
  readonly result: Ended | null;
  /** Who won the series, once it is over; and whether it was won here. */
  readonly series: string | null;
  readonly medal: boolean;
  /** Play a cell, in a game that goes on. */
  play(cell: number): unknown;
}

export type Ended = "won" | "drawn" | "lost";

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Game {
  /** What this device stores for all tabs: scores, runs. */
  private memory = $state.raw<Memory>(recall());
  /** Whether the game and the settings are stored, in the address and on the device. */
  private readonly kept: boolean;
  readonly elsewhere: Elsewhere | null;
  settings = $state<Settings>(untrack(() => this.memory.settings));

  tree = $state.raw<Tree>(plant(CLASSIC, emptyBoard(CLASSIC)));
  rules = $derived(this.tree.rules);
  round = $state.raw<Round>({
    opponent: untrack(() => this.settings.opponent),
    first: untrack(() => markInRound(this.settings.sides, 0)),
    scored: false,
    aided: false,
    thinking: false,
    visiting: false,
  });
  /** Whether each computer move in this game was proved perfect; null before the first. */
  proven = $state<boolean | null>(null);
  hintStep = $state<HintStep>(0);
  /** A review was requested, or costs nothing. */
  reviewing = $state(false);
  /** A cell that something beside the board points at. */
  pointed = $state<number | null>(null);
  /** What went wrong, in words. */
  trouble = $state<string | null>(null);
  /** For the live region. */
  said = $state.raw({ text: "", count: 0 });

  /** The words of hints; loaded with the first hint. */
  private hints = $state.raw<typeof import("./hint") | null>(null);
  /** The code for openings; loaded for games that have one. */
  swap2 = $state.raw<typeof import("./swap2") | null>(null);

  /** Replaced as a whole: Svelte's own map and set would add 0.8 kB to the page. */
  private analyses = $state.raw<ReadonlyMap<string, Analysis>>(new Map());
  private asking = new Map<string, Promise<Analysis | null>>();
  /** Tells one announcement from the next, also when the words are the same. */
  private utterances = 0;
  /** Counts up whenever the game moves on, to detect late answers. */
  private moment = 0;

  constructor({ kept = true, elsewhere = null as Elsewhere | null } = {}) {
    this.kept = kept;
    this.elsewhere = elsewhere;
  }

  /** Take the focus to where the next move is made; the table that shows the game sets it. */
  toBoard: () => Promise<void> = async () => {};

  /** Whether the last move, made here, ended the game. */
  justEnded = $state(false);

  // -- what is ------------------------------------------------------------------------------

  node = $derived(here(this.tree));
  line = $derived(line(this.tree));
  board = $derived<Board>(this.node.board);
  outcome = $derived(outcome(this.rules, this.board));
  turn = $derived(turn(this.board));
  /** What the board is given. */
  view = $derived(view(this.tree));
  againstComputer = $derived(this.round.opponent === "computer");
  /** A game from a link, until somebody chooses how to continue it. */
  looking = $derived(this.round.opponent === "nobody");
  computer = $derived<Mark | null>(this.againstComputer ? other(this.round.first) : null);
  /** The state of the opening; null once the sides are chosen, and without an opening. */
  opening = $derived(this.swap2?.open(this.round, this.node) ?? null);
  computerToMove = $derived(!this.outcome && this.actor(this.node) === this.computer);
  playable = $derived.by(() => {
    if (this.round.opponent === "elsewhere") return this.elsewhere!.myTurn && !this.canRedo;
    if (this.outcome || this.computerToMove) return false;
    return !this.round.thinking && !this.opening?.choosing;
  });
  scoreKey = $derived(scoreKey(this.settings, this.rules.rules));
  rounds = $derived(this.memory.scores[this.scoreKey] ?? []);
  run = $derived(this.memory.run);
  standing = $derived(standing({ length: this.settings.length, rounds: this.rounds }));
  /** A finished series has its own result. */
  seriesOver = $derived(
    this.standing.over && this.outcome !== null && this.round.scored && !this.round.visiting,
  );
  /** Who won the series, once it is over. */
  seriesWords = $derived.by(() => {
    if (!this.seriesOver) return null;
    const { leader, first, second } = this.standing;
    if (!leader) return t("The series is a draw.");
    const score = { most: Math.max(first, second), least: Math.min(first, second) };
    if (!this.againstComputer) {
      const player = leader === "first" ? 1 : 2;
      return t("Player {player} wins the series, {most} to {least}.", { player, ...score });
    }
    return leader === "first"
      ? t("You win the series, {most} to {least}.", score)
      : t("The computer wins the series, {most} to {least}.", score);
  });
  analysis = $derived(this.known(this.node));
  /** A position's value is being computed. */
  pondering = $state(false);
  /** Values and the graph are hidden while one plays without them. */
  valuesShown = $derived(this.settings.values || this.outcome !== null || this.reviewing);
  hint = $derived.by<Hint | null>(() => {
    const { rules, board, analysis, hintStep, hints } = this;
    return hintStep && analysis && hints ? hints.hint(rules, board, analysis, hintStep) : null;
  });
  nextHint = $derived.by<HintStep>(() => {
    const { analysis, hintStep, hints } = this;
    return hintStep && analysis && hints ? hints.nextStep(analysis, hintStep) : 1;
  });

  names = $derived.by<Names>(() => {
    if (!this.againstComputer || this.opening) return { X: "X", O: "O" };
    const computer = t("Computer");
    return this.round.first === "X" ? { X: YOU, O: computer } : { X: computer, O: YOU };
  });

  status = $derived.by(() => {
    if (this.elsewhere?.words) return this.elsewhere.words;
    if (this.outcome) return resultWords(this.rules, this.names, this.outcome);
    if (this.round.thinking) return t("Computer is thinking");
    return this.opening?.words ?? turnWords(this.names, this.turn);
  });

  /** Whether the player has won, lost, or neither; with two people, there is no single player. */
  result = $derived.by<Ended | null>(() => {
    if (!this.outcome || !this.againstComputer) return this.elsewhere?.result ?? null;
    if (this.outcome.winner === null) return "drawn";
    return this.outcome.winner === this.computer ? "lost" : "won";
  });

  /** The grade of each move of the line; null while the answer is pending. */
  verdicts = $derived(
    this.line.slice(1).map((node) => {
      const before = this.known(this.tree.nodes[node.parent]!);
      return before ? judge(before, node.cell) : null;
    }),
  );

  deciding = $derived(
    this.verdicts.every((each) => each !== null) ? decidingMove(this.verdicts) : null,
  );

  /** The move worth another try: the player's last mistake; with two people, the deciding move. */
  mistake = $derived.by<number | null>(() => {
    if (!this.againstComputer) return this.deciding;
    if (!this.verdicts.every((each) => each?.grade)) return null;
    const opened = this.round.opening?.until ?? 0;
    const own = (index: number) =>
      index >= opened && turn(this.line[index]!.board) !== this.computer;
    const index = this.verdicts.findLastIndex((each, at) => isMistake(each!) && own(at));
    return index < 0 ? null : index;
  });

  /** The mark of the player who acts at a node; in an opening it may be the other one's. */
  private actor(node: Node): Mark {
    return this.swap2?.actor(this.round, node) ?? turn(node.board);
  }

  canTakeBack = $derived(this.lastDecision() !== null);
  /** Somebody has moved, and the game is not over: ask before throwing it away. */
  underWay = $derived(!this.outcome && this.canTakeBack);
  canRedo = $derived(this.node.ply < this.line.length - 1);

  // -- starting -----------------------------------------------------------------------------

  /** Follow what other tabs add to the scores; returns a function to stop. */
  follow(): () => void {
    return follow((memory) => (this.memory = memory));
  }

  /** Open the game in the address; else this tab's last game; else a new one. */
  async open(): Promise<void> {
    const { hash } = location;
    await this.fetchSwap2(hash.includes("&opening="));
    const linked = linkedRules(hash);
    const own = (history.state as { round?: unknown } | null)?.round;
    if (linked === null) {
      const left = leftGame("here");
      if (!left || !(await this.restore(left.link, left.round))) await this.openOwn();
      return;
    }
    try {
      const tree = await readLink(findRules(linked), hash);
      if (tree && isRound(own)) this.resume(tree, own);
      else if (tree) this.visitGame(tree, this.swap2?.linkedOpening(hash));
      else throw new NoAnswer(t("This link has no game that can be played."));
    } catch (error) {
      await this.openOwn();
      this.fail(error);
    }
  }

  /** Back to this tab's game, or that of a closed tab; else a new one. */
  async openOwn(): Promise<void> {
    const left = leftGame("own") ?? (await orphanedGame());
    if (left && (await this.restore(left.link, left.round))) return;
    this.layFresh(this.find(this.settings.rules) ?? CLASSIC);
  }

  private async restore(link: string, round: Round): Promise<boolean> {
    const rules = this.find(linkedRules(link) ?? "");
    const tree = rules && (await readLink(rules, link).catch(() => null));
    await this.fetchSwap2(round.opening);
    if (tree) this.resume(tree, round);
    return tree !== null;
  }

  /** Load the code for openings if a game has one, or the next one may. */
  private async fetchSwap2(opened?: unknown): Promise<void> {
    if (opened || this.settings.opening === "swap2") {
      this.swap2 ??= await import("./swap2").catch(() => null);
    }
  }

  private resume(tree: Tree, round: Round): void {
    this.lay(tree);
    this.round = round;
    this.keep();
    if (this.outcome) this.startReview();
    if (round.thinking) void this.letComputerMove();
  }

  /** Open a game's text; return what is wrong with it, if anything. */
  async openText(text: string): Promise<string | null> {
    const { readRecord, recordOpening, recordRules } = await import("./record");
    const rules = this.find(recordRules(text));
    if (!rules) return this.trouble;
    const tree = readRecord(rules, text);
    if (typeof tree === "string")
      return t("This can't be played: {text}", { text: tree.slice(0, 60) });
    const opening = recordOpening(text);
    await this.fetchSwap2(opening);
    this.visitGame(tree, opening);
    this.say(t("The game is open. {status}.", { status: this.status }));
    return null;
  }

  /** Open a game from somewhere else, which is not part of this series. */
  visitGame(tree: Tree, opening?: Opening): void {
    this.lay(tree);
    this.round = {
      ...this.freshRound(),
      opponent: "nobody",
      scored: true,
      visiting: true,
      ...(opening && this.line.length > opening.until && { opening }),
    };
    if (this.outcome) this.startReview();
    this.keep();
  }

  /** Play on from the current position of a visited game. */
  playOn(opponent: Opponent, first: Mark): void {
    this.moment += 1;
    this.reviewing = false;
    this.round = { ...this.round, opponent, first, thinking: false };
    this.keep();
    if (this.computerToMove) void this.letComputerMove();
    else this.say(`${this.status}.`);
  }

  /** Apply new settings and start; a series starts from zero. */
  async setUp(settings: Settings): Promise<void> {
    const rules = this.find(settings.rules);
    if (!rules) return;
    this.settings = settings;
    await this.fetchSwap2();
    if (settings.length > 1) this.score(scoreKey(settings, rules.rules), () => []);
    this.layFresh(rules);
  }

  /** Play at another level, by its name: with a new game if this one is over or has not begun. */
  setLevel(level: Opposition, name: string = level): void {
    this.settings.level = level;
    if (!this.underWay && !this.round.visiting) {
      this.layFresh(this.rules);
      return;
    }
    // A game at two levels counts for neither.
    this.round = { ...this.round, scored: true };
    this.keep();
    this.say(t("{level}. This game won't count.", { level: name }));
  }

  /** The next game of the series, or another one like the visited game. */
  nextRound(): void {
    if (this.round.visiting) {
      const { opponent, first } = this.round;
      this.lay(plant(this.rules, emptyBoard(this.rules)));
      this.round = { ...this.freshRound(), opponent, first, scored: true, visiting: true };
      this.begin();
      return;
    }
    if (this.standing.over) this.score(this.scoreKey, () => []);
    this.layFresh(this.rules);
  }

  private find(name: string): Rules | null {
    try {
      const rules = findRules(name);
      this.trouble = null;
      return rules;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private layFresh(rules: Rules): void {
    this.lay(plant(rules, emptyBoard(rules)));
    this.round = { ...this.freshRound(), ...this.swap2?.begin(this.settings, rules) };
    this.begin();
  }

  private begin(): void {
    this.keep();
    if (this.computerToMove) void this.letComputerMove();
    else this.say(t("New game. {status}.", { status: this.status }));
  }

  lay(tree: Tree): void {
    this.moment += 1;
    this.justEnded = false;
    this.tree = tree;
    this.proven = null;
    this.hintStep = 0;
    this.reviewing = false;
    this.pointed = null;
  }

  private freshRound(): Round {
    const { opponent, sides } = this.settings;
    const first = markInRound(sides, this.rounds.length);
    return { opponent, first, scored: false, aided: false, thinking: false, visiting: false };
  }

  // -- playing ------------------------------------------------------------------------------

  /** Play at a cell; with gravity, in its column. */
  play(at: number): void {
    const cell = this.view.free.get(at);
    if (!this.playable || cell === undefined) return;
    if (this.round.opponent === "elsewhere") return void this.elsewhere!.play(cell);
    this.round = { ...this.round, aided: this.round.aided || this.settings.values };
    this.put([cell]);
  }

  /** The computer answers after the pause; any change on the board cancels it. */
  async letComputerMove(before: Move[] = []): Promise<void> {
    const { moment, rules, board } = this;
    this.round = { ...this.round, thinking: true };
    this.keep();
    const { level, pause } = this.settings;
    const choose = this.opening ? this.swap2!.choose : chooseMove;
    try {
      const [choice] = await Promise.all([
        choose(rules, board, level === ADAPTIVE ? this.skill : level),
        sleep(pause),
      ]);
      if (moment !== this.moment) return;
      this.trouble = null;
      this.proven = choice.proven && this.proven !== false;
      if (choice.take) this.takeSide(choice.take);
      else this.put(choice.cells ?? [choice.cell], before);
    } catch (error) {
      if (moment !== this.moment) return;
      this.round = { ...this.round, thinking: false };
      this.fail(error);
    }
  }

  /** Place stones and continue: the computer answers, or the move is announced. */
  private put(cells: number[], before: Move[] = []): void {
    const moves = [...before];
    for (const cell of cells) {
      const { turn } = this;
      this.sound(({ scratch }) => scratch(turn === "X"));
      this.round = this.swap2?.placing(this.round, this.node) ?? this.round;
      this.move(grow(this.tree, cell));
      moves.push({ mark: turn, cell });
    }
    if (this.outcome) this.finish(moves);
    else if (this.computerToMove) void this.letComputerMove(moves);
    else this.sayMoves(moves);
  }

  /** In an opening, take a side; null places two more stones, or undoes that. */
  takeSide(mark: Mark | null): void {
    this.round = this.swap2!.taken(this.round, this.node, mark);
    this.move(this.tree);
    this.say(`${this.swap2!.sides(this.round)} ${this.status}.`);
    if (this.computerToMove) void this.letComputerMove();
  }

  /** Sounds are loaded when switched on; without them the game is silent. */
  private sound(make: (sounds: typeof import("./sound")) => void): void {
    if (this.settings.sound) void import("./sound").then(make, () => undefined);
  }

  move(tree: Tree): void {
    this.moment += 1;
    this.justEnded = false;
    this.tree = tree;
    this.hintStep = 0;
    this.pointed = null;
    this.round = { ...this.round, thinking: false };
    this.keep();
  }

  private finish(moves: Move[]): void {
    const { winner } = this.outcome!;
    if (!this.round.scored) {
      const { first } = this.round;
      const { length } = this.settings;
      this.score(this.scoreKey, (rounds) => [
        ...(standing({ length, rounds }).over ? [] : rounds),
        winner && seatOf(winner, first),
      ]);
      this.countRun();
      this.adapt();
      this.rememberGame();
      this.round = { ...this.round, scored: true };
    }
    this.justEnded = true;
    if (this.result === "won") this.sound(({ flourish }) => flourish());
    this.keep();
    this.sayMoves(moves);
    this.startReview();
  }

  /** Change one score, including what other tabs have added to it. */
  private score(key: string, how: (rounds: Memory["scores"][string]) => Memory["scores"][string]) {
    this.memory = change(({ scores }) => ({
      scores: { ...scores, [key]: how(scores[key] ?? []) },
    }));
  }

  private countRun(): void {
    if (!this.againstComputer || this.settings.level !== HARDEST || !isLocal(this.rules)) return;
    const { result } = this;
    const { aided } = this.round;
    this.memory = change(({ run }) => {
      if (result === "lost") return { run: { ...run, now: 0 } };
      const now = aided ? run.now : run.now + 1;
      return { run: { now, longest: Math.max(now, run.longest) } };
    });
  }

  private rememberGame(): void {
    const { opponent, first, aided } = this.round;
    const { winner } = this.outcome!;
    const game: Played = {
      at: Date.now(),
      rules: this.rules.rules,
      against: opponent === "computer" ? this.settings.level : "person",
      mark: first,
      result: this.result ?? winner ?? "drawn",
      aided,
      moves: this.line
        .slice(1)
        .map(({ cell }) => cellName(this.rules.shape, cell))
        .join(" "),
    };
    // Loaded when the first game ends; the service worker keeps it.
    void import("./history").then(
      ({ remember }) => remember(game),
      () => undefined,
    );
  }

  /** The adaptive level's skill on this board. */
  skill = $derived(this.memory.skill[this.rules.rules] ?? FIRST_SKILL);

  private adapt(): void {
    const { result, settings, skill } = this;
    if (settings.level !== ADAPTIVE || !result) return;
    const { rules } = this.rules;
    this.memory = change((memory) => ({
      skill: { ...memory.skill, [rules]: adapt(memory.skill[rules] ?? skill, result) },
    }));
  }

  // -- going back and forth -----------------------------------------------------------------

  /** The last decision of the player to move: the position before it. */
  private lastDecision(): Node | null {
    for (let node = this.node; node.parent >= 0;) {
      node = this.tree.nodes[node.parent]!;
      if (this.computer === null || this.actor(node) !== this.computer) return node;
    }
    return null;
  }

  takeBack(): void {
    const target = this.lastDecision();
    if (!target) return;
    if (!this.outcome) this.round = { ...this.round, aided: true };
    this.visit(target.id, t("Taken back."));
  }

  redo(): void {
    const ahead = this.line.slice(this.node.ply + 1);
    const target = ahead.find((node) => this.actor(node) !== this.computer) ?? ahead.at(-1);
    if (target) this.visit(target.id, t("Played again."));
  }

  /** Go back to before the mistake, close the review, and play on. */
  tryAgain(): void {
    const before = this.mistake === null ? undefined : this.line[this.mistake];
    if (!before) return;
    this.reviewing = false;
    this.visit(before.id, t("Back to the moment that decided it."));
  }

  /** Go to a place in the line, counted in moves. */
  step(ply: number): void {
    const node = this.line[ply];
    if (node && node !== this.node)
      this.visit(node.id, t("Move {ply} of {end}.", { ply, end: this.line.length - 1 }));
  }

  visit(id: number, words: string): void {
    this.move(goTo(this.tree, id));
    this.say(`${words} ${this.status}.`);
  }

  /** Other moves that were tried instead of the current one. */
  branches = $derived(
    this.node.parent < 0 ? [] : replies(this.tree, this.tree.nodes[this.node.parent]!),
  );

  // -- knowing ------------------------------------------------------------------------------

  /** One step up the hint ladder: that there is something, where, the move and why. */
  async askHint(): Promise<void> {
    if (!this.playable || this.opening) return;
    this.round = { ...this.round, aided: true };
    const { moment } = this;
    const analysis = await this.learn(this.node);
    this.hints ??= await import("./hint").catch((error: unknown) => (this.fail(error), null));
    if (!analysis || !this.hints || moment !== this.moment) return;
    this.trouble = null;
    this.hintStep = this.nextHint;
    this.keep();
    this.say(this.hint?.text ?? "");
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

  /** Find out what is known about a node; null if that is impossible now. */
  async learn(node: Node): Promise<Analysis | null> {
    const key = this.key(node);
    const known = this.analyses.get(key);
    if (known) return known;
    const asked = this.asking.get(key) ?? this.ask(key, node);
    this.asking.set(key, asked);
    this.pondering = true;
    return asked;
  }

  private async ask(key: string, node: Node): Promise<Analysis | null> {
    try {
      const note = (found: Analysis) => (this.analyses = new Map(this.analyses).set(key, found));
      const found = await analyse(this.rules, node.board, note);
      note(found);
      return found;
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.asking.delete(key);
      this.pondering = this.asking.size > 0;
    }
  }

  private key(node: Node): string {
    return `${this.rules.rules} ${marksOf(node.board)}`;
  }

  // -- telling ------------------------------------------------------------------------------

  say(text: string): void {
    this.utterances += 1;
    this.said = { text, count: this.utterances };
  }

  private sayMoves(moves: Move[]): void {
    const words = movesWords(this.rules.shape, this.names, moves);
    this.say(`${words} ${this.status}. ${this.seriesWords ?? ""}`.trim());
  }

  fail(error: unknown): void {
    this.trouble =
      error instanceof NoAnswer ? error.message : t("That didn't work. Try again in a moment.");
    this.say(this.trouble);
  }

  /** The winner's seat mark, for drawing the score. */
  seatMark = (seat: "first" | "second"): Mark => markOf(seat, this.round.first);

  /** Write the game and its state into the address, and the settings to the device. */
  keep(): void {
    if (!this.kept) return;
    const link = writeLink(this.tree) + (this.swap2?.linked(this.round) ?? "");
    const round = $state.snapshot(this.round);
    try {
      history.replaceState({ round }, "", link);
    } catch {
      // Safari refuses after 100 changes in ten seconds, as when a long game is leafed through.
    }
    leaveGame({ link, round }, this.underWay);
    this.memory = change(() => ({ settings: $state.snapshot(this.settings) }));
  }
}
