/** The names of the searches. */

import { engineTitle } from "../site/engines";
import type { SearchName } from "./events";

export const NAMES: Readonly<Record<SearchName, string>> = {
  minimax: engineTitle("minimax"),
  alphabeta: engineTitle("alphabeta"),
  "alphabeta-unordered": engineTitle("alphabeta-unordered"),
  memoised: engineTitle("memoised"),
  symmetric: engineTitle("symmetric"),
};
