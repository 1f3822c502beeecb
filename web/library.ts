/** Pyodide's library with the modules compiled that it loads whenever it starts (`library.py`). */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Another build takes it from there. */
const KEPT = here("node_modules/.cache/noughts");

export async function compiledLibrary(): Promise<Buffer> {
  const library = readFileSync(here("node_modules/pyodide/python_stdlib.zip"));
  const script = readFileSync(here("library.py"), "utf8");
  const digest = createHash("sha256").update(library).update(script).digest("hex");
  const file = `${KEPT}/library-${digest}.zip`;
  if (!existsSync(file)) {
    // The same library each time: sets in code are written in the order of their hashes.
    const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
    pyodide.FS.writeFile("/old.zip", library);
    pyodide.runPython(script);
    mkdirSync(KEPT, { recursive: true });
    const whole = `${file}.${process.pid}`;
    writeFileSync(whole, pyodide.FS.readFile("/new.zip"));
    renameSync(whole, file);
  }
  return readFileSync(file);
}
