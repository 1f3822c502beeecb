/** The limit of a search; the twin of `noughts.kernel.budget`. */

/** Whether the time is up; the caller provides this. */
declare function poll(): bool;

/** Positions between two looks at the clock. */
const OFTEN: u64 = 2048;

/** Positions looked at. */
export let nodes: u64 = 0;
/** Whether the time was up before the answer. */
export let stopped: bool = false;
let next: u64 = 0;

/** Start a new answer. */
export function allow(): void {
  stopped = false;
}

/** Count a position; return whether the search may continue. */
export function visit(): bool {
  if (stopped) return false;
  nodes += 1;
  if (nodes >= next) {
    next = nodes + OFTEN;
    stopped = poll();
  }
  return !stopped;
}
