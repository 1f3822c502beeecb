/** What a search says in words, for eyes and for ears. */

import { cellName } from "../game/notation";
import { count } from "../site/count";
import { engineTitle } from "../site/engines";
import { other, type Mark, type Rules } from "../game/rules";
import type { Head, SearchName } from "./events";
import type { Branch, Known, Recording, Status, Window } from "./replay";

/**
 * Why the side that is not to move never comes here, in the words of `noughts.trace.words`:
 * `elsewhere` is what it already has, `here` what `mover` can hold it to, as values for X.
 */
export function whyPruned(mover: Mark, elsewhere: number, here: number): string {
  const me = other(mover);
  const sign = me === "X" ? 1 : -1;
  const [has, gets] = [sign * elsewhere, sign * here];
  const never = `so ${me} never comes here`;
  const guessed = isGuess(has) || isGuess(gets) ? ", by a guess" : "";
  if (gets === has) {
    const need = `so ${me} need not come here${guessed}`;
    if (has <= -1) return `${me} loses elsewhere, and does no better here, ${need}`;
    return `${me} already has ${having(has)} elsewhere, and here ${mover} allows no more than that, ${need}`;
  }
  if (gets >= 1) {
    return `${me} already has a quicker win elsewhere; here ${mover} can hold out longer, ${never}${guessed}`;
  }
  if (has <= -1) {
    return `${me} can hold out longer elsewhere; here ${mover} can win sooner, ${never}${guessed}`;
  }
  const can = isGuess(gets)
    ? `get about ${hundredths(-gets)}`
    : gets < 0
      ? "force a win"
      : "hold the draw";
  return `${me} already has ${having(has)} elsewhere; here ${mover} can ${can}, ${never}${guessed}`;
}

/** What can only be a guess; 0 may be either. */
const isGuess = (value: number) => 0 < Math.abs(value) && Math.abs(value) < 1;

const hundredths = (value: number) => `${value > 0 ? "+" : ""}${value.toFixed(2)}`;

const having = (value: number) =>
  isGuess(value)
    ? `about ${hundredths(value)}`
    : value > 0
      ? "a win"
      : value < 0
        ? "a loss"
        : "a draw";

export const stopWords = (calls: number): string =>
  `stopped at the limit of ${count(calls)} nodes: look fewer plies ahead, start later in the game, or take a search that prunes or remembers`;

// -- values ----------------------------------------------------------------------------------------

/** A value for X as the engines count: "+7", "0", "−6", "+0.43"; ±∞ is no bound. */
export function numeral(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value) === Infinity ? "∞" : String(Math.abs(value));
  return (value > 0 ? "+" : "−") + size;
}

/** What is known of a node's value: "+7", "≥ 0" where it may be more, "~ +0.43" for a guess. */
export function valueText(known: Known, mover: Mark): string {
  if (known.value === null) return "";
  if (!known.proven) return `~ ${numeral(known.value)}`;
  const bound = known.status === "done" ? known.bound : mover === "X" ? "lower" : "upper";
  return `${{ exact: "", lower: "≥ ", upper: "≤ " }[bound]}${numeral(known.value)}`;
}

/** What a bound leaves open. */
const boundWords = (text: string) =>
  text.startsWith("≥") ? " or better for X" : text.startsWith("≤") ? " or better for O" : "";

export const windowText = ({ alpha, beta }: Window): string =>
  `α ${numeral(alpha)}  β ${numeral(beta)}`;

/** Whose win a value is. */
export const winner = (value: number): Mark | null => (value >= 1 ? "X" : value <= -1 ? "O" : null);

/** "X wins after 3 moves", "draw", "a guess: better for X". */
export function valueWords(value: number, proven: boolean, head: Head, rules: Rules): string {
  const side = winner(value);
  if (!proven && !side) {
    return value === 0 ? "a guess: even" : `a guess: better for ${value > 0 ? "X" : "O"}`;
  }
  const moves = rules.cells + 1 - Math.abs(value);
  const after = head.depth_aware ? ` after ${moves} move${moves === 1 ? "" : "s"}` : "";
  const words = side ? `${side} wins${after}` : "a draw";
  return proven ? words : `a guess: ${words}`;
}

// -- searches ------------------------------------------------------------------------------------

export const NAMES: Readonly<Record<SearchName, string>> = {
  minimax: engineTitle("minimax"),
  alphabeta: engineTitle("alphabeta"),
  "alphabeta-unordered": engineTitle("alphabeta-unordered"),
  memoised: engineTitle("memoised"),
  symmetric: engineTitle("symmetric"),
};

// -- nodes -----------------------------------------------------------------------------------------

const STATUS: Readonly<Record<Status, string>> = {
  unvisited: "not looked at yet",
  open: "being searched",
  waiting: "waits for its replies",
  done: "done",
  pruned: "pruned",
};

export function branchWords(recording: Recording, branch: Branch, moment: number): string {
  const { rules, visits } = recording;
  const name = `${visits[branch.parent]!.mover} ${cellName(rules.shape, branch.cell)}`;
  if (branch.node !== null) return `${name}: ${nodeWords(recording, branch.node, moment)}`;
  const why = recording.why(branch, moment);
  return why ? `${name}: pruned. ${why}` : `${name}: ${STATUS.unvisited}`;
}

export function nodeWords(recording: Recording, id: number, moment: number): string {
  const { rules, head, visits } = recording;
  const known = recording.known(id, moment);
  if (known.status === "unvisited") return STATUS.unvisited;
  const parts: string[] = [];
  if (known.status === "done") parts.push(HOW[known.how!]);
  else parts.push(STATUS[known.status]);
  if (known.value !== null) {
    const text = valueText(known, visits[id]!.mover);
    const means = valueWords(known.value, known.proven, head, rules);
    parts.push(`value ${text}, ${means}${boundWords(text)}`);
  }
  if (known.window && known.status !== "done") parts.push(windowText(known.window));
  return parts.join(", ");
}

const HOW = {
  end: "the game is over",
  searched: "searched",
  recalled: "remembered",
  guess: "not searched further",
};

// -- what happens ----------------------------------------------------------------------------------

/** The event that has just happened, in a sentence. */
export function happened(recording: Recording, moment: number): string {
  const { rules, head, visits } = recording;
  const event = recording.last(moment);
  if (!event) {
    const depth = head.depth === null ? "to the end" : `${head.depth} plies deep, then by guessing`;
    return `${NAMES[head.engine]} will search ${depth}. ${head.turn} is to move. Play, or go step by step.`;
  }
  if (event.event === "stopped") return `${sentence(event.why)}.`;
  const name = (cell: number) => cellName(rules.shape, cell);
  const worth = (value: number, proven: boolean) =>
    `${proven ? "" : "~ "}${numeral(value)}, ${valueWords(value, proven, head, rules)}`;
  if (event.event === "done") {
    return `Finished: ${head.turn} plays ${name(event.best)}. ${sentence(worth(event.value, event.proven))}.`;
  }
  const { mover, parent, cell } = visits[event.node]!;
  const here = cell === null ? "the start" : `${other(mover)} at ${name(cell)}`;
  switch (event.event) {
    case "enter":
      return parent === null ? `Looks at the start. ${mover} is to move.` : `Looks at ${here}.`;
    case "try":
      return `${mover} tries ${name(event.cell)}.`;
    case "value": {
      const { proven } = recording.known(event.node, moment);
      return `${mover}’s best so far is ${name(event.best)}: ${worth(event.value, proven)}.`;
    }
    case "window":
      return mover === "X"
        ? `X is sure of ${numeral(event.alpha ?? -Infinity)} now: alpha rises.`
        : `O is sure of ${numeral(event.beta ?? Infinity)} now: beta falls.`;
    case "prune":
      return `${event.cells.map(name).join(" ")} need not be tried. ${event.why}.`;
    case "leave": {
      const text = valueText(recording.known(event.node, moment), mover);
      const means = valueWords(event.value, event.proven, head, rules) + boundWords(text);
      if (event.how === "end") return `The game is over: ${text}, ${means}.`;
      if (event.how === "guess") return `No further than here: ${text}, ${means}.`;
      if (event.how === "recalled") return `Seen before, remembered: ${text}, ${means}.`;
      return `Done with ${here}: ${text}, ${means}.`;
    }
  }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
