/** Python for the judge: fetched once, when a program is first checked. */

/// <reference path="./virtual.d.ts" />
import type { Lockfile } from "pyodide";
import { ADDRESSES, LOCK, WORDS } from "virtual:python";
import { keepPython } from "../site/keep";
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

let python: Promise<Python> | null = null;

async function get(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(answer.statusText);
  return answer;
}

async function load(): Promise<Python> {
  const words = WORDS[tag];
  const [machine, library, modules, spoken] = await Promise.all([
    WebAssembly.compileStreaming(get(ADDRESSES.machine)),
    get(ADDRESSES.library).then((answer) => answer.arrayBuffer()),
    get(ADDRESSES.modules).then((answer) => answer.json() as Promise<Python["modules"]>),
    words ? get(words).then((answer) => answer.json() as Promise<Python["modules"]>) : {},
  ]);
  void keepPython();
  const speaks = words ? tag : "en";
  return { machine, library, modules: { ...modules, ...spoken }, lock: LOCK, speaks };
}

/** Python; after a failure it is fetched anew. */
export function fetchPython(): Promise<Python> {
  python ??= load().catch((error: unknown) => {
    python = null;
    throw error;
  });
  return python;
}
