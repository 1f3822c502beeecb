/** Two players that follow a list: what their rules say, and what they answer. */

import { CLASSIC, legal, marksOf, other, play, turn, type Board, type Mark } from "../game/rules";
import { completions } from "../game/completions";
import { lookUp, type Table } from "../game/table";
import { listed } from "../game/words";
import { t } from "../site/t";
import { name } from "./games";
import type { Lessons } from "./lessons";

export interface Rule {
  name: string;
  says: string;
}

export interface Answer {
  cell: number;
  /** The index of the rule that applied. */
  rule: number;
  why: string;
  /** The cells it is about. */
  lit: readonly number[];
  /** How many moves the rule allows. */
  choices: number;
}

/** The rules by the names that Python gives them. */
const RULES: Readonly<Record<string, readonly [name: string, says: string]>> = {
  win: [t("win"), t("Complete a line.")],
  block: [t("block"), t("Stop the opponent from completing one.")],
  fork: [t("fork"), t("Make two threats at once.")],
  "stop a fork": [t("stop a fork"), t("Do not let the opponent make two at once.")],
  centre: [t("centre"), t("Take the centre.")],
  "opposite corner": [t("opposite corner"), t("Take the corner opposite the opponent's.")],
  corner: [t("corner"), t("Take any corner.")],
  side: [t("side"), t("Take what is left.")],
  book: [
    t("book"),
    t(
      "First reply: to a corner: the centre, to the centre: a corner, to an edge a corner beside it.",
    ),
  ],
  "no fork next": [
    t("no fork next"),
    t("Take the first cell after which the opponent cannot make two threats at once."),
  ],
  anything: [t("anything"), t("Take any cell.")],
};

export const rulesOf = (names: readonly string[]): Rule[] =>
  names.map((each) => {
    const [name, says] = RULES[each]!;
    return { name, says };
  });

const names = (cells: readonly number[]) => cells.map(name).join(" ");

/** "a2 or c3". */
export const either = (cells: readonly number[]): string =>
  cells.map(name).reduce((before, next) => t("{before} or {next}", { before, next }));

/** What the tactics player plays. */
export function tacticsAnswer({ tactics }: Lessons, board: Board): Answer {
  const [cell, rule, lit] = tactics.positions[marksOf(board)]!;
  return { cell, rule, lit, why: tacticsWhy(board, tactics.rules[rule]!, cell, lit), choices: 1 };
}

/** Why a rule plays a cell: the twin of `noughts.engines.tactics`. */
function tacticsWhy(board: Board, rule: string, cell: number, lit: readonly number[]): string {
  const opponent = other(turn(board));
  const line = names(lit);
  switch (rule) {
    case "win":
      return t("completes {line}", { line });
    case "block":
      return t("{opponent} threatens {line}", { opponent, line });
    case "fork":
      return t("threatens to win at {cells}", { cells: either(lit) });
    case "stop a fork": {
      const forks = legal(CLASSIC, board).filter(
        (each) => completions(CLASSIC, board.with(each, opponent), opponent).length > 1,
      );
      return t(
        "{opponent} could fork at {cells}; this threatens {line}, and the answer {answer} is not a fork",
        {
          ...{ opponent, line, cells: either(forks) },
          answer: name(lit.find((each) => each !== cell && !board[each])!),
        },
      );
    }
    case "centre":
      return t("the centre is free");
    case "opposite corner":
      return t("opposite {opponent}'s corner {cell}", { opponent, cell: line });
    case "corner":
      return t("a corner is free");
    default:
      return t("nothing else is left");
  }
}

/** What the naive player plays; where its rule allows several moves, `times` picks one of them. */
export function naiveAnswer({ naive }: Lessons, board: Board, times: number): Answer {
  const [rule, cells] = naive.positions[marksOf(board)]!;
  const cell = cells[times % cells.length]!;
  const said: Record<string, string> = {
    book: t("the book answers {moves} so", {
      moves: names(board.flatMap((mark, at) => (mark ? [at] : []))),
    }),
    win: t("completes a line"),
    block: t("{opponent} threatens {line}", { opponent: other(turn(board)), line: name(cell) }),
    "no fork next": t("after {cell} no single reply makes two threats", { cell: name(cell) }),
    anything: t("after every move some reply makes two threats, so the list has no advice"),
  };
  return {
    cell,
    rule,
    lit: cells.length > 1 ? cells : [],
    why: said[naive.rules[rule]!]!,
    choices: cells.length,
  };
}

/** The move of one side that turned the game into a lost one. */
export function mistake(table: Table, line: readonly Board[], side: Mark): number | null {
  const lost = (board: Board) => {
    const found = lookUp(table, board);
    return found.value === (found.turn === side ? "loss" : "win");
  };
  const index = line.findIndex(
    (board, ply) =>
      ply > 0 && turn(line[ply - 1]!) === side && !lost(line[ply - 1]!) && lost(board),
  );
  return index < 0 ? null : index;
}

/** What a move does, in words: for the side without a list. */
export function deed(board: Board, cell: number): string {
  const side = turn(board);
  if (completions(CLASSIC, board, side).includes(cell)) return t("wins");
  const threats = completions(CLASSIC, play(board, cell), side);
  const said = completions(CLASSIC, board, other(side)).includes(cell)
    ? [
        t("blocks"),
        t("blocks, and threatens {cells}"),
        t("blocks, and threatens {cells} at once: a fork"),
      ]
    : [t("plays quietly"), t("threatens {cells}"), t("threatens {cells} at once: a fork")];
  return t(said[Math.min(threats.length, 2)]!, { cells: listed(threats.map(name)) });
}
