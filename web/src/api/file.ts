/** Files of other programs, which the server reads; loaded only to open one. */

import { ask } from "./client";
import type { OpenedGame } from "./types";

/** A file of another program as a game's text, with notes on what was left out or changed. */
export const fetchRecord = async (file: File): Promise<OpenedGame> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return ask<OpenedGame>("file", { body: { name: file.name, data } });
};
