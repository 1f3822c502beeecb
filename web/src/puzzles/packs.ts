/** The packs beside the page, each fetched when it is first wanted. */

import packs from "virtual:packs";
import { NoAnswer } from "../api/client";
import { fetchJson, once } from "../site/file";
import { keepPacks } from "../site/keep";
import type { PackEntry, PackFile } from "./entry";
import { readPack, type Pack } from "./puzzle";
import { t } from "../site/t";

export const PACKS: readonly PackEntry[] = packs;

const FILES = new Map(
  PACKS.map((entry) => [entry, once(() => fetchJson<PackFile>(entry.address))]),
);

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
  const file = await FILES.get(entry)!().catch(() => {
    throw new NoAnswer(t("These puzzles are not on this device yet, and you are offline."));
  });
  return readPack(entry, file);
}
