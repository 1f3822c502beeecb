/** Programs to try the check with. Python's tests check them as well (`tests/check`). */

import cs50 from "./examples/cs50.py?raw";
import mistake from "./examples/mistake.js?raw";
import right from "./examples/right.py?raw";
import type { Program } from "./task";

export interface Example {
  readonly words: string;
  readonly language: Program["language"];
  readonly source: string;
}

export const EXAMPLES: readonly Example[] = [
  { words: "A right one", language: "python", source: right },
  { words: "One with a mistake", language: "javascript", source: mistake },
  { words: "CS50's form", language: "python", source: cs50 },
];
