/** What a move does and leads to, from its facts: the twin of `noughts.explain.sentences`. */

import { deed, list, reason, reply, verdict } from "../../generated/reason-messages.json";
import type { Fact } from "../api/types";
import { parseCell, place } from "../game/notation";
import { other, type Mark, type Rules } from "../game/rules";
import type { Message } from "../site/t";
import { say, type Piece } from "./say";

/** The facts of one move in words. */
export function reasonPieces({ shape }: Rules, mover: Mark, facts: readonly Fact[]): Piece[] {
  const named = (name: string): Piece => ({ name, cell: parseCell(shape, name) });
  const lined = (names: readonly string[]): Piece[] =>
    names.flatMap((name, index) => (index ? [" ", named(name)] : [named(name)]));

  function clause(messages: object, { cells = [], lines = [], plies, estimate, kind }: Fact) {
    const known = messages as Readonly<Record<string, Message>>;
    const counted = plies === undefined ? undefined : known[`${kind} in moves`];
    const cell = (cells[0] && parseCell(shape, cells[0])) || 0;
    return say(counted ?? known[kind]!, {
      mover,
      opponent: other(mover),
      cell: lined(cells.slice(0, 1)),
      cells: listed(cells.map((name) => [named(name)])),
      row: shape[1]! - place(shape, cell).row,
      line: lined(lines[0] ?? []),
      lines: listed(lines.map(lined)),
      count: plies ?? 0,
      estimate: estimate === undefined ? "" : signed(estimate),
    });
  }

  const deeds: Piece[][] = [];
  let leads: Piece[] = [];
  let join: "and" | "but" = "and";
  for (const fact of facts) {
    if (fact.kind in deed) deeds.push(clause(deed, fact));
    else if (fact.kind in verdict) {
      leads = clause(verdict, fact);
      const line = lined(fact.lines?.[0] ?? []);
      if (line.length) leads = say(reason.line, { verdict: leads, line });
      if (fact.kind === "loses" || fact.kind === "loses as all do") join = "but";
    } else leads = say(reason.because, { verdict: leads, reply: clause(reply, fact) });
  }
  if (!facts.length) return say(reason.none);
  const done = listed(deeds);
  return done.length && leads.length
    ? say(reason[join], { deeds: done, verdict: leads })
    : [...done, ...leads];
}

const signed = (points: number) => (points < 0 ? String(points) : `+${points}`);

/** "b1, b3 and c3". */
const listed = (items: readonly Piece[][]): Piece[] =>
  items.length
    ? items.reduce((before, next, index) =>
        say(index < items.length - 1 ? list.more : list.last, { before, next }),
      )
    : [];

/** How many moves of a line at the end of a sentence are shown at first. */
const SHOWN = 4;
const GOES_ON: readonly string[] = ["wins", "loses", "allows fork", "answered"];

/** A reason, and how many of its last pieces (of a long line) may be folded. */
export function foldable(facts: readonly Fact[]): number {
  const last = facts.at(-1);
  const more = last && GOES_ON.includes(last.kind) ? (last.lines?.[0] ?? []).length - SHOWN : 0;
  return more > 1 ? 2 * more : 0;
}
