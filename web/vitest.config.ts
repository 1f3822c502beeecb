import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

const here = new URL("./tests/", import.meta.url);
/** A test that changes the clock, the modules or its environment, or that leaves globals changed. */
const changes = (source: string) =>
  /@vitest-environment|\bvi\.(mock|resetModules|useFakeTimers|stubEnv)\b/.test(source) ||
  (source.includes("vi.stubGlobal") && !source.includes("vi.unstubAllGlobals"));
const changing = readdirSync(here)
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => changes(readFileSync(new URL(name, here), "utf8")))
  .map((name) => `tests/${name}`);

export default mergeConfig(
  page,
  defineConfig({
    // Some look at every position; a busy machine takes its time over them.
    test: {
      testTimeout: 60_000,
      projects: [
        // Those have a process each, which takes half a second; all others share one for each core.
        { extends: true, test: { name: "unit", include: changing } },
        {
          extends: true,
          test: {
            name: "unit-shared",
            include: ["tests/**/*.test.ts"],
            exclude: changing,
            isolate: false,
          },
        },
        // What is timed runs by itself, and is no test.
        { extends: true, test: { name: "speed", include: ["tests/**/*.speed.ts"] } },
      ],
    },
  }),
);
