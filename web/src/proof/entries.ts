/** The list of the page's certificates, from `/proofs.json`: rooms that do not ask for it keep none. */

import { NoAnswer } from "../api/client";
import { fetchJson } from "../site/file";
import { t } from "../site/t";
import type { Entry } from "./entry";

export const fetchEntries = (): Promise<readonly Entry[]> =>
  fetchJson<readonly Entry[]>("/proofs.json").catch(() => {
    throw new NoAnswer(t("The list of proofs could not be loaded: you are offline."));
  });
