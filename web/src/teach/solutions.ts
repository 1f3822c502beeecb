/** The same right program in five languages. Python's tests check each (`tests/check`). */

import { t } from "../site/t";
import javascript from "./solutions/best-move.js?raw";
import python from "./solutions/best_move.py?raw";
import java from "./solutions/Unbeatable.java?raw";
import cpp from "./solutions/unbeatable.cpp?raw";
import rust from "./solutions/unbeatable.rs?raw";

interface Solution {
  readonly language: string;
  readonly source: string;
  /** How it is checked. */
  readonly command: string;
}

export const SOLUTIONS: readonly Solution[] = [
  { language: "Python", source: python, command: "noughts check best_move.py" },
  { language: "JavaScript", source: javascript, command: t("paste it at /check") },
  {
    language: "C++",
    source: cpp,
    command: "g++ -O2 -o unbeatable unbeatable.cpp && noughts check -- ./unbeatable",
  },
  {
    language: "Java",
    source: java,
    command: "javac Unbeatable.java && noughts check -- java Unbeatable",
  },
  {
    language: "Rust",
    source: rust,
    command: "rustc -O unbeatable.rs && noughts check -- ./unbeatable",
  },
];
