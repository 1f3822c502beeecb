/** What a search does, step by step, in words; only the theatre uses it. */

import { cellName } from "../game/notation";
import { other } from "../game/rules";
import { t, tn } from "../site/t";
import { engineTitle } from "../site/engines";
import type { Recording } from "./replay";
import { boundWords, numeral, stopWords, valueText, valueWords, whyPruned } from "./words";

/** The event that has just happened, in a sentence. */
export function happened(recording: Recording, moment: number): string {
  const { rules, head, visits } = recording;
  const event = recording.last(moment);
  if (!event) {
    const { engine, depth, turn: side } = head;
    return depth === null
      ? t("{search} will search to the end. {side} is to move. Play, or go step by step.", {
          search: engineTitle(engine),
          side,
        })
      : tn(
          "{search} will search {count} ply deep, then guess. {side} is to move. Play, or go step by step.",
          "{search} will search {count} plies deep, then guess. {side} is to move. Play, or go step by step.",
          { search: engineTitle(engine), count: depth, side },
        );
  }
  if (event.event === "stopped") return stopWords(event.calls);
  const name = (cell: number) => cellName(rules.shape, cell);
  const worth = (value: number, proven: boolean) => ({
    value: `${proven ? "" : "~ "}${numeral(value)}`,
    means: valueWords(value, proven, head, rules),
  });
  if (event.event === "done") {
    const { best, value, proven } = event;
    return t("Finished: {side} plays {cell}. {value}, {means}.", {
      side: head.turn,
      cell: name(best!),
      ...worth(value, proven),
    });
  }
  const { mover: side, parent, cell } = visits[event.node]!;
  const here = { side: other(side), cell: cell === null ? "" : name(cell) };
  switch (event.event) {
    case "enter":
      return parent === null
        ? t("Looks at the start. {side} is to move.", { side })
        : t("Looks at {side} at {cell}.", here);
    case "try":
      return t("{side} tries {cell}.", { side, cell: name(event.cell) });
    case "value": {
      const { proven } = recording.known(event.node, moment);
      return t("{side}’s best so far is {cell}: {value}, {means}.", {
        side,
        cell: name(event.best),
        ...worth(event.value, proven),
      });
    }
    case "window": {
      const { proven } = recording.known(event.node, moment);
      return side === "X"
        ? t(proven ? SURE.X : HOPES.X, { value: numeral(event.alpha ?? -Infinity) })
        : t(proven ? SURE.O : HOPES.O, { value: numeral(event.beta ?? Infinity) });
    }
    case "prune":
      return t("{cells} can be skipped. {why}.", {
        cells: event.cells.map(name).join(" "),
        why: whyPruned(event, recording.head.depth !== null),
      });
    case "leave": {
      const known = recording.known(event.node, moment);
      const means = valueWords(event.value, event.proven, head, rules);
      const found = { value: valueText(known, side), means: boundWords(means, known, side) };
      if (event.how === "searched" && cell !== null)
        return t("Done with {side} at {cell}: {value}, {means}.", { ...here, ...found });
      return t(LEFT[event.how], found);
    }
  }
}

const SURE = {
  X: t("X is now sure of {value}: alpha rises."),
  O: t("O is now sure of {value}: beta falls."),
};
/** If the value is a guess. */
const HOPES = {
  X: t("X now hopes for {value}: alpha rises."),
  O: t("O now hopes for {value}: beta falls."),
};
const LEFT = {
  end: t("The game is over: {value}, {means}."),
  guess: t("It stops here: {value}, {means}."),
  recalled: t("Looked up in memory: {value}, {means}."),
  searched: t("Done with the start: {value}, {means}."),
};
