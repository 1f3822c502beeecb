/** What a search says in words, for eyes and for ears. */

import { cellName } from "../game/notation";
import { other, type Mark, type Rules } from "../game/rules";
import type { Head, SearchName } from "./events";
import type { Branch, Known, Recording, Status, Window } from "./replay";

/** Why the rest of the moves need not be tried: `known` is what the other side has elsewhere. */
export function whyPruned(mover: Mark, known: number, value: number): string {
  const them = other(mover);
  const has = sides(them, known);
  const can = sides(mover, value);
  return `${them} already has ${HAS[has]} elsewhere; here ${mover} can ${CAN[can]}, so ${them} never comes here`;
}

/** What a value for X means to a side. */
const sides = (mark: Mark, value: number) => Math.sign(mark === "X" ? value : -value) as -1 | 0 | 1;

const HAS = { 1: "a win", 0: "a draw", [-1]: "a later loss" };
const CAN = { 1: "force a win", 0: "hold the draw", [-1]: "delay the loss" };

export function stopWords(calls: number, name: SearchName): string {
  return `${calls} calls and no end: ${name}`;
}

// -- values ----------------------------------------------------------------------------------------

/** A value for X as the engines count: "+7", "0", "−6", "+0.43"; ±∞ is no bound. */
export function numeral(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value) === Infinity ? "∞" : String(Math.abs(value));
  return (value > 0 ? "+" : "−") + size;
}

/** What is known of a node's value: "+7", "≥ 0" where it may be more, "≈ +0.43" for a guess. */
export function valueText(known: Known, mover: Mark): string {
  if (known.value === null) return "";
  if (!known.proven) return `≈ ${numeral(known.value)}`;
  const bound = known.status === "done" ? known.bound : mover === "X" ? "lower" : "upper";
  return `${{ exact: "", lower: "≥ ", upper: "≤ " }[bound]}${numeral(known.value)}`;
}

export const windowText = ({ alpha, beta }: Window): string =>
  `α ${numeral(alpha)}  β ${numeral(beta)}`;

/** Whose win a value is. */
export const winner = (value: number): Mark | null => (value >= 1 ? "X" : value <= -1 ? "O" : null);

/** "X wins after 3 moves", "draw", "a guess: better for X". */
export function valueWords(value: number, proven: boolean, head: Head, rules: Rules): string {
  const side = winner(value);
  if (!side && value !== 0) return `a guess: better for ${value > 0 ? "X" : "O"}`;
  const moves = rules.cells + 1 - Math.abs(value);
  const after = head.depth_aware ? ` after ${moves} move${moves === 1 ? "" : "s"}` : "";
  const words = side ? `${side} wins${after}` : "a draw";
  return proven ? words : `a guess: ${words}`;
}

// -- nodes -----------------------------------------------------------------------------------------

export const STATUS: Readonly<Record<Status, string>> = {
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
    parts.push(`value ${text}, ${valueWords(known.value, known.proven, head, rules)}`);
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
