/** Why a proof is refused, in the reader's words. */

import messages from "../../generated/refusal-messages.json";
import english from "../../generated/refusals.json";
import { sentence } from "../explain/sentence";
import { t } from "../site/t";
import type { Refused } from "./worker";

/** How much of a line is shown. */
const MOST = 40;

export function reasonWords({ why, line, text = "" }: Refused): string {
  const reason = messages.refusal[english.indexOf(why || "it cannot be read")] ?? why;
  const shown = `“${text.length > MOST ? `${text.slice(0, MOST)}…` : text}”`;
  return sentence(line ? t(messages.proof.line, { number: line, line: shown, reason }) : reason);
}
