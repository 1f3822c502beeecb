/** Why no game leads to a position, in Python's words, for the person who set it up. */

import { flaw as messages } from "../../generated/flaw-messages.json";
import { plain, say } from "../explain/say";
import { sentence } from "../explain/sentence";
import { cellName } from "./notation";
import { flaw } from "./positions";
import { floating, other, turn, type Board, type Rules } from "./rules";

/** What is wrong with a position; null if nothing. */
export function impossible(rules: Rules, board: Board): string | null {
  const found = flaw(rules, board);
  if (!found) return null;
  const [x, o] = ["X", "O"].map((mark) => board.filter((each) => each === mark).length);
  const owner = found === "after" ? turn(board) : other(turn(board));
  const cell = Math.max(0, floating(rules, board));
  const words = plain(
    say(messages[found], {
      ...{ x: x!, o: o!, mover: owner, other: other(owner) },
      cell: cellName(rules.shape, cell),
      below: cellName(rules.shape, cell + rules.shape[0]!),
    }),
  );
  return sentence(words);
}
