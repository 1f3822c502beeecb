/** What the page says about puzzles; most of it is Python's own words. */

import catalogue from "../../generated/puzzle-messages.json";
import { plain, say, type Piece } from "../explain/say";
import { cellName } from "../game/notation";
import { other, turn, type Rules } from "../game/rules";
import { gameName } from "../game/named";
import { here } from "../game/tree";
import { LOCALE } from "./daily";
import { asked, type Puzzle } from "./puzzle";
import { t } from "../site/t";

const { "puzzle hint": hints } = catalogue;
export const { puzzle: messages } = catalogue;

/** What each kind is called where one chooses; a new kind is called what its pack says. */
const KINDS: Readonly<Record<string, string>> = {
  win: t("Find the win"),
  fork: t("Find the fork"),
  zugzwang: t("Zugzwang"),
  draw: t("Hold the draw"),
  "stop fork": t("Stop the fork"),
  vcf: t("Win by threats"),
  vct: t("Prepare a win"),
  "who wins": t("Who wins?"),
  "which move lost": t("Which move lost?"),
};

export const kindName = (kind: string): string =>
  KINDS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** "Connect Four", "4 in a row on 4×4". */
export function packName(rules: string): string {
  const name = gameName(rules);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export const named = ({ shape }: Rules, cell: number): Piece => ({
  name: cellName(shape, cell),
  cell,
});

/** What to do. */
export function task(puzzle: Puzzle): string {
  const mark = turn(here(asked(puzzle)).board);
  const wins = puzzle.plies !== null || puzzle.own?.kind === "win";
  if (puzzle.own && puzzle.own.kind !== "vcf") {
    const [one, many] = wins
      ? [
          t("{mark} to move. Find the only move that keeps the win."),
          t("{mark} to move. Find a move that wins."),
        ]
      : [
          t("{mark} to move. Find the only move that keeps the draw."),
          t("{mark} to move. Find a move that holds the draw."),
        ];
    return t(puzzle.answers.length > 1 ? many : one, { mark });
  }
  const own = ["vcf", "vct", "who wins", "which move lost"] as const;
  const kind = own.find((each) => each === puzzle.kind);
  const message = messages[kind ?? (wins ? "win in moves" : "draw")];
  return plain(say(message, { turn: mark, other: other(mark), count: puzzle.plies ?? 0 }));
}

/** One of three hints, each telling more than the one before. */
export function hint(puzzle: Puzzle, step: 1 | 2 | 3): Piece[] {
  const { rules, ask, line, before } = puzzle;
  if (step === 1) {
    const known = hints as Readonly<Record<string, string>>;
    const atOnce = ask === "move" && puzzle.plies === 1;
    return say(atOnce ? hints["at once"] : (known[puzzle.kind] ?? hints.win));
  }
  if (ask === "move") {
    const answer = named(rules, puzzle.answers[0]!);
    const column = cellName(rules.shape, puzzle.answers[0]!).charAt(0);
    return step === 2 ? say(hints.column, { column }) : say(hints.answer, { answer: [answer] });
  }
  if (step === 3) return say(hints.answer, { answer: answerName(puzzle, puzzle.answer) });
  const first = turn(puzzle.start);
  if (ask === "winner") return say(hints.begins, { turn: first, move: [named(rules, line[0]!)] });
  const odd = Number(puzzle.answer) % 2 === 1;
  return before.length ? say(hints.by, { turn: odd ? first : other(first) }) : [];
}

/** An answer that is not a move, as one says it. */
export function answerName({ ask, rules, before }: Puzzle, answer: string): string {
  if (ask === "winner") return answer === "draw" ? t("nobody") : answer;
  const cell = before[Number(answer) - 1];
  return cell === undefined
    ? answer
    : t("move {number}, {cell}", { number: answer, cell: cellName(rules.shape, cell) });
}

/** What is said at once: whether an answer is right, or that it is the one. */
export function judged(puzzle: Puzzle, answer: string, shown = false): Piece[] {
  const { ask, rules, answers } = puzzle;
  const right =
    ask === "move"
      ? answers.some((cell) => cellName(rules.shape, cell) === answer)
      : answer === puzzle.answer;
  const name = ask === "move" ? answer : answerName(puzzle, answer);
  if (shown) return [t("The answer is {name}.", { name })];
  if (ask === "winner") {
    if (right)
      return [answer === "draw" ? t("Right: nobody wins.") : t("Right: {name} wins.", { name })];
    return [
      answer === "draw"
        ? t("Somebody can win.")
        : t("{mark} cannot force a win.", { mark: answer }),
    ];
  }
  if (ask === "lost" && !right) return [t("It was not {name}.", { name })];
  return [right ? t("Right: {name}.", { name }) : t("Not {name}.", { name })];
}

/** The moves after the answer, for example. */
export const goesOn = ({ rules, line }: Puzzle): string =>
  plain(say(messages.line, { line: line.map((cell) => cellName(rules.shape, cell)).join(" ") }));

/** "You were here on Tuesday", "on 3 November", "today". */
export function whenWords(at: number, now: Date): string {
  const then = new Date(at);
  const midnight = (moment: Date) =>
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days <= 0) return t("You were here today");
  if (days === 1) return t("You were here yesterday");
  const words: Intl.DateTimeFormatOptions =
    days < 7 ? { weekday: "long" } : { day: "numeric", month: "long" };
  return t("You were here on {day}", { day: then.toLocaleDateString(LOCALE, words) });
}
