/** The packs beside the page, each fetched when it is first wanted. */

import packs from "virtual:packs";
import { NoAnswer } from "../api/client";
import { keepPacks } from "../site/keep";
import type { PackEntry, PackFile } from "./entry";
import { readPack, type Pack } from "./puzzle";
import { t } from "../site/t";

export const PACKS: readonly PackEntry[] = packs;

const fetched = new Map<string, Promise<unknown>>();

/** Fetch a file once; after a failure, the next call tries again. */
function once(address: string): Promise<unknown> {
  const asked =
    fetched.get(address) ??
    fetch(address)
      .catch(() => null)
      .then((answer) => {
        if (answer?.ok) return answer.json() as Promise<unknown>;
        throw new NoAnswer(t("These puzzles are not on this device yet, and you are offline."));
      });
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}

/** An address names no puzzle. */
export class NoPuzzle extends Error {}

/** The pack and the place that an address such as `connect-four/17` names. */
export function named(address: string): { entry: PackEntry; at: number } {
  const [, name, number] = /^([^/]{1,40})\/(0|[1-9]\d{0,5})$/.exec(address) ?? [];
  const entry = PACKS.find((each) => each.name === name);
  if (!entry) throw new NoPuzzle(t("There is no puzzle at this address. One is connect-four/17."));
  const last = entry.counts.reduce((sum, count) => sum + count, 0) - 1;
  if (Number(number) > last)
    throw new NoPuzzle(
      t("The puzzles of {name} end with {name}/{last}.", { name: entry.name, last }),
    );
  return { entry, at: Number(number) };
}

/** Open a pack; the service worker keeps it from then on. */
export async function openPack(entry: PackEntry): Promise<Pack> {
  void keepPacks(`${entry.name}-`);
  return readPack(entry, (await once(entry.address)) as PackFile);
}
