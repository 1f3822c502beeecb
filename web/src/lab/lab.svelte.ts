/** The match on the page: its terms, its results, and why it has ended. */

import { NoAnswer, ServerAway } from "../api/client";
import { t } from "../site/t";
import { EASIEST, HARDEST } from "../game/levels";
import { play, writeTerms, type Game, type Standing, type Terms } from "./match";

export const USUAL: Terms = {
  players: [HARDEST, EASIEST],
  rules: "3,3,3",
  games: 100,
  seed: 1,
  starts: "alternate",
  opening: 0,
};

export class Lab {
  /** The terms of the match that is shown; null before the first. */
  terms = $state.raw<Terms | null>(null);
  standing = $state.raw<Standing | null>(null);
  /** The games that somebody lost. */
  lost = $state.raw<readonly Game[]>([]);
  running = $state(false);
  /** How the match ended, in words. */
  end = $state("");
  trouble = $state<string | null>(null);

  readonly played = $derived(this.standing?.games ?? 0);
  readonly wanted = $derived(
    this.terms
      ? (this.terms.games * this.terms.players.length * (this.terms.players.length - 1)) / 2
      : 0,
  );

  #stop = new AbortController();

  async start(terms: Terms): Promise<void> {
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    this.terms = terms;
    this.standing = null;
    this.lost = [];
    this.end = "";
    this.trouble = null;
    this.running = true;
    history.replaceState(null, "", writeTerms(terms));
    try {
      for await (const line of play(terms, signal)) {
        if (signal.aborted) return;
        if (line.standing) this.standing = line.standing;
        this.lost = [...this.lost, ...line.games.filter((game) => game.winner !== null)];
        if (line.end === "time")
          this.end = t("The match stopped: the server gives each match one minute.");
        if (line.end === "finished") this.end = t("All games are played.");
        if (line.problem)
          this.trouble = t("The server said: {detail}", { detail: line.problem.detail });
      }
      if (!this.end && !this.trouble) throw new TypeError("the last line is missing");
    } catch (error) {
      if (signal.aborted) return;
      this.trouble = words(error);
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  stop(): void {
    if (!this.running) return;
    this.#stop.abort();
    this.running = false;
    this.end = t("Stopped.");
  }
}

function words(error: unknown): string {
  if (error instanceof ServerAway)
    return t("You are offline, and the server plays the matches. You can still see the costs.");
  return error instanceof NoAnswer ? error.message : t("The server stopped the match.");
}
