/** What the page remembers on this device. A page that may not store anything still plays. */

import type { Level } from "./adviser";
import type { Series, Sides } from "./series";

export type Theme = "system" | "light" | "dark" | "contrast";

export interface Settings {
  opponent: "computer" | "person";
  level: Level;
  sides: Sides;
  length: Series["length"];
  rules: string;
  /** Milliseconds before the computer answers. */
  pause: number;
  sound: boolean;
  /** Whether single characters are shortcuts; speech input can do without them. */
  keys: boolean;
  values: boolean;
  theme: Theme;
}

/** Draws in a row against the perfect player; only unaided games count. */
export interface Run {
  now: number;
  longest: number;
}

export interface Memory {
  settings: Settings;
  rounds: Series["rounds"];
  run: Run;
}

const KEY = "noughts";

const FRESH: Memory = {
  settings: {
    opponent: "computer",
    level: "hard",
    sides: "X",
    length: 1,
    rules: "3,3,3",
    pause: 400,
    sound: false,
    keys: true,
    values: false,
    theme: "system",
  },
  rounds: [],
  run: { now: 0, longest: 0 },
};

export function recall(): Memory {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Memory>;
    return {
      settings: { ...FRESH.settings, ...kept.settings },
      rounds: kept.rounds ?? [],
      run: { ...FRESH.run, ...kept.run },
    };
  } catch {
    return structuredClone(FRESH);
  }
}

export function remember(memory: Memory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Private windows and full disks: the game goes on, only unremembered.
  }
}
