import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

export default mergeConfig(
  page,
  defineConfig({
    // Some look at every position; a busy machine takes its time over them.
    test: {
      testTimeout: 60_000,
      projects: [
        { extends: true, test: { name: "unit", include: ["tests/**/*.test.ts"] } },
        // What is timed runs by itself, and is no test.
        { extends: true, test: { name: "speed", include: ["tests/**/*.speed.ts"] } },
      ],
    },
  }),
);
