/** The list of the page's certificates, from `/proofs.json`: rooms that do not ask for it keep none. */

import { NoAnswer } from "../api/client";
import { t } from "../site/t";
import type { Entry } from "./entry";

export async function fetchEntries(): Promise<readonly Entry[]> {
  const answer = await fetch("/proofs.json").catch(() => null);
  if (!answer?.ok)
    throw new NoAnswer(t("The list of proofs could not be loaded: you are offline."));
  return (await answer.json()) as Entry[];
}
