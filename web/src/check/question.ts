/** What the judge, which is written in Python, and a program in JavaScript say to each other. */

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
}

export type Functions = Readonly<Record<string, readonly Parameter[]>>;

/** What a class makes: its methods, and what its objects hold. */
export interface Kind {
  readonly parameters: readonly Parameter[];
  readonly methods: Functions;
  readonly static: Functions;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Loaded {
  readonly functions: Functions;
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Objects that the program has made, with their functions. */
  readonly objects: Readonly<Record<string, Functions>>;
  /** Its variables, and the fields of such objects, that hold a mark, a number or a list. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether it drew at random. */
  readonly drew: boolean;
  /** What ended it before its end. */
  readonly ended?: Failed;
}

export interface Failed {
  readonly error: string;
  readonly line: string;
  readonly code: string;
  /** What of the page it has read. */
  readonly page?: string;
}

/** A variable of the program, or with a number a field of an object that it was asked to make. */
export type Held = readonly [object: number | null, name: string];

export interface Question {
  /** `play`, `Game.play`, or the name of a class. */
  readonly name: string;
  /** On which object. */
  readonly on: number | null;
  /** Its arguments: a value, what is held, an object, or nothing for the default. */
  readonly given: readonly { value?: unknown; held?: Held; object?: number }[];
  /** What to set before. */
  readonly put: readonly (readonly [...Held, unknown])[];
  /** Which random choices to make; or none: then they are random. */
  readonly lots: readonly number[] | null;
}

export interface Returned {
  /** As JSON has it and as JavaScript shows it. */
  readonly returned: unknown;
  readonly shown: string;
  /** The arguments after the call, and what was set. */
  readonly given: readonly unknown[];
  readonly held: readonly unknown[];
  /** Each random choice was one of so many; what else gave it random numbers. */
  readonly drawn: readonly number[];
  readonly loose: string;
}
