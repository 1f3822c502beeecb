import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The Python that has Noughts: web/build.py says which; otherwise the one that make has set up. */
export const PYTHON =
  process.env.PYTHON ?? fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));

/** What the command line prints. */
export const noughts = (...args: string[]): string =>
  execFileSync(PYTHON, ["-m", "noughts", ...args], { encoding: "utf8" });
