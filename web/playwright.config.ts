import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { PYTHON } from "./e2e/program";

/**
 * A Chromium of the system's: nothing is downloaded for the tests. The one without windows takes
 * half the time.
 */
function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(existsSync);
  if (!found) throw new Error("These tests need Chromium on the PATH, or its path in $CHROMIUM.");
  return found;
}

const port = Number(process.env.NOUGHTS_PORT ?? 4173);
/** The real server, with engines in a hurry; the variable is for the built page behind another one. */
const serve =
  process.env.NOUGHTS_SERVE ??
  `"${PYTHON}" -m noughts serve --no-browser --log warning --lobby --rate 1000 --seconds 0.4 --port ${port}`;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  workers: 2,
  // Ten times what the slowest take: a busy machine has time, and a page that hangs is noticed.
  timeout: 90_000,
  expect: {
    timeout: 10_000,
    toPass: { intervals: [100] },
    // The documents' own pictures; letters of the system's differ between machines.
    toHaveScreenshot: { pathTemplate: "../docs/images/{arg}{ext}", maxDiffPixelRatio: 0.02 },
  },
  // `make test` runs the first, `make test-deep` two more, one of which has packages of its own. What
  // is timed runs by itself, and is no test.
  projects: [
    { name: "page", grepInvert: /@deep/ },
    { name: "deep", grep: /@deep/ },
    { name: "deep-packages", testDir: "deep", testIgnore: "speed.spec.ts" },
    { name: "speed", testDir: "deep", testMatch: "speed.spec.ts", fullyParallel: false },
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${port}`,
    // The tests that are about the service worker let it in.
    serviceWorkers: "block",
    // Drawing strokes takes the processor's time; the tests about motion, and of whole games, ask
    // for it. A failure tells what the page said; --trace retain-on-failure records how it came.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Pictures are composed in the browser's own process: a seventh less of the processor.
        "--in-process-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // No spare processes: a page load takes a fifth less of the processor.
        "--renderer-process-limit=1",
        // Functions are compiled when they are called, not before: a twentieth less.
        "--js-flags=--max-lazy",
      ],
    },
  },
  webServer: {
    command: serve,
    url: `http://127.0.0.1:${port}/`,
    // Games between people are kept apart from one's own, and from those of other runs.
    env: process.env.TEST_WORKER_INDEX
      ? {}
      : { XDG_DATA_HOME: mkdtempSync(join(tmpdir(), "noughts-e2e-")) },
    reuseExistingServer: !process.env.CI,
  },
});
