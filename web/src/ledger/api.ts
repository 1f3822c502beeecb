/** Requests for the proofs that the server shows. */

import { ask } from "../api/client";
import type { LedgerPlace, LedgerStatus, ShownLedger } from "../api/types";

export const fetchLedgers = (): Promise<ShownLedger[]> => ask("ledgers");

export const fetchStatus = (ledger: number, signal: AbortSignal): Promise<LedgerStatus> =>
  ask(`ledgers/${ledger}`, { signal });

export const fetchPlace = (
  ledger: number,
  moves: readonly string[],
  signal: AbortSignal,
): Promise<LedgerPlace> => ask(`ledgers/${ledger}/place?moves=${moves.join("-")}`, { signal });
