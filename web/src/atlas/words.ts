/** The page's words for a game of the atlas. */

import { gameWords } from "../proof/named";
import { blocks, rulesOf, type Entry } from "./atlas";

/** "4 in a row on 9×4, O only blocks". */
export const gameTitle = (entry: Entry): string => gameWords(rulesOf(entry), blocks(entry));
