/** Why no game can have come to a position, in words for whoever has set it up. */

import { flaw } from "./positions";
import { other, turn, type Board, type Rules } from "./rules";

/** What is wrong with a position; null if nothing is. */
export function impossible(rules: Rules, board: Board): string | null {
  const count = (mark: string) => board.filter((each) => each === mark).length;
  const mover = turn(board);
  switch (flaw(rules, board)) {
    case null:
      return null;
    case "counts":
      return `${count("X")} X and ${count("O")} O cannot come about: X moves first and they take turns, so X has as many marks as O or one more.`;
    case "floats":
      return "A stone hangs in the air: here stones fall, onto the floor or onto another stone.";
    case "both":
      return "Both sides have a line: the game would have ended with the first of them.";
    case "before":
      return "No order of moves leads to these marks: a line was complete before.";
    case "after":
      return `${mover} has a line, but ${other(mover)} moved after it: the game would have ended before.`;
    case "lines":
      return `${other(mover)} has lines that no single move completes: the game would have ended with the first of them.`;
  }
}
