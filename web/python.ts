/**
 * What judges a program on the page: Python as WebAssembly (Pyodide), its library, and the modules
 * of Noughts that judge, as texts by their paths. They stand in a folder of their own, for they are
 * heavy: a service worker keeps them once they are wanted.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { compiledLibrary } from "./library.ts";

const NAME = "virtual:python";
/** In which folder the server has them, and the worker that needs them. */
export const FOLDER = "python";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const pyodide = (name: string) => readFileSync(here(`node_modules/pyodide/${name}`));

interface Part {
  readonly address: string;
  readonly content: Buffer;
}

/** Another content has another address, so that it can be kept for ever. */
function part(name: string, suffix: string, content: Buffer, folder = FOLDER): Part {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { address: `/${folder}/${name}-${digest}${suffix}`, content };
}

type Parts = Record<"machine" | "library" | "modules", Part> & {
  /** The judge's sentences in other languages, by their tags. */
  readonly words: Readonly<Record<string, Part>>;
};

async function read(): Promise<Parts> {
  const own = here("../.venv/bin/python");
  const python = process.env["PYTHON"] ?? (existsSync(own) ? own : "python3");
  const print = (...what: string[]) =>
    execFileSync(python, [here("judge.py"), ...what], {
      maxBuffer: 1 << 24,
      env: { ...process.env, PYTHONIOENCODING: "utf-8" },
    });
  const words = JSON.parse(print("words").toString()) as Record<string, string>;
  return {
    machine: part("python", ".wasm", pyodide("pyodide.asm.wasm")),
    library: part("library", ".zip", await compiledLibrary()),
    modules: part("noughts", ".json", print()),
    words: Object.fromEntries(
      Object.entries(words).map(([tag, text]) => [
        tag,
        part(tag, ".json", Buffer.from(text), "words"),
      ]),
    ),
  };
}

// A build asks twice: for the page, and for what it is drawn with.
let known: Promise<Parts> | null = null;
const parts = () => (known ??= read());
const files = async (): Promise<Part[]> => {
  const { words, ...others } = await parts();
  return [...Object.values(others), ...Object.values(words)];
};
let packed: number | null = null;

/** What a browser loads of it: the library is packed already, and the worker has the last. */
function weight({ machine, library, modules }: Parts): number {
  const whole = [machine.content, modules.content, pyodide("pyodide.asm.mjs")];
  const sizes = whole.map((each) => gzipSync(each).length);
  return sizes.reduce((sum, each) => sum + each, library.content.length);
}

/** Puts the parts beside the page, and says where they are and what they weigh, packed. */
export function python(): Plugin {
  let base = "/";
  return {
    name: "python",
    configResolved: (config) => void ({ base } = config),
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { info } = JSON.parse(pyodide("pyodide-lock.json").toString()) as { info: object };
      const all = await parts();
      const { words, ...others } = all;
      const addresses = (each: Readonly<Record<string, Part>>) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(each).map(([name, { address }]) => [name, base + address.slice(1)]),
          ),
        );
      return [
        `export const ADDRESSES = ${addresses(others)};`,
        `export const WORDS = ${addresses(words)};`,
        `export const LOCK = ${JSON.stringify({ info, packages: {} })};`,
        `export const BYTES = ${(packed ??= weight(all))};`,
      ].join("\n");
    },
    async generateBundle() {
      for (const { address, content } of await files())
        this.emitFile({ type: "asset", fileName: address.slice(1), source: content });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void files().then((all) => {
          const found = all.find(({ address }) => address === request.url);
          if (!found) return next();
          if (found.address.endsWith(".wasm"))
            response.setHeader("content-type", "application/wasm");
          response.end(found.content);
        }, next);
      });
    },
  };
}

/**
 * Pyodide as a worker has it. It runs under Node as well, and asks for Node's modules only there.
 * Its WebAssembly is handed to it, and need not stand beside the page a second time.
 */
export const inWorker: Plugin = {
  name: "in-worker",
  enforce: "pre",
  resolveId: (id) => (/^(node:|ws$)/.test(id) ? "\0nothing" : null),
  load: (id) => (id === "\0nothing" ? "export default {};" : null),
  transform(code, id) {
    if (!id.endsWith("pyodide.asm.mjs")) return null;
    const named = 'new URL("pyodide.asm.wasm",import.meta.url).href';
    if (!code.includes(named)) throw new Error("Pyodide names its WebAssembly otherwise now");
    return { code: code.replace(named, '"pyodide.asm.wasm"'), map: null };
  },
};
