/** A table with this device as a player or spectator: the server's state, and pending requests. */

import { why } from "../site/trouble";
import type { Level } from "../../generated/names";
import { NoAnswer } from "../api/client";
import { findRules } from "../game/games";
import { cellName } from "../game/notation";
import { CLASSIC, type Mark, type Rules } from "../game/rules";
import type { Game } from "../game/game.svelte";
import { flourish, scratch } from "../game/sound";
import { recall } from "../game/storage";
import { grow, view, type Tree } from "../game/tree";
import {
  holding,
  mayHelp,
  NOBODY,
  read,
  takeSeat,
  type Presence,
  type Seat,
  type SharedGame,
  type OfferKind,
} from "./api";
import { live } from "./live";
import { heldSeats, hold, letGo, took } from "./seats";
import { nameOf, readMoves, seatOf, stateWords, wishWords } from "./words";

const AGAIN = 1000;

export class Table {
  game = $state.raw<SharedGame | null>(null);
  rules = $state.raw<Rules>(CLASSIC);
  presence = $state.raw<Presence>(NOBODY);
  mine = $state<Seat | null>(null);
  connected = $state(true);
  gone = $state(false);
  /** An own move or choice of sides that the server has not confirmed yet. */
  pending = $state<number | "side" | null>(null);
  /** Whether a seat is being requested. */
  joining = $state(false);
  trouble = $state<string | null>(null);
  said = $state.raw({ text: "", count: 0 });
  /** When the time for the move is up, by this device's clock. */
  deadline = $state<number | null>(null);
  /** The game that has ended, to go through it and to try other moves; null until it is opened. */
  review = $state.raw<Game | null>(null);
  /** What a review is made of; fetched for the first one. */
  afterwards = $state.raw<typeof import("./review") | null>(null);
  /** What knows of openings; fetched for the games that have one. */
  opening = $state.raw<typeof import("./opening") | null>(null);
  #secret: string | undefined;
  #stop: (() => void) | null = null;

  constructor(readonly id: string) {
    const held = heldSeats()[id];
    this.mine = held?.seat ?? null;
    this.#secret = held?.secret;
  }

  /** The moves so far, with one's own that is under way. */
  tree = $derived.by<Tree>(() => {
    const tree = readMoves(this.rules, this.game?.moves ?? []);
    return typeof this.pending === "number" ? grow(tree, this.pending) : tree;
  });
  /** What the board is given. */
  view = $derived(this.review?.view ?? view(this.tree));
  /** Whose stroke a tap makes, if anybody's. */
  pen = $derived.by(() => {
    if (this.review) return this.review.playable ? this.review.turn : null;
    return this.myTurn ? (this.game!.turn as Mark) : null;
  });
  /** Whether it is one's own turn, to move or to choose a side. */
  acts = $derived(this.mine !== null && this.pending === null && this.game?.to_move === this.mine);
  myTurn = $derived(this.acts && !this.game?.opening?.choosing);
  both = $derived(Boolean(this.game?.seats.every((seat) => seat.taken)));
  state = $derived.by(() => {
    const { game, mine, opening } = this;
    return game ? (opening?.state(game, mine) ?? stateWords(game, mine)) : "";
  });

  say(text: string) {
    this.said = { text, count: this.said.count + 1 };
  }

  #complain(text: string) {
    this.trouble = text;
    this.say(text);
  }

  /** Start watching; returns a function to stop. */
  open(): () => void {
    this.#listen();
    return () => this.#stop?.();
  }

  #listen() {
    this.#stop?.();
    this.#stop = live(`games/${this.id}/events`, this.#secret, {
      told: (event, data) => {
        if (event === "presence") this.presence = { ...(data as Presence), at: Date.now() };
        else void this.#hear(data as SharedGame);
      },
      connected: (heard) => (this.connected = heard),
      gone: () => void this.#lost(),
    });
  }

  /** The stream is refused: the game is gone, or this device's seat was moved. */
  async #lost() {
    if (this.#secret) {
      letGo(this.id);
      this.#secret = undefined;
      this.mine = null;
      try {
        await read(this.id);
        this.#complain("This seat has moved to another device. You are watching now.");
        this.#listen();
        return;
      } catch (error) {
        if (mayHelp(error)) return this.#listen();
      }
    }
    this.gone = true;
  }

  async #hear(game: SharedGame) {
    if (this.rules.rules !== game.rules) this.rules = findRules(game.rules);
    if (game.opening) this.opening ??= await import("./opening").catch(() => null);
    const before = this.game;
    if (before && game.version < before.version) return;
    const sound = recall().settings.sound;
    const changed = !before || before.round !== game.round || before.takebacks !== game.takebacks;
    const chosen = before && this.opening?.chosen(before, game);
    if (changed || game.ply > before.ply || game.end || chosen) this.pending = null;
    this.game = game;
    if (!game.end) this.review = null;
    this.deadline = game.left == null ? null : Date.now() + game.left * 1000;
    if (this.mine !== null) {
      const held = heldSeats()[this.id];
      if (held) hold(this.id, { ...held, rules: game.rules, at: Date.now() });
    }
    if (!before) return;
    if (!changed && game.ply > before.ply) {
      if (sound) scratch(game.ply % 2 === 1);
      const mark = game.ply % 2 === 1 ? "X" : "O";
      // In an opening, a player places stones of both marks.
      const opened = game.ply <= (game.opening?.stones ?? 0);
      const who = opened ? mark : nameOf(game, seatOf(game, mark), this.mine);
      this.say(`${who}: ${game.moves.at(-1)}. ${this.state}.`);
    } else if (before.round !== game.round) {
      this.say(`Round ${game.round}. ${this.state}.`);
    } else if (changed) {
      this.say(`A move was taken back. ${this.state}.`);
    } else if (game.end && !before.end) {
      this.say(`${this.state}.`);
    } else if (chosen) {
      this.say(`${this.opening!.told(game, this.mine)} ${this.state}.`);
    } else if (game.offer && !before.offer && game.offer.seat !== this.mine) {
      const who = nameOf(game, game.offer.seat as Seat, this.mine);
      this.say(`${wishWords(who, game.offer.wish)}.`);
    } else if (!before.seats.every((seat) => seat.taken) && this.both) {
      this.say(`Both are here. ${this.state}.`);
    }
    if (sound && game.end && !before.end && this.mine !== null) {
      if (game.end.winner === game.seats[this.mine]!.mark) flourish();
    }
  }

  // -- what one says ------------------------------------------------------------------------------

  async join(name: string, ticket?: string) {
    this.joining = true;
    await this.#trying(async () => {
      const held = await takeSeat(this.id, { name, ticket: ticket ?? null });
      took(held);
      this.mine = held.seat as Seat;
      this.#secret = held.secret;
      await this.#hear(held.game);
      // From now on, this device is present on this seat.
      this.#listen();
    });
    this.joining = false;
  }

  /** Make a move: it stands at once. In a review, try one. */
  async play(cell: number) {
    if (this.review) return this.review.play(cell);
    const place = this.view.free.get(cell);
    if (!this.myTurn || place === undefined) return;
    await this.#insist(place, "moves", { move: cellName(this.rules.shape, place) });
  }

  /** Take a side in an opening; null: place two more stones. */
  choose = (take: Mark | null) => this.#insist("side", "side", { take });

  /** Send a pending request until the server has confirmed or rejected it. */
  async #insist(pending: number | "side", what: string, said: object) {
    const { game } = this;
    if (!game || !this.acts) return;
    this.pending = pending;
    this.trouble = null;
    const body = { ...this.#moment(game), ...said };
    while (this.pending !== null && this.#secret) {
      try {
        await this.#hear(await this.#holding().post(what, body));
        return;
      } catch (error) {
        if (mayHelp(error)) {
          this.connected = false;
          await new Promise((resolve) => setTimeout(resolve, AGAIN));
          continue;
        }
        this.pending = null;
        this.#complain(why(error));
      }
    }
  }

  /** Review the game here, by whoever looks on. */
  startReview = () =>
    this.#trying(async () => {
      this.afterwards ??= await import("./review");
      const game = new this.afterwards.Game({ kept: false });
      game.say = (text) => this.say(text);
      game.visitGame(this.tree);
      this.review = game;
      await game.review();
    });

  offer = (wish: OfferKind) => this.#post("offers", { wish });
  answer = (wish: OfferKind, accept: boolean) => this.#post("answers", { wish, accept });
  seatComputer = (level: Level) =>
    this.#trying(async () => this.#hear(await this.#holding().post("computer", { level })));
  resign = () => this.#post("resignation", {});
  agreeToHints = (hints: boolean) =>
    this.#trying(async () => this.#hear(await this.#holding().change({ hints })));

  /** A ticket for another device; null if there is none. */
  ticket = () => this.#trying(async () => (await this.#holding().ticket()).ticket);

  /** Everything that the server stores about this seat, as JSON; null on failure. */
  known = () => this.#trying(async () => JSON.stringify(await this.#holding().known(), null, 2));

  async leave() {
    await this.#trying(async () => {
      await this.#holding().leave();
      letGo(this.id);
      location.hash = "";
    });
  }

  #moment = ({ round, takebacks, ply }: SharedGame) => ({ round, takebacks, ply });

  #holding() {
    if (!this.#secret) throw new NoAnswer("You are watching.");
    return holding(this.id, this.#secret);
  }

  #post(what: string, body: object) {
    const { game } = this;
    if (!game) return Promise.resolve();
    return this.#trying(async () =>
      this.#hear(await this.#holding().post(what, { ...this.#moment(game), ...body })),
    );
  }

  async #trying<Found>(what: () => Promise<Found>): Promise<Found | null> {
    try {
      this.trouble = null;
      return await what();
    } catch (error) {
      this.#complain(why(error));
      return null;
    }
  }
}
