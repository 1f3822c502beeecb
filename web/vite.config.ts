import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import rooms from "../src/noughts/web/rooms.json" with { type: "json" };
import { marking } from "./messages.ts";
import { packs } from "./packs.ts";
import { MESSAGES, pages } from "./pages.ts";
import { proofs } from "./proofs.ts";
import { FOLDER, python, inWorker } from "./python.ts";
import { serviceWorker } from "./service-worker.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const OUT = here("../src/noughts/web/static");
const BOOKS = here("../src/noughts/solver/books");
const ATLAS = here("../src/noughts/atlas");
/** A book's address has its checksum, which ends it: it changes with the book. */
const bookAddress = (name: string) => {
  const checksum = readFileSync(`${BOOKS}/${name}`).subarray(-4).toString("hex");
  return `books/[name]-${checksum}[extname]`;
};

/** The atlas has a part of its digest in its address, so that the server knows it. */
const atlasAddress = () => {
  const digest = createHash("sha256")
    .update(readFileSync(`${ATLAS}/atlas.csv`))
    .digest("hex");
  return `atlas/[name]-${digest.slice(0, 8)}[extname]`;
};

/** `noughts serve`, for the parts of the page that ask. */
const proxy = { "/api": "http://127.0.0.1:8000" };

/** How long each plugin took depends on the machine, and is not a fault of the page. */
const CHECKS = { bundlerTimings: false };

/** The font's licence travels with the font. */
const fontLicence = {
  name: "font-licence",
  generateBundle(this: { emitFile: (file: object) => void }) {
    const source = readFileSync(here("node_modules/@fontsource/patrick-hand/LICENSE"));
    this.emitFile({ type: "asset", fileName: "assets/patrick-hand-licence.txt", source });
  },
};

export default defineConfig({
  plugins: [
    marking(),
    svelte(),
    fontLicence,
    packs(),
    pages(),
    proofs(),
    python(),
    serviceWorker(OUT),
  ],
  // The worker asks for the opening book where the server has it, which sends the solver's own.
  worker: {
    plugins: () => [inWorker],
    rolldownOptions: {
      // Python's own code, which a program under check is run by.
      checks: { ...CHECKS, eval: false, commonJsVariableInEsm: false },
      output: {
        sanitizeFileName: false,
        entryFileNames: ({ name }) => `${name === "judge" ? FOLDER : "workers"}/[name]-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          name.endsWith(".book") ? bookAddress(name) : "assets/[name]-[hash][extname]",
      },
    },
  },
  build: {
    outDir: OUT,
    write: !MESSAGES,
    emptyOutDir: true,
    reportCompressedSize: false,
    // A strict content policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: CHECKS,
      input: Object.entries(rooms as Record<string, { file?: string | null }>).flatMap(
        ([name, { file = name }]) => (file === null ? [] : [here(`${file}.html`)]),
      ),
      output: {
        assetFileNames: ({ names: [name = ""] }) =>
          name === "atlas.csv" ? atlasAddress() : "assets/[name]-[hash][extname]",
        // These five save 4.5 kB on `/`: many small pieces pack worse.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(svelte|clsx|esm-env)|preload-helper|src\/site\/(app|SiteHeader|Live|Toasts|worker|show|count|t\b|shared|address)|ui\/Icon|names\.ts|game\/(table|ink|drawing|rules|notation|tree)\.ts/,
              priority: 2,
            },
            {
              name: "board",
              test: /src\/(ui\/Board\.svelte|game\/(words|levels\b|storage|adviser|games)|api\/client)/,
              priority: 1,
            },
            // A game on `/`, by link or in another page.
            { name: "play", test: /src\/(ui\/(Table|CellText)\.svelte|game\/game\.svelte)/ },
            // Of those, what rooms without a game have, too.
            { name: "link", test: /src\/game\/link\.ts/, priority: 1 },
            { name: "notes", test: /src\/game\/notes\.ts/, priority: 1 },
          ],
        },
      },
    },
  },
  // The opening book and the atlas stay where Python has them.
  server: {
    proxy,
    fs: { allow: [here("."), BOOKS, ATLAS, here("../src/noughts/web/rooms.json")] },
  },
});
