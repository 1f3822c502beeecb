/** The page's own table, so that a test can win, draw or lose a game when it means to. */

import { readFileSync } from "node:fs";
import type { Table } from "../src/game/table";

const table = JSON.parse(
  readFileSync(new URL("../generated/table.json", import.meta.url), "utf8"),
) as Table;

/** The best move in a position of nine characters, or the worst. */
export function move(board: string, want: "best" | "worst"): number {
  const moves = table.positions[board]!;
  return (want === "best" ? moves[0]! : moves.at(-1)!)[0];
}
