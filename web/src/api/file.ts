/** Files of other programs, which the server reads; only who opens one needs this. */

import { ask } from "./client";
import type { OpenedGame } from "./types";

/** A file of another program, as a game's text. */
export const fetchRecord = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return (await ask<OpenedGame>("file", { name: file.name, data })).record;
};
