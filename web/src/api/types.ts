/** The server's answers, with types generated from its OpenAPI document (`npm run types`). */

import type { components } from "../../generated/schema";

type Schemas = components["schemas"];

export type Board = Schemas["Board"];
export type Choice = Schemas["Choice"];
export type Value = NonNullable<Choice["value"]>;
export type Swap2 = Schemas["Swap2"];
export type OpenedGame = Schemas["OpenedGame"];
export type ThrownWin = Schemas["ThrownWin"];
export type Problem = Schemas["Problem"];

export type Fact = Schemas["Fact"];

/** The part of an analysis that the page uses; the table of 3×3 also has it. */
export type MoveAnalysis = Pick<
  Schemas["Move"],
  "move" | "cell" | "value" | "plies" | "customary" | "estimate" | "bound" | "best" | "facts"
>;
export type Analysis = Pick<
  Schemas["Analysis"],
  "turn" | "proven" | "value" | "plies" | "customary" | "estimate" | "bound"
> & { moves: MoveAnalysis[] };
export type ShownLedger = Schemas["ShownLedger"];
export type LedgerStatus = Schemas["LedgerStatus"];
export type Asked = LedgerStatus["questions"][number];
export type LedgerPlace = Schemas["LedgerPlace"];
export type LedgerRegion = Schemas["LedgerRegion"];
export type LedgerReply = Schemas["LedgerReply"];
