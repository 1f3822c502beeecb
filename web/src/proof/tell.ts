/** What a proof shows, and the reasons for its moves, in words. */

import { cellName } from "../game/notation";
import { winsWords } from "../game/words";
import { decimal } from "../site/decimal";
import { t } from "../site/t";
import type { Proof, Statement } from "./checker";
import { otherMark, type Mark } from "./game";
import { visitorOf, type Now, type Ply, type Scene } from "./strategy";

export const statementWords = ({ attacker, wins }: Statement): string =>
  wins ? winsWords(attacker) : t("{attacker} does not win", { attacker });

/** What is now known, in a sentence. */
export function knownWords({ statements, stones }: Proof): string {
  const begun = stones.some(Boolean);
  const holds = (mark: Mark) => statements.some(({ attacker, wins }) => !wins && attacker === mark);
  if (holds("X") && holds("O"))
    return begun
      ? t("This position is a draw: neither side can win if the other makes no mistake.")
      : t("This game is a draw: neither side can win if the other makes no mistake.");
  const words = statements.map(({ attacker, wins }) =>
    t(
      wins
        ? t("{attacker} wins, whatever {other} does")
        : t("{attacker} cannot win if {other} makes no mistake"),
      { attacker, other: otherMark(attacker) },
    ),
  );
  return t(begun ? t("This position: {words}.") : t("This game: {words}."), {
    words: words.join("; "),
  });
}

const name = (proof: Proof, cell: number) => cellName(proof.game.shape, cell);

/** Why the proof made a move: the answer to the one before it. */
export function whyWords(proof: Proof, plies: readonly Ply[], at: number): string {
  const { why, cell, line } = plies[at]!;
  const here = name(proof, cell);
  const yours = at > 0 ? name(proof, plies[at - 1]!.cell) : "";
  const values = { here, yours };
  /** With the place in the file. */
  const sourced = (sentence: string) =>
    line === null ? sentence : t("{sentence} (Line {line} of the file.)", { sentence, line });
  switch (why?.rule) {
    case "line":
      return t("{here} completes a line.", values);
    case "pair":
      return sourced(t("{here} is the other cell of the pair that {yours} is in.", values));
    case "twin":
      return t(
        "{here} is on every line through {yours} that still matters, so it closes them all.",
        values,
      );
    case "reply":
      return sourced(
        t(
          "{here} answers nearly every move here: it closes the lines through it, and each of the others contains a pair.",
          values,
        ),
      );
    case "listed":
      return sourced(t("{yours} is listed, with {here} as its answer.", values));
    case "opening":
      return t("{here} is how the proof begins.", values);
    case "zone":
      return sourced(
        why.as === null
          ? t(
              "{yours} disturbs nothing: {here} wins against a pass, so it also wins against this.",
              values,
            )
          : t("{yours} does not help: {here}, the answer to {other}, also wins against this.", {
              ...values,
              other: name(proof, why.as),
            }),
      );
    case "sequence":
      return t("{yours} was forced, and {here} is the next threat.", values);
    case "sum":
      return t("{here} does the most damage to the remaining lines.", values);
    case "said":
      return why.words;
    default:
      return t("Nothing needs an answer: {here} is as good as any.", values);
  }
}

/** The current situation, and the meaning of the picture on the board. */
export function nowWords(proof: Proof, statement: Statement, now: Now): string {
  const visitor = visitorOf(statement);
  switch (now.kind) {
    case "claim":
      return statement.wins && !proof.game.everyMove
        ? t(
            "This is the claim in line {line}. The shaded cells are its zone: only there can you disturb the win.",
            { line: now.line },
          )
        : t("This is the claim in line {line}: it has an answer to each of your moves.", {
            line: now.line,
          });
    case "pairs":
      return t(
        "Now every line that is open to you contains a pair. Cells with the same number are a pair: if you take one, the proof takes the other.",
      );
    case "sum":
      return t(
        "Now counting is enough. Weigh each line open to {visitor}, more the less it lacks: together, they are less than half a line.",
        { visitor },
      );
    case "said":
      return now.words;
    case "two":
      return t("There are two threats, and you can stop only one.");
    case "threat":
      return t("There is a threat at {cell}: you must stop it.", { cell: name(proof, now.cell) });
  }
}

/** The meaning of the numbers on the board if not every line has a pair. */
export const twinWords = ({ now, pairs }: Scene): string[] =>
  pairs.length > 0 && now?.kind !== "pairs"
    ? [
        t(
          "Cells with the same number share every line that still matters: if you take one, the proof takes the other.",
        ),
      ]
    : [];

export function endWords(statement: Statement, outcome: { winner: Mark | null }): string {
  const { winner } = outcome;
  if (winner === null) return t("A draw: the best you could get.");
  return winner === visitorOf(statement)
    ? t("You win")
    : t("{winner} wins, as the proof says.", { winner });
}

/** The board's state in words: the pairs by numbers. */
export const pairNumbers = ({ pairs }: Scene): Map<number, number> =>
  new Map(pairs.flatMap(([one, two], at) => [[one, at + 1] as const, [two, at + 1] as const]));

/** "12.3 kB". */
export const sizeWords = (bytes: number): string =>
  bytes < 1000 ? t("{bytes} bytes", { bytes }) : `${decimal(bytes / 1000, 1)} kB`;
