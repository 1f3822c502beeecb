/**
 * The judge of a program, in a worker: `noughts.check` itself, run by Python as WebAssembly.
 *
 * The program runs in the same worker. A program that does not end holds up the judge as well, so
 * the page watches both (`judging.svelte.ts`). It hears each answer. If one does not come in time,
 * the page ends the worker and starts another, which takes the answers so far as they are and goes
 * on without the missing one. So one Python is enough, and no browser has to share memory between
 * workers, which it may only do on pages that came by HTTPS.
 *
 * Nothing here reaches the network: the server sends this file with a policy that allows no
 * connection and no further code (`noughts.web.security_headers`), and the page hands everything
 * over.
 */

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { JavaScriptProgram } from "./javascript";
import type { Python } from "./python";
import type { Question } from "./question";
import type { CheckedProgram, Stage } from "./report";
import { languageOf, scriptsOf } from "./script";
import type { At, News, Task, Watched } from "./task";

const post = postMessage.bind(globalThis);
const tell = (news: News) => post(news);
/**
 * What reaches the page, other pages, or what the device keeps for them. A program has none of it:
 * in a file that is kept it could leave code of its own for the page.
 */
const FORBIDDEN = [
  ...["BroadcastChannel", "caches", "close", "cookieStore", "indexedDB", "navigator"],
  ...["postMessage", "webkitRequestFileSystem", "webkitRequestFileSystemSync"],
];
/** How many bytes Python may have, and how many are a page of its memory. */
const MEMORY = 1 << 30;
const PAGE = 1 << 16;
/** Where Python finds the modules of Noughts. */
const FOLDER = "/noughts";

async function start({ machine, library, modules, lock }: Python) {
  // Pyodide fetches its parts, but they are here already.
  const { fetch } = globalThis;
  globalThis.fetch = async (address) =>
    new Response(String(address).endsWith(".zip") ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: machine,
    instance: await WebAssembly.instantiate(machine, imports),
  });
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MEMORY) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
  const silent = () => undefined;
  const pyodide = await loadPyodide({
    createPyodideModule,
    indexURL: "/",
    packageBaseUrl: "/",
    lockFileContents: lock,
    stdin: () => null,
    stdout: silent,
    stderr: silent,
  });
  globalThis.fetch = fetch;
  for (const [path, text] of Object.entries(modules)) {
    const file = `${FOLDER}/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  pyodide.runPython(`import sys; sys.path.append("${FOLDER}")`);
  return pyodide;
}

function forbid(): void {
  for (const name of FORBIDDEN) {
    let scope: object | null = globalThis;
    for (; scope; scope = Object.getPrototypeOf(scope) as object | null)
      Reflect.deleteProperty(scope, name);
    if (name in globalThis) throw new Error(`a program could use ${name}`);
  }
}

async function judge({ python, program, seconds, known }: Task): Promise<void> {
  const pyodide = await start(python);
  const { speaks } = python;
  const language = languageOf(program.source, program.language);
  const source = language === "python" ? program.source : scriptsOf(program.source);
  const script = new JavaScriptProgram(source);
  let at: At = ["loads", 0, 1];
  const page = {
    progress: (...news: At) => void (at = news),
    asking: () => tell({ asking: at }),
    answered: (answer: string) => tell({ answered: answer }),
    stage: (stage: string) => tell({ stage: JSON.parse(stage) as Stage }),
    watched: (watched: "record" | "sample", said: string) =>
      tell({ watched, said: JSON.parse(said) as Watched }),
    load: () => JSON.stringify(script.load()),
    call: (question: string) => JSON.stringify(script.call(JSON.parse(question) as Question)),
  };
  const { check_program } = pyodide.pyimport("noughts.check.browser.in_browser") as {
    check_program: (task: string, page: object) => string;
  };
  forbid();
  tell({ began: true });
  const said = check_program(
    JSON.stringify({ ...program, language, source, speaks, seconds, known }),
    page,
  );
  tell({ checked: JSON.parse(said) as CheckedProgram });
}

addEventListener(
  "message",
  ({ data }: MessageEvent<Task>) =>
    void judge(data).catch((error: Error) => {
      // Whatever a program raises is an answer. What comes here has ended Python, or is our fault.
      const broken = error.name === "PythonError" ? "judge" : "program";
      tell({ broken, why: error.message });
    }),
  { once: true },
);
