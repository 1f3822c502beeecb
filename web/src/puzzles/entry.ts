/** The files of packs, as `noughts puzzles` writes them, and what the page knows of each. */

/** A puzzle in a pack: see `noughts.puzzles.pack`. */
export interface PuzzleLine {
  readonly kind: string;
  readonly position: string;
  /** In `which move lost`: the moves shown. */
  readonly moves?: readonly string[];
  /** A move; in `who wins` X, O or draw, and in `which move lost` the number of a move. */
  readonly answer: string | number;
  readonly line: readonly string[];
  readonly plies: number | null;
  readonly difficulty: number;
  /** Lines as text that show why wrong answers are wrong. */
  readonly refutations?: readonly string[];
}

export interface PackFile {
  readonly rules: string;
  readonly puzzles: readonly PuzzleLine[];
}

/** A pack before it is opened. */
export interface PackEntry {
  readonly name: string;
  readonly rules: string;
  readonly address: string;
  /** How many puzzles of each kind it has. */
  readonly kinds: Readonly<Record<string, number>>;
  /** How many of them are easy, medium and hard; the easy ones come first. */
  readonly counts: readonly number[];
  /** The games are in three groups; a day has a puzzle of each. */
  readonly group: number;
}
