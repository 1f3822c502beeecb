/** Python for the judge: fetched once, when a program is first checked. */

/// <reference path="./virtual.d.ts" />
import type { Lockfile } from "pyodide";
import { ADDRESSES, LOCK, WORDS } from "virtual:python";
import { keepPython } from "../site/keep";
import { fetchFile, fetchJson, once } from "../site/file";
import { tag } from "../site/t";

export interface Python {
  readonly machine: WebAssembly.Module;
  readonly library: ArrayBuffer;
  /** Texts by their paths. */
  readonly modules: Readonly<Record<string, string>>;
  readonly lock: Lockfile;
  /** The language of its sentences. */
  readonly speaks: string;
}

export const fetchPython = once(async (): Promise<Python> => {
  const words = WORDS[tag];
  const [machine, library, modules, spoken] = await Promise.all([
    WebAssembly.compileStreaming(fetchFile(ADDRESSES.machine)),
    fetchFile(ADDRESSES.library).then((answer) => answer.arrayBuffer()),
    fetchJson<Python["modules"]>(ADDRESSES.modules),
    words ? fetchJson<Python["modules"]>(words) : {},
  ]);
  void keepPython();
  const speaks = words ? tag : "en";
  return { machine, library, modules: { ...modules, ...spoken }, lock: LOCK, speaks };
});
