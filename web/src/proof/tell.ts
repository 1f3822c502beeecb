/** What a proof shows, and the reasons for its moves, in words. */

import { cellName } from "../game/notation";
import type { Proof, Statement } from "./checker";
import { shownWords } from "./entry";
import { otherMark, type Mark } from "./game";
import { visitorOf, type Now, type Ply, type Scene } from "./strategy";

export const statementWords = ({ attacker, wins }: Statement): string =>
  `${attacker} ${wins ? "wins" : "does not win"}`;

/** What is now known, in a sentence. */
export function knownWords({ statements, stones }: Proof): string {
  const subject = stones.some(Boolean) ? "This position" : "This game";
  if (shownWords(statements.map(statementWords)) === "a draw") {
    return `${subject} is a draw: neither side can win if the other makes no mistake.`;
  }
  const words = statements.map(({ attacker, wins }) => {
    const other = otherMark(attacker);
    return wins
      ? `${attacker} wins, whatever ${other} does`
      : `${attacker} cannot win if ${other} makes no mistake`;
  });
  return `${subject}: ${words.join("; ")}.`;
}

const name = (proof: Proof, cell: number) => cellName(proof.game.shape, cell);

/** Why the proof made a move: the answer to the one before it. */
export function whyWords(proof: Proof, plies: readonly Ply[], at: number): string {
  const { why, cell, line } = plies[at]!;
  const here = name(proof, cell);
  const yours = at > 0 ? name(proof, plies[at - 1]!.cell) : "";
  const source = line === null ? "" : ` (line ${line} of the file)`;
  switch (why?.rule) {
    case "line":
      return `${here} completes a line.`;
    case "pair":
      return `${here} is the other cell of the pair that ${yours} is in${source}.`;
    case "twin":
      return `${here} is on every line through ${yours} that still matters, so it closes them all.`;
    case "reply":
      return `${here} answers nearly every move here${source}: it closes the lines through it, and each of the others contains a pair.`;
    case "listed":
      return `${yours} is listed, with ${here} as its answer${source}.`;
    case "opening":
      return `${here} is how the proof begins.`;
    case "zone":
      return why.as === null
        ? `${yours} disturbs nothing: ${here} wins against a pass, so it also wins against this${source}.`
        : `${yours} does not help: ${here}, the answer to ${name(proof, why.as)}, also wins against this${source}.`;
    case "sequence":
      return `${yours} was forced, and ${here} is the next threat.`;
    case "sum":
      return `${here} does the most damage to the remaining lines.`;
    case "said":
      return why.words;
    default:
      return `Nothing needs an answer: ${here} is as good as any.`;
  }
}

/** The current situation, and the meaning of the picture on the board. */
export function nowWords(proof: Proof, statement: Statement, now: Now): string {
  const visitor = visitorOf(statement);
  switch (now.kind) {
    case "claim":
      return statement.wins && !proof.game.everyMove
        ? `This is the claim in line ${now.line}. The shaded cells are its zone: only there can you disturb the win.`
        : `This is the claim in line ${now.line}: it has an answer to each of your moves.`;
    case "pairs":
      return "Now every line that is open to you contains a pair. Cells with the same number are a pair: if you take one, the proof takes the other.";
    case "sum":
      return `Now counting is enough. Weigh each line open to ${visitor}, more the less it lacks: together, they are less than half a line.`;
    case "said":
      return now.words;
    case "two":
      return "There are two threats, and you can stop only one.";
    case "threat":
      return `There is a threat at ${name(proof, now.cell)}: you must stop it.`;
  }
}

/** The meaning of the numbers on the board if not every line has a pair. */
export const twinWords = ({ now, pairs }: Scene): string[] =>
  pairs.length > 0 && now?.kind !== "pairs"
    ? [
        "Cells with the same number share every line that still matters: if you take one, the proof takes the other.",
      ]
    : [];

export function endWords(statement: Statement, outcome: { winner: Mark | null }): string {
  const { winner } = outcome;
  if (winner === null) return "A draw: the best you could get.";
  return winner === visitorOf(statement) ? "You win" : `${winner} wins, as the proof says.`;
}

/** The board's state in words: the pairs by numbers. */
export const pairNumbers = ({ pairs }: Scene): Map<number, number> =>
  new Map(pairs.flatMap(([one, two], at) => [[one, at + 1] as const, [two, at + 1] as const]));

/** "12.3 kB". */
export const sizeWords = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
