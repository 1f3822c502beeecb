/** Requests for the proofs that the server shows. */

import { request } from "../api/client";
import type { LedgerPlace, LedgerStatus, ShownLedger } from "../api/types";

const read = async <Answer>(path: string, signal?: AbortSignal): Promise<Answer> =>
  (await (await request(path, undefined, signal)).json()) as Answer;

export const fetchLedgers = (): Promise<ShownLedger[]> => read("ledgers");

export const fetchStatus = (ledger: number, signal: AbortSignal): Promise<LedgerStatus> =>
  read(`ledgers/${ledger}`, signal);

export const fetchPlace = (
  ledger: number,
  moves: readonly string[],
  signal: AbortSignal,
): Promise<LedgerPlace> => read(`ledgers/${ledger}/place?moves=${moves.join("-")}`, signal);
