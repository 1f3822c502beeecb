import { rulesWords } from "./words";
import { t } from "../site/t";

/** Games with a name. */
export const NAMED = [
  { picture: "Tic-tac-toe", name: t("Tic-tac-toe"), rules: "3,3,3" },
  { picture: "Connect Four", name: t("Connect Four"), rules: "7,6,4 gravity" },
  { picture: "Gomoku", name: t("Gomoku"), rules: "15,15,5" },
  { picture: "Qubic", name: t("Qubic"), rules: "4,4,4,4" },
] as const;

/** What a game is called: by its name, or by its rules. */
export const gameName = (rules: string): string =>
  NAMED.find((named) => named.rules === rules)?.name ?? rulesWords(rules);
