/** Watches a proof by polling, but not while the page is hidden. */

import type { LedgerPlace, LedgerStatus } from "../api/types";
import { failure } from "../site/trouble";
import { fetchPlace, fetchStatus } from "./api";
import type { Spot } from "./words";

/** Milliseconds until the next request, by the last result. */
export function pause(status: LedgerStatus | null): number {
  if (!status) return 15_000;
  if (status.unread) return 1500;
  return status.working.length ? 5000 : 30_000;
}

export class Watching {
  status = $state.raw<LedgerStatus | null>(null);
  place = $state.raw<LedgerPlace | null>(null);
  /** Why the last request failed. */
  trouble = $state<string | null>(null);

  #spot: Spot | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();

  /** Look at a position of a proof from now on. */
  open(spot: Spot): void {
    if (spot.ledger !== this.#spot?.ledger) this.status = this.place = null;
    this.#spot = spot;
    void this.look();
  }

  /** Look now, and then repeatedly. */
  async look(): Promise<void> {
    this.stop();
    if (!this.#spot || document.visibilityState === "hidden") return;
    const { signal } = (this.#asking = new AbortController());
    let found: LedgerStatus | null = null;
    try {
      found = await fetchStatus(this.#spot.ledger, signal);
      const place = await fetchPlace(this.#spot.ledger, this.#spot.moves, signal);
      this.status = found;
      this.place = place;
      this.trouble = null;
    } catch (error) {
      if (signal.aborted) return;
      this.trouble = failure(error);
      found = null;
    }
    if (!signal.aborted) this.#timer = setTimeout(() => void this.look(), pause(found));
  }

  /** Stop, until `look` or `open`. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }
}
