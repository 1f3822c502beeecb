/** Python for the page: where its parts are, and what they weigh together, packed (`web/python.ts`). */
declare module "virtual:python" {
  import type { Lockfile } from "pyodide";
  /** Python itself as WebAssembly, its library, and the modules of Noughts as texts by their paths. */
  export const ADDRESSES: Readonly<Record<"machine" | "library" | "modules", string>>;
  /** The judge's sentences in other languages, by their tags: modules as well. */
  export const WORDS: Readonly<Record<string, string>>;
  export const BYTES: number;
  /** Which packages there are: none. */
  export const LOCK: Lockfile;
}
declare module "pyodide/pyodide.asm.mjs" {
  import type { PyodideConfig } from "pyodide";
  const create: NonNullable<PyodideConfig["createPyodideModule"]>;
  export default create;
}
