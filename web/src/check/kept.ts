/** Programs that readers write in the course, kept on this device: the check can take one over. */

import rooms from "../../../src/noughts/web/rooms.json";
import { entries, Shared } from "../site/shared";

const shared = new Shared("noughts.programs", (kept) => {
  const texts = entries(kept).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(texts) as Record<string, string>;
});

/** A program by the name of its exercise; undefined if it was never changed. */
export const keptProgram = (name: string): string | undefined => shared.get()[name];

/** Keep a program; null forgets it. */
export function keepProgram(name: string, source: string | null): void {
  shared.change((programs) => {
    const { [name]: _, ...others } = programs;
    return source === null ? others : { ...others, [name]: source };
  });
}

export const checkLink = (name: string): string => `${rooms.check.address}#program=${name}`;

/** The program of such an address, if it is one. */
export function linkedProgram(hash: string): string | undefined {
  const name = /^#program=(\w+)$/.exec(hash)?.[1];
  return name && keptProgram(name);
}
