/** A search's leave to go on; the twin of `noughts.kernel.budget`. */

/** Whether the time is up; whoever made the instance says so. */
declare function poll(): bool;

/** So many positions between two questions. */
const OFTEN: u64 = 2048;

/** Positions looked at. */
export let nodes: u64 = 0;
/** Whether the time was up before the answer. */
export let stopped: bool = false;
let next: u64 = 0;

/** Begin with an answer. */
export function allow(): void {
  stopped = false;
}

/** Count a position; whether there is leave for it. */
export function visit(): bool {
  if (stopped) return false;
  nodes += 1;
  if (nodes >= next) {
    next = nodes + OFTEN;
    stopped = poll();
  }
  return !stopped;
}
