/** A search in words, for eyes and for ears. */

import { pruned } from "../../generated/prune-messages.json";
import { plain, say } from "../explain/say";
import { cellName } from "../game/notation";
import { t, tn, tag } from "../site/t";
import { other, type Mark, type Rules } from "../game/rules";
import type { Head, Prune } from "./events";
import type { Branch, Known, Recording, Status, Window } from "./replay";

/** Why the side that is not to move never comes here: the twin of `noughts.trace.words.why`. */
export function whyPruned(
  { turn: mover, elsewhere, here }: Omit<Prune, "event">,
  guesses = false,
): string {
  const guessed = (value: number) => isGuess(value) || (guesses && value === 0);
  const waits = other(mover);
  const sign = waits === "X" ? 1 : -1;
  const [have, get] = [sign * elsewhere, sign * here];
  const far = have <= -1;
  const name =
    get === have
      ? far ? "loses anyway" : "no better"
      : get >= 1 ? "slower win" : far ? "sooner loss" : "worse"; // oxfmt-ignore
  const kind = (value: number) => (guessed(value) ? "about" : value > 0 ? "win" : "draw");
  const worth = (message: string, value: number) =>
    plain(say(message, { value: guessed(value) ? signed(value) : "" }));
  const has = worth(pruned[`has ${kind(have)}`], have);
  const can = worth(pruned[`can ${kind(-get)}`], -get);
  const why = say(pruned[name], { waits, mover, has, can });
  return plain(guessed(have) || guessed(get) ? say(pruned.guess, { why }) : why);
}

/** Whether a value can only be a guess; 0 may be either. */
const isGuess = (value: number) => 0 < Math.abs(value) && Math.abs(value) < 1;

const signed = (value: number) =>
  value.toLocaleString(tag, { signDisplay: "exceptZero", minimumFractionDigits: 2 });

export const stopWords = (calls: number): string =>
  t(
    "The search stopped at the limit of {calls} nodes: look fewer plies ahead, start later in the game, or use a search that prunes or has a memory.",
    { calls },
  );

// -- values ----------------------------------------------------------------------------------------

/** A value for X as the engines count: "+7", "0", "−6", "+0.43"; ±∞ is no bound. */
export function numeral(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  // Only a guess has decimals; the first `toLocaleString` is slow.
  const digits = isGuess(size) ? size.toLocaleString(tag) : size === Infinity ? "∞" : String(size);
  return (value > 0 ? "+" : "−") + digits;
}

/** What is known about a node's value: "+7", "≥ 0" if it may be more, "~ +0.43" for a guess. */
export function valueText(known: Known, mover: Mark): string {
  if (known.value === null) return "";
  if (!known.proven) return `~ ${numeral(known.value)}`;
  return `${{ exact: "", lower: "≥ ", upper: "≤ " }[boundOf(known, mover)]}${numeral(known.value)}`;
}

const boundOf = ({ status, bound }: Known, mover: Mark) =>
  status === "done" ? bound : mover === "X" ? "lower" : "upper";

/** What a value means, and for whom it may still be better. */
export const boundWords = (means: string, known: Known, mover: Mark): string =>
  known.proven && known.value !== null ? t(BOUNDS[boundOf(known, mover)], { means }) : means;

const BOUNDS = {
  exact: "{means}",
  lower: t("{means} or better for X"),
  upper: t("{means} or better for O"),
};

export const windowText = ({ alpha, beta }: Window): string =>
  `α ${numeral(alpha)}  β ${numeral(beta)}`;

/** Whose win a value is. */
export const winner = (value: number): Mark | null => (value >= 1 ? "X" : value <= -1 ? "O" : null);

/** "X wins after 3 moves", "draw", "a guess: better for X". */
export function valueWords(value: number, proven: boolean, head: Head, rules: Rules): string {
  const side = winner(value);
  if (!proven && !side) {
    if (value === 0) return t("a guess: even");
    return value > 0 ? t("a guess: better for X") : t("a guess: better for O");
  }
  const count = rules.cells + 1 - Math.abs(value);
  const words = !side
    ? t("a draw")
    : head.depth_aware
      ? tn("{side} wins after {count} move", "{side} wins after {count} moves", { side, count })
      : t("{name} wins", { name: side });
  return proven ? words : t("a guess: {words}", { words });
}

// -- nodes -----------------------------------------------------------------------------------------

const STATUS: Readonly<Record<Status, string>> = {
  unvisited: t("not looked at yet"),
  open: t("being searched"),
  waiting: t("waiting for its replies"),
  done: t("done"),
  pruned: t("pruned"),
};

/** A branch, or the start. */
export const spotWords = (recording: Recording, branch: Branch | null, moment: number): string =>
  branch
    ? branchWords(recording, branch, moment)
    : t("The start: {words}", { words: nodeWords(recording, 0, moment) });

export function branchWords(recording: Recording, branch: Branch, moment: number): string {
  const { rules, visits } = recording;
  const name = `${visits[branch.parent]!.mover} ${cellName(rules.shape, branch.cell)}`;
  if (branch.node !== null) return `${name}: ${nodeWords(recording, branch.node, moment)}`;
  const prune = recording.prune(branch, moment);
  return prune
    ? t("{name}: pruned. {why}", { name, why: whyPruned(prune, recording.head.depth !== null) })
    : `${name}: ${STATUS.unvisited}`;
}

export function nodeWords(recording: Recording, id: number, moment: number): string {
  const { rules, head, visits } = recording;
  const known = recording.known(id, moment);
  if (known.status === "unvisited") return STATUS.unvisited;
  const parts: string[] = [];
  if (known.status === "done") parts.push(HOW[known.how!]);
  else parts.push(STATUS[known.status]);
  if (known.value !== null) {
    const { mover } = visits[id]!;
    const means = boundWords(valueWords(known.value, known.proven, head, rules), known, mover);
    parts.push(t("value {value}, {means}", { value: valueText(known, mover), means }));
  }
  if (known.window && known.status !== "done") parts.push(windowText(known.window));
  return parts.join(", ");
}

const HOW = {
  end: t("the game is over"),
  searched: t("searched"),
  recalled: t("remembered"),
  guess: t("not searched further"),
};
