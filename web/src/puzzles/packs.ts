/** The packs beside the page, each fetched when it is first wanted. */

import packs from "virtual:packs";
import { NoAnswer } from "../api/client";
import { keepPacks } from "../site/keep";
import type { PackEntry, PackFile } from "./entry";
import { readPack, type Pack } from "./puzzle";

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
        throw new NoAnswer("These puzzles are not on this device yet, and you are offline.");
      });
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}

/** Open a pack; the service worker keeps it from then on. */
export async function openPack(entry: PackEntry): Promise<Pack> {
  void keepPacks(`${entry.name}-`);
  return readPack(entry, (await once(entry.address)) as PackFile);
}
