/** The moves that threw something away in one's own games against the computer. */

import { fetchThrown } from "../api/client";
import type { Analysis } from "../api/types";
import { findRules } from "../game/games";
import type { Played } from "../game/history";
import { parseMoves } from "../game/moves";
import { cellName } from "../game/notation";
import { isMistake, judge } from "../game/review";
import { emptyBoard, play, turn, type Board, type Rules } from "../game/rules";
import type { Day } from "./daily";
import type { OwnMistake } from "./memory";
import { fresh } from "./repetition";

/** With more cells, only wins by fours are proved; with more mistakes, one learns nothing. */
const MOST_CELLS = 64;
const MOST_OF_A_GAME = 2;

type Know = (rules: Rules, board: Board) => Promise<Analysis | null>;

/** The last mistakes of the player in a game; none if not everything about a move is proved. */
export async function mistakes(game: Played, know: Know, today: Day): Promise<OwnMistake[]> {
  if (game.against === "person") return [];
  const rules = findRules(game.rules);
  const start = emptyBoard(rules);
  const cells = parseMoves(rules, start, game.moves);
  if (rules.cells > MOST_CELLS) return cells ? thrown(rules, cells, game, today) : [];
  const found: OwnMistake[] = [];
  const boards = [start];
  for (const cell of cells ?? []) boards.push(play(boards.at(-1)!, cell));
  for (let ply = (cells?.length ?? 0) - 1; ply >= 0 && found.length < MOST_OF_A_GAME; ply -= 1) {
    if (turn(boards[ply]!) !== game.mark) continue;
    const known = await know(rules, boards[ply]!);
    const cell = cells![ply]!;
    if (!known && !navigator.onLine) throw new Error("nobody knows now");
    if (!known?.proven || !known.moves.some((move) => move.cell === cell)) continue;
    if (!isMistake(judge(known, cell))) continue;
    const { value } = known;
    const name = (each: number) => cellName(rules.shape, each);
    found.push({
      ...fresh(today),
      ...{ at: game.at, rules: rules.rules, kind: value === "win" ? "win" : "draw" },
      moves: cells!.slice(0, ply).map(name).join(" "),
      played: name(cell),
      answers: known.moves.filter((move) => move.value === value).map(({ move }) => move),
    });
  }
  return found;
}

/** The wins by fours that the player threw away, to one of the opponent: both are proved. */
async function thrown(
  rules: Rules,
  cells: readonly number[],
  { at, mark }: Played,
  today: Day,
): Promise<OwnMistake[]> {
  const names = cells.map((cell) => cellName(rules.shape, cell));
  const found = await fetchThrown(rules.rules, names.join(" "), mark);
  return found.map(({ number, answers, line }) => ({
    ...{ ...fresh(today), at, rules: rules.rules, kind: "vcf" },
    ...{ moves: names.slice(0, number - 1).join(" "), played: names[number - 1]!, answers, line },
  }));
}
