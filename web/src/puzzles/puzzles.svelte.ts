/** The room of puzzles: today's three, practice, and one's own mistakes, all on one board. */

import { named, NoPuzzle, openPack, PACKS } from "./packs";
import { know } from "./know";
import { daily, type Day, dayOf, streak } from "./daily";
import {
  change,
  doneDays,
  follow,
  nextDice,
  recall,
  same,
  type OwnMistake,
  type PuzzleMemory,
  type Went,
} from "./memory";
import { lineId, ownPuzzle, readPuzzle, type Puzzle } from "./puzzle";
import { fitting, rated } from "./rating";
import { due, tried } from "./repetition";
import { Solving } from "./solving.svelte";
import { failure } from "../site/trouble";
import type { PackEntry } from "./entry";

export const VIEWS = ["today", "practise", "yours"] as const;
/** A puzzle by its address, such as `connect-four/17`, is a view of its own. */
export type View = (typeof VIEWS)[number] | `${string}/${string}`;

export const linkedView = (hash: string): View => {
  const asked = hash.slice(1);
  return asked.includes("/")
    ? (asked as `${string}/${string}`)
    : (VIEWS.find((view) => view === asked) ?? "today");
};

/** How many of the latest own games are looked through. */
const LATEST = 30;
/** Whoever practises every game is given this many packs to choose the next puzzle from. */
const OPEN_PACKS = 3;

export class PuzzleRoom {
  memory = $state.raw<PuzzleMemory>(recall());
  view = $state<View>("today");
  /** Today, and the day whose puzzles are on the board: another one after midnight. */
  today = $state<Day>(0);
  day = $state<Day>(0);
  /** The puzzles of that day, and which of them is on the board. */
  three = $state.raw<readonly Puzzle[]>([]);
  at = $state(0);
  card = $state.raw<OwnMistake | null>(null);
  /** Nothing is left to show here. */
  nothing = $state(false);
  /** Why the address names no puzzle. */
  lacking = $state<string | null>(null);
  /** The puzzle of practice that was left open. */
  #left: Puzzle | null = null;
  loading = $state(true);
  readonly solving: Solving = new Solving(know, (went) => this.#ended(went));
  #moment = 0;

  results = $derived<readonly (Went | null)[]>(this.memory.days[this.day] ?? []);
  dayDone = $derived(this.three.length > 0 && this.three.every((_, at) => this.results[at]));
  /** Answers are looked up, and nothing counts. */
  answers = $state(false);
  /** Midnight has passed while this day's puzzles were on the board. */
  newDay = $derived(this.view === "today" && !this.answers && this.day !== this.today);
  streak = $derived(streak(doneDays(this.memory), this.today));
  waiting = $derived(due(this.memory.cards, this.today));

  follow = (): (() => void) => follow((memory) => (this.memory = memory));

  // -- opening --------------------------------------------------------------------------------

  async open(view: View): Promise<void> {
    this.today = dayOf(new Date());
    this.view = view;
    this.lacking = null;
    if (view === "today") await this.openDay(this.today);
    else if (view === "yours") await this.openYours();
    else if (view !== "practise") await this.#openNamed(view);
    else if (this.#left) this.#lay(this.#left);
    else await this.nextOfPractice();
  }

  async #openNamed(address: string): Promise<void> {
    this.card = null;
    await this.#loading(
      async () => {
        const { entry, at } = named(address);
        return this.#puzzle(entry, at);
      },
      (puzzle) => this.#lay(puzzle),
    );
  }

  /** A new day has begun: what is on the board stays. */
  tick(): void {
    this.today = dayOf(new Date());
  }

  /** The puzzles of a day; those of a day that is over with their answers. */
  async openDay(day: Day): Promise<void> {
    this.answers = day !== this.today;
    await this.#loading(
      () => Promise.all(daily(PACKS, day).map(({ pack, at }) => this.#puzzle(PACKS[pack]!, at))),
      (three) => {
        this.day = day;
        this.three = three;
        const open = three.findIndex((_, at) => !this.results[at]);
        this.choose(Math.max(0, open));
      },
    );
  }

  async #puzzle(entry: PackEntry, at: number): Promise<Puzzle> {
    const pack = await openPack(entry);
    const puzzle = readPuzzle(pack.rules, pack.lines[at]!, `${entry.name}/${at}`);
    if (!puzzle) throw new Error("this puzzle cannot be shown here");
    return puzzle;
  }

  /** Load something; whatever else was asked for meanwhile wins. */
  async #loading<Found>(load: () => Promise<Found>, then: (found: Found) => void): Promise<void> {
    const moment = (this.#moment += 1);
    const { game } = this.solving;
    this.loading = true;
    game.trouble = null;
    try {
      const found = await load();
      if (moment !== this.#moment) return;
      this.loading = false;
      then(found);
    } catch (error) {
      if (moment !== this.#moment) return;
      this.loading = false;
      const none = error instanceof NoPuzzle;
      const words = none ? error.message : failure(error);
      this.nothing ||= none;
      if (none) this.lacking = words;
      else game.trouble = words;
      game.say(words);
    }
  }

  /** One of the day's three; what is done with its answer. */
  choose(at: number): void {
    this.at = at;
    this.nothing = false;
    this.card = null;
    const shown = this.answers || Boolean(this.results[at]);
    this.solving.set(this.three[at]!, { shown });
  }

  // -- going on -------------------------------------------------------------------------------

  /** The next puzzle of this view. */
  async next(): Promise<void> {
    if (this.view === "practise") await this.nextOfPractice();
    else if (this.view === "yours") this.#nextCard();
    else {
      const after = [1, 2].map((more) => (this.at + more) % this.three.length);
      const open = after.find((at) => !this.results[at]);
      this.choose(open ?? after[0]!);
    }
  }

  #ended(went: Went): void {
    const { view, at, day, today, card } = this;
    this.#left = null;
    const { id, difficulty } = this.solving.puzzle!;
    const found = went.shown ? 0 : went.wrong > 0 ? 0 : went.hints > 0 ? 0.5 : 1;
    this.memory = change((memory) => ({
      seen: [...memory.seen.filter((each) => each !== id), id],
      ...(difficulty !== null && { rating: rated(memory.rating, difficulty, found) }),
      ...(view === "today" && { days: withResult(memory.days, day, at, went) }),
      ...(card && { cards: withTry(memory.cards, card, found === 1, today) }),
    }));
  }

  // -- practice -------------------------------------------------------------------------------

  /** The chosen game and kind, as far as there are puzzles of them; null stands for all. */
  game = $derived(PACKS.find(({ rules }) => rules === this.memory.game)?.rules ?? null);
  /** The kinds of puzzles that there are in that game. */
  kinds = $derived(
    new Set(
      PACKS.filter(({ rules }) => this.game === null || this.game === rules).flatMap(({ kinds }) =>
        Object.keys(kinds),
      ),
    ),
  );
  kind = $derived([...this.kinds].find((each) => each === this.memory.kind) ?? null);

  /** Choose what to practise. */
  async pick(game: string | null, kind: string | null): Promise<void> {
    this.memory = change(() => ({ game, kind }));
    await this.nextOfPractice();
  }

  async nextOfPractice(): Promise<void> {
    const { game, kind } = this;
    const { rating, seen } = this.memory;
    const fits = PACKS.filter(
      ({ rules, kinds }) => (game === null || rules === game) && (kind === null || kinds[kind]),
    );
    const dice = nextDice();
    const drawn = sample(fits, OPEN_PACKS, dice);
    await this.#loading(
      async () => {
        const packs = await Promise.all(drawn.map(openPack));
        const lines = packs.flatMap((each) =>
          each.lines
            .map((line, at) => ({ pack: each, line, at, difficulty: line.difficulty }))
            .filter(({ line }) => kind === null || line.kind === kind),
        );
        const known = new Set(seen);
        const seenIt = (each: (typeof lines)[number]) => known.has(lineId(each.pack, each.line));
        const found = fitting(lines, rating, seenIt, dice);
        return found && this.#puzzle(found.pack.entry, found.at);
      },
      (puzzle) => {
        this.#left = puzzle;
        this.#lay(puzzle);
      },
    );
  }

  #lay(puzzle: Puzzle | null): void {
    this.nothing = puzzle === null;
    if (puzzle) this.solving.set(puzzle);
  }

  // -- one's own mistakes ---------------------------------------------------------------------

  async openYours(): Promise<void> {
    await this.#loading(
      () => this.#lookThrough(),
      () => this.#nextCard(),
    );
  }

  /** Look for mistakes in the games that have ended since the last time. */
  async #lookThrough(): Promise<void> {
    const [{ played }, { mistakes }] = await Promise.all([
      import("../game/history"),
      import("./own"),
    ]);
    const now = Date.now();
    // If the clock was set back since, games that end now are older than some of those: all over again.
    const after = this.memory.looked > now ? 0 : this.memory.looked;
    const games = played()
      .filter(({ at }) => at > after)
      .slice(-LATEST);
    for (const game of games) {
      // Offline, the other games wait until somebody knows.
      const found = await mistakes(game, know, this.today).catch(() =>
        navigator.onLine ? [] : null,
      );
      if (!found) break;
      this.memory = change(({ cards, looked }) => ({
        cards: [...cards, ...found.filter((each) => !cards.some((card) => same(card, each)))],
        looked: Math.min(Math.max(looked, game.at), now),
      }));
    }
  }

  #nextCard(): void {
    this.card = this.waiting[0] ?? null;
    this.#lay(this.card && ownPuzzle(this.card));
  }
}

/** Some of a list, at random. */
function sample<Each>(all: readonly Each[], count: number, dice: () => number): Each[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(count, all.length) },
    () => left.splice(Math.floor(dice() * left.length), 1)[0]!,
  );
}

const withResult = (days: PuzzleMemory["days"], day: Day, at: number, went: Went) => {
  const results = days[day] ?? [null, null, null];
  return { ...days, [day]: results.map((each, index) => (index === at ? (each ?? went) : each)) };
};

const withTry = (
  cards: PuzzleMemory["cards"],
  card: OwnMistake,
  found: boolean,
  today: Day,
): OwnMistake[] =>
  cards.flatMap((each) => {
    if (!same(each, card)) return [each];
    const after = tried(each, found, today);
    return after ? [{ ...each, ...after }] : [];
  });
