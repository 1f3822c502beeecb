/** The moves that threw something away in one's own games against the computer. */

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

/** With more cells, proofs take long; with more mistakes of one game, one learns nothing. */
const MOST_CELLS = 64;
const MOST_OF_A_GAME = 2;

type Know = (rules: Rules, board: Board) => Promise<Analysis | null>;

/** The last mistakes of the player in a game; none if not everything about a move is proved. */
export async function mistakes(game: Played, know: Know, today: Day): Promise<OwnMistake[]> {
  if (game.against === "person") return [];
  const rules = findRules(game.rules);
  const start = emptyBoard(rules);
  const cells = rules.cells <= MOST_CELLS ? parseMoves(rules, start, game.moves) : null;
  const found: OwnMistake[] = [];
  const boards = [start];
  for (const cell of cells ?? []) boards.push(play(boards.at(-1)!, cell));
  for (let ply = (cells?.length ?? 0) - 1; ply >= 0 && found.length < MOST_OF_A_GAME; ply -= 1) {
    if (turn(boards[ply]!) !== game.mark) continue;
    const known = await know(rules, boards[ply]!);
    const cell = cells![ply]!;
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

/** Whether two mistakes are the same one, made again. */
export const same = (one: OwnMistake, two: OwnMistake): boolean =>
  one.rules === two.rules && one.moves === two.moves;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "You were here on Tuesday", "on 3 November", "today". */
export function whenWords(at: number, now: Date): string {
  const then = new Date(at);
  const midnight = (moment: Date) =>
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days <= 0) return "You were here today";
  if (days === 1) return "You were here yesterday";
  if (days < 7) return `You were here on ${DAYS[then.getDay()]}`;
  const words = then.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `You were here on ${words}`;
}
