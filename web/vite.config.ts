import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import type { Plugin, Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { proofs } from "./proofs";
import chapters from "./src/learn/chapters.json" with { type: "json" };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `noughts serve`, for the parts of the page that ask. */
const proxy = { "/api": "http://127.0.0.1:8000" };

/** The font's licence travels with the font. */
const fontLicence = {
  name: "font-licence",
  generateBundle(this: { emitFile: (file: object) => void }) {
    const source = readFileSync(here("node_modules/@fontsource/patrick-hand/LICENSE"));
    this.emitFile({ type: "asset", fileName: "assets/patrick-hand-licence.txt", source });
  },
};

/** What stands at the head of every page. */
const sharedHead: Plugin = {
  name: "shared-head",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html.replace("<head>", `<head>\n${readFileSync(here("src/site/head.html"))}`),
  },
};

/** All that a piece of code needs before it runs, itself among it. */
function needed(
  bundle: Rolldown.OutputBundle,
  fileName: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== "chunk" || found.has(fileName)) return found;
  found.add(fileName);
  for (const each of chunk.imports) needed(bundle, each, found);
  return found;
}

/**
 * Each chapter has its own address, so each has its own file with its own title. Its code and its
 * numbers are fetched together with the page, not after it.
 */
const chapterPages: Plugin = {
  name: "chapter-pages",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["learn.html"];
    if (page?.type !== "asset") throw new Error("learn.html has not been built");
    const html = String(page.source);
    const names = Object.keys(bundle);
    const numbers = names.filter((name) => /(lessons|table)-[^/]*\.json$/.test(name));
    for (const { slug, title, about } of chapters) {
      const file = `/chapters/${slug.charAt(0).toUpperCase()}${slug.slice(1)}.svelte`;
      const own = names.find((name) => {
        const chunk = bundle[name]!;
        return chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(file);
      });
      if (!own) throw new Error(`${file} has not been built`);
      const links = [
        ...[...needed(bundle, own)]
          .filter((name) => !html.includes(name))
          .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
        ...numbers.map((name) => `<link rel="preload" as="fetch" crossorigin href="/${name}">`),
      ];
      const source = html
        .replace(/(<title>).*?(<\/title>)/, `$1${title} · Noughts$2`)
        .replace(/(name="description"\s+content=").*?(")/, `$1${about}$2`)
        .replace("</head>", `${links.join("\n")}\n</head>`);
      this.emitFile({ type: "asset", fileName: `learn/${slug}.html`, source });
    }
  },
  configureServer(server) {
    server.middlewares.use((request, _, next) => {
      if (request.url?.startsWith("/learn/")) request.url = "/learn.html";
      next();
    });
  },
};

export default defineConfig({
  plugins: [
    svelte(),
    sharedHead,
    fontLicence,
    chapterPages,
    proofs(),
    VitePWA({
      // A page in the middle of a game is never reloaded behind the player's back.
      registerType: "prompt",
      injectRegister: false,
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      manifest: {
        id: "/",
        name: "Noughts",
        short_name: "Noughts",
        description: "Tic-tac-toe that plays, explains and never pretends.",
        start_url: "/",
        display: "standalone",
        background_color: "#f8f4e9",
        theme_color: "#f8f4e9",
        categories: ["games", "education"],
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      injectManifest: { globPatterns: ["**/*.{html,js,css,json,woff2,svg,png,book}"] },
    }),
  ],
  build: {
    outDir: here("../src/noughts/web/static"),
    emptyOutDir: true,
    // A strict content policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index", "learn", "search", "lab", "proof", "game", "embed"].map((name) =>
        here(`${name}.html`),
      ),
      output: {
        // What nearly all rooms load comes in few pieces: many small ones pack worse, and each is
        // a request that the first picture waits for.
        advancedChunks: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(svelte|clsx|esm-env)|preload-helper|src\/site\/(app|SiteHeader|Toasts)|ui\/Icon|names\.ts|game\/(table|ink|drawing|rules|notation)\.ts/,
              priority: 2,
            },
            {
              name: "board",
              test: /src\/(ui\/(Board\.svelte|pinch)|game\/(words|levels|storage|shared|adviser)|api\/client)/,
              priority: 1,
            },
            { name: "tree", test: /src\/(search\/TreePicture|ui\/Drawing)/ },
          ],
        },
      },
    },
  },
  // The preview is as strict as the server, so that a violation shows here first.
  preview: {
    proxy,
    headers: {
      "x-noughts": "preview",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  },
  // The opening book stays where the solver has it.
  server: { proxy, fs: { allow: [here("."), here("../src/noughts/solver/books")] } },
  // Some look at every position; a busy machine takes its time over them.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
