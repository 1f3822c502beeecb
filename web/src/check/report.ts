/** What the judge says, as `noughts.check` writes it (`noughts check --json`). */

export interface Stage {
  readonly name: string;
  /** Null: it was not done. */
  readonly passed: boolean | null;
  readonly said: string;
}

interface Move {
  readonly move: string;
  readonly reason: string;
}

export interface Finding {
  readonly kind: string;
  readonly text: string;
  /** The shortest game that shows it; a lost one to its end. */
  readonly moves: readonly string[];
  readonly position: string | null;
  readonly code: string;
  readonly played?: Move;
  readonly better?: Move;
  readonly best: readonly string[];
}

interface Games {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface Report {
  readonly program: string;
  readonly interface: string;
  readonly unbeatable: boolean | null;
  readonly games: Readonly<Record<string, Games>>;
  readonly stages: readonly Stage[];
  readonly finding: Finding | null;
  readonly advice: Finding | null;
}

/** The program's move in each position, such as `X...O....`. */
type Answers = Readonly<Record<string, number>>;

/** A report with its sentences, or why there is nothing to ask for a move. */
export type CheckedProgram =
  | {
      readonly report: Report;
      readonly verdict: readonly string[];
      readonly behaviour: string;
      readonly answers: Answers;
    }
  | { readonly uncheckable: string; readonly functions: readonly string[] };
