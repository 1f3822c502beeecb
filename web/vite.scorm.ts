/** The chapters as a package for learning platforms: one page with relative addresses. */

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { sharedHead } from "./pages.ts";
import { proofs } from "./proofs.ts";
import { inWorker, python } from "./python.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page that is embedded elsewhere, as the first page of the package. */
const firstPage: Plugin = {
  name: "first-page",
  enforce: "post",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => html.replace("<html", "<html data-scorm").replace("A board ·", "Learn ·"),
  },
  generateBundle(_, bundle) {
    bundle["embed.html"]!.fileName = "index.html";
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), sharedHead, firstPage, proofs(), python()],
  worker: {
    format: "es",
    plugins: () => [inWorker],
    rolldownOptions: { checks: { eval: false, commonJsVariableInEsm: false } },
  },
  build: {
    outDir: here("../build/scorm"),
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: here("embed.html"), checks: { bundlerTimings: false } },
  },
});
