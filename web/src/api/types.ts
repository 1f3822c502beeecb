/** What the server says. To be replaced by types generated from its OpenAPI document. */

import type { Mark } from "../game/rules";

export type Value = "win" | "draw" | "loss";

export interface MoveAnalysis {
  move: string;
  cell: number;
  value: Value | null;
  plies: number | null;
  estimate?: number | null;
  best: boolean;
  reason: string;
}

export interface Analysis {
  turn: Mark;
  proven: boolean;
  value: Value | null;
  plies: number | null;
  estimate?: number | null;
  moves: MoveAnalysis[];
}

export interface Choice {
  cell: number;
  proven: boolean;
}

export interface Preset {
  rules: string;
  name: string;
}
