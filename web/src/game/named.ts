import { rulesWords } from "./words";

/** Games with a name. */
export const NAMED = [
  { name: "Tic-tac-toe", rules: "3,3,3" },
  { name: "Connect Four", rules: "7,6,4 gravity" },
  { name: "Gomoku", rules: "15,15,5" },
  { name: "Qubic", rules: "4,4,4,4" },
] as const;

/** What a game is called: by its name, or by its rules. */
export const gameName = (rules: string): string =>
  NAMED.find((named) => named.rules === rules)?.name ?? rulesWords(rules);
