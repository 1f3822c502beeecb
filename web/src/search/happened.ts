/** What a search does, step by step, in words; only the theatre uses it. */

import { cellName } from "../game/notation";
import { other } from "../game/rules";
import { NAMES } from "./titles";
import type { Recording } from "./replay";
import { boundWords, numeral, valueText, valueWords, whyPruned } from "./words";

/** The event that has just happened, in a sentence. */
export function happened(recording: Recording, moment: number): string {
  const { rules, head, visits } = recording;
  const event = recording.last(moment);
  if (!event) {
    const depth = head.depth === null ? "to the end" : `${head.depth} plies deep, then guess`;
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
        ? `X is now sure of ${numeral(event.alpha ?? -Infinity)}: alpha rises.`
        : `O is now sure of ${numeral(event.beta ?? Infinity)}: beta falls.`;
    case "prune":
      return `${event.cells.map(name).join(" ")} can be skipped. ${whyPruned(event)}.`;
    case "leave": {
      const known = recording.known(event.node, moment);
      const text = valueText(known, mover);
      const means = boundWords(valueWords(event.value, event.proven, head, rules), known, mover);
      if (event.how === "end") return `The game is over: ${text}, ${means}.`;
      if (event.how === "guess") return `It stops here: ${text}, ${means}.`;
      if (event.how === "recalled") return `Looked up in memory: ${text}, ${means}.`;
      return `Done with ${here}: ${text}, ${means}.`;
    }
  }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
