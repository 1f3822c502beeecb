/** Programs to try the check with. Python's tests check them as well (`tests/check`). */

import { t } from "../site/t";
import type { Program } from "./task";

export interface Example {
  readonly words: string;
  readonly language: Program["language"];
  /** Its text, which is fetched when it is chosen. */
  readonly source: () => Promise<{ readonly default: string }>;
}

export const EXAMPLES: readonly Example[] = [
  { words: t("A right one"), language: "python", source: () => import("./examples/right.py?raw") },
  {
    words: t("One with a mistake"),
    language: "javascript",
    source: () => import("./examples/mistake.js?raw"),
  },
  { words: t("CS50's form"), language: "python", source: () => import("./examples/cs50.py?raw") },
];
