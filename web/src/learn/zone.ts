/** A win and its zone: how it goes on after a reply of O. */

import { cellName } from "../game/notation";
import type { Board } from "../game/rules";
import { t } from "../site/t";
import { boardOf } from "./games";
import type { Lessons, Won } from "./lessons";

type Zone = Lessons["zone"];

/** What X plays after a reply: the plan, unless the reply is in its zone. */
export const against = (zone: Zone, reply: number): Won => zone.zone[reply] ?? zone.plan;

/** The board at the end, and the line that X has completed. */
export function answered(zone: Zone, reply: number): { board: Board; row: readonly number[] } {
  const { moves, row } = against(zone, reply);
  const board = boardOf(zone.position).with(reply, "O");
  moves.forEach((cell, index) => (board[cell] = index % 2 ? "O" : "X"));
  return { board, row };
}

export function zoneWords(zone: Zone, reply: number): string {
  const name = (cell: number) => cellName(zone.shape, cell);
  return t(
    zone.zone[reply]
      ? t("{cell} is in the zone, and in the way of the plan. X needs another one: {moves}.")
      : t("{cell} is outside the zone. X wins by the plan, as if you had not moved: {moves}."),
    { cell: name(reply), moves: against(zone, reply).moves.map(name).join(" ") },
  );
}
