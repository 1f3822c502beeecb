/**
 * Those who play a game by link, and what one says to them. The server is the referee; the moves are
 * in the game, as of any other.
 */

import { tick } from "svelte";
import { why } from "../site/trouble";
import type { Level } from "../../generated/names";
import { NoAnswer, Refused } from "../api/client";
import { Game, type Elsewhere, type Ended } from "../game/game.svelte";
import { findRules } from "../game/games";
import { cellName } from "../game/notation";
import type { Mark } from "../game/rules";
import { flourish, scratch } from "../game/sound";
import { grow } from "../game/tree";
import { t } from "../site/t";
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
import { live, rest } from "./live";
import { heldSeats, hold, letGo, took } from "./seats";
import {
  nameOf,
  readMoves,
  seatOf,
  seriesWinner,
  seriesWords,
  stateWords,
  wishWords,
} from "./words";

const AGAIN = 1000;

export class Remote implements Elsewhere {
  readonly game: Game = new Game({ kept: false, elsewhere: this });
  /** The game as the server knows it. */
  shared = $state.raw<SharedGame | null>(null);
  presence = $state.raw<Presence>(NOBODY);
  mine = $state<Seat | null>(null);
  connected = $state(true);
  gone = $state(false);
  /** An own move or choice of sides that the server has not confirmed yet. */
  pending = $state<number | "side" | null>(null);
  /** Whether a seat is being requested. */
  joining = $state(false);
  /** When the time for the move is up, by this device's clock. */
  deadline = $state<number | null>(null);
  /** What knows of openings; fetched for the games that have one. */
  opening = $state.raw<typeof import("./opening") | null>(null);
  /** Where the players are in the tree. */
  #tip = $state(0);
  #secret: string | undefined;
  #stop: (() => void) | null = null;

  constructor(readonly id: string) {
    const held = heldSeats()[id];
    this.mine = held?.seat ?? null;
    this.#secret = held?.secret;
    // Values are for those who ask for a review.
    this.game.settings.values = false;
  }

  /** Whether it is one's own turn, to move or to choose a side. */
  acts = $derived(
    this.mine !== null && this.pending === null && this.shared?.to_move === this.mine,
  );
  myTurn = $derived(this.acts && !this.shared?.opening?.choosing);
  both = $derived(Boolean(this.shared?.seats.every((seat) => seat.taken)));
  state = $derived.by(() => {
    const { shared, mine, opening } = this;
    if (this.pending !== null && !this.connected) {
      return this.pending === "side"
        ? t("Your choice waits to be sent")
        : t("Your move waits to be sent");
    }
    return shared ? (opening?.state(shared, mine) ?? stateWords(shared, mine)) : "";
  });
  end = $derived(this.shared?.end ?? null);
  /** Whether the board shows what the players see. */
  #here = $derived(this.game.tree.at === this.#tip);
  words = $derived(this.#here ? this.state : null);
  result = $derived.by<Ended | null>(() => {
    if (!this.end || !this.#here) return null;
    const { winner } = this.end;
    if (!winner) return "drawn";
    return this.mine === null ? null : winner === this.#mark ? "won" : "lost";
  });
  series = $derived(this.shared && this.#here ? seriesWords(this.shared, this.mine) : null);
  medal = $derived(
    Boolean(this.series) && this.mine !== null && seriesWinner(this.shared!) === this.mine,
  );
  /** What a tap on the board does for a player once the game has ended: offer the next one. */
  again = $derived.by(() => {
    const { shared, mine, end, game } = this;
    if (!shared || mine === null || !end || !this.both) return null;
    if (!this.#here || game.reviewing || shared.offer?.seat === mine) return null;
    return () =>
      void (shared.offer?.wish === "rematch"
        ? this.answer("rematch", true)
        : this.offer("rematch"));
  });

  get #mark() {
    return this.mine === null ? null : this.shared!.seats[this.mine]!.mark;
  }

  #complain(text: string) {
    this.game.trouble = text;
    this.game.say(text);
  }

  /** A game that was removed, as with its class, is found missing when one acts. */
  #failed(error: unknown) {
    if (error instanceof Refused && error.kind === "no-game") void this.#lost();
    else this.#complain(why(error));
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
    this.#stop?.();
    if (this.#secret) {
      letGo(this.id);
      this.#secret = undefined;
      this.mine = null;
      try {
        await read(this.id);
        this.#complain(t("This seat has moved to another device. You are watching now."));
        this.#listen();
        return;
      } catch (error) {
        if (mayHelp(error)) return this.#listen();
      }
    }
    this.gone = true;
  }

  async #hear(shared: SharedGame) {
    if (shared.opening) this.opening ??= await import("./opening").catch(() => null);
    const before = this.shared;
    if (before && shared.version < before.version) return;
    const changed =
      !before || before.round !== shared.round || before.takebacks !== shared.takebacks;
    const chosen = before && this.opening?.chosen(before, shared);
    if (changed || shared.ply > before.ply || shared.end || chosen) this.pending = null;
    this.shared = shared;
    if (changed || !before.end) this.#lay(changed);
    this.deadline = shared.left == null ? null : Date.now() + shared.left * 1000;
    const held = heldSeats()[this.id];
    if (this.mine !== null && held) {
      hold(this.id, { ...held, rules: shared.rules, at: Date.now() });
    }
    if (before) this.#tell(before, shared);
  }

  /** Let the board show where the players are, unless one looks back in a game that goes on. */
  #lay(anew: boolean) {
    const { game, pending } = this;
    const { rules, moves, end } = this.shared!;
    let tree = readMoves(game.rules.rules === rules ? game.rules : findRules(rules), moves);
    if (typeof pending === "number") tree = grow(tree, pending);
    this.#tip = tree.at;
    if (anew) game.lay(tree);
    else game.move(game.canRedo && !end ? { ...tree, at: game.tree.at } : tree);
    const opponent = end ? "nobody" : "elsewhere";
    game.round = { ...game.round, opponent, scored: true, visiting: true };
  }

  /** Say what has happened since. */
  #tell(before: SharedGame, shared: SharedGame) {
    const { game, mine, state } = this;
    const { sound } = game.settings;
    const moved = shared.ply > before.ply;
    const ended = shared.end && !before.end;
    if (before.round !== shared.round)
      game.say(t("Round {round}. {state}.", { round: shared.round, state }));
    else if (before.takebacks !== shared.takebacks) {
      game.say(t("A move was taken back. {state}.", { state }));
    } else if (moved) {
      if (sound) scratch(shared.ply % 2 === 1);
      const mark = shared.ply % 2 === 1 ? "X" : "O";
      // In an opening, a player places stones of both marks.
      const opened = shared.ply <= (shared.opening?.stones ?? 0);
      const who = opened ? mark : nameOf(shared, seatOf(shared, mark), mine);
      game.say(`${who}: ${shared.moves.at(-1)}. ${state}. ${this.series ?? ""}`.trim());
    } else if (ended) {
      game.say(`${state}. ${this.series ?? ""}`.trim());
    } else if (this.opening?.chosen(before, shared)) {
      game.say(`${this.opening.told(shared, mine)} ${state}.`);
    } else if (before.offer && !shared.offer) {
      game.say(t("The offer no longer stands. {state}.", { state }));
    } else if (shared.offer && !before.offer) {
      const who = nameOf(shared, shared.offer.seat as Seat, mine);
      game.say(wishWords(who, shared.offer.wish));
    } else if (!before.seats.every((seat) => seat.taken) && this.both) {
      game.say(t("Both are here. {state}.", { state }));
    }
    if (!ended) return;
    game.justEnded = true;
    if (sound && this.result === "won") flourish();
  }

  /** To the board, after an action whose button is gone or off; what was begun since keeps the focus. */
  back = async () => {
    await tick();
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.matches(":disabled")) await this.game.toBoard();
  };

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

  /** Make a move: it stands at once. */
  play = (cell: number) =>
    this.#insist(cell, "moves", { move: cellName(this.game.rules.shape, cell) });

  /** Take a side in an opening; null: place two more stones. */
  choose = (take: Mark | null) => this.#insist("side", "side", { take });

  /** Send a pending request until the server has confirmed or rejected it. */
  async #insist(pending: number | "side", what: string, said: object) {
    const { shared } = this;
    if (!shared || !this.acts) return;
    this.pending = pending;
    this.game.trouble = null;
    this.#lay(false);
    const body = { ...this.#moment(shared), ...said };
    while (this.pending !== null && this.#secret) {
      try {
        await this.#hear(await this.#holding().post(what, body));
        return;
      } catch (error) {
        if (mayHelp(error)) {
          this.connected = false;
          await rest(AGAIN);
          continue;
        }
        this.pending = null;
        this.#lay(false);
        this.#failed(error);
      }
    }
  }

  offer = (wish: OfferKind) => this.#post("offers", { wish });
  answer = (wish: OfferKind, accept: boolean) => this.#post("answers", { wish, accept });
  seatComputer = (level: Level) =>
    this.#trying(async () => this.#hear(await this.#holding().post("computer", { level })));
  resign = () => this.#post("resignation", {});
  /** Change what this seat says of itself: its name, and whether it agrees to hints. */
  change = (what: { name: string } | { hints: boolean }) =>
    this.#trying(async () => this.#hear(await this.#holding().change(what)));

  /** A ticket for another device; null if there is none. */
  ticket = () => this.#trying(async () => (await this.#holding().ticket()).ticket);

  /** Everything that the server stores about this seat, as JSON; null on failure. */
  known = () => this.#trying(async () => JSON.stringify(await this.#holding().known(), null, 2));

  /** Leave the seat for good, for the list of games or for another game. */
  leave = (hash = "") =>
    this.#trying(async () => {
      await this.#holding().leave();
      letGo(this.id);
      location.hash = hash;
    });

  #moment = ({ round, takebacks, ply }: SharedGame) => ({ round, takebacks, ply });

  #holding() {
    if (!this.#secret) throw new NoAnswer(t("You are watching."));
    return holding(this.id, this.#secret);
  }

  #post(what: string, body: object) {
    const { shared } = this;
    if (!shared) return Promise.resolve();
    return this.#trying(async () =>
      this.#hear(await this.#holding().post(what, { ...this.#moment(shared), ...body })),
    );
  }

  async #trying<Found>(what: () => Promise<Found>): Promise<Found | null> {
    try {
      this.game.trouble = null;
      return await what();
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }
}
