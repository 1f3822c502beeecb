/**
 * The HTML files. Each page is drawn when it is built, as a first visit sees it, with its style and
 * its theme inside: it shows before its code has come, and then goes on from there.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, minifySync, type Plugin, type Rolldown } from "vite";
import {
  amiss,
  copies,
  ENGLISH,
  everyMessage,
  headIn,
  lettersOf,
  offers,
  offlineIn,
  PAGES,
  pseudo,
  ROOMS,
  update,
  wordsOf,
  type Language,
} from "./languages.ts";
import { inlined, learn, mark, marking, type Words } from "./messages.ts";
import { packs } from "./packs.ts";
import { proofs } from "./proofs.ts";
import { python } from "./python.ts";
import chapters from "./src/learn/chapters.json" with { type: "json" };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string) => readFileSync(here(path), "utf-8");

/** What runs before anything is seen. */
const EARLY = ["public/theme.js", "src/site/early.js"];

const early = () => minifySync("early.js", EARLY.map(read).join(""), { module: false }).code.trim();

/** What stands at the head of every page. */
export const sharedHead: Plugin = {
  name: "shared-head",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html
        .replace("<head>", () => `<head>\n${read("src/site/head.html")}`)
        .replace("<!-- early -->", () => `<script>${early()}</script>`),
  },
};

type Draw = (name: string, facts: object) => Promise<string | null>;

/** The code that draws pages without a browser: `src/drawn.ts`, built for Node. */
async function drawing(): Promise<(words: Words) => Promise<Draw>> {
  const built = await build({
    configFile: false,
    root: here("."),
    logLevel: "error",
    plugins: [marking(), svelte(), packs(), proofs(), python()],
    ssr: { noExternal: true },
    build: {
      ssr: here("src/drawn.ts"),
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return async (words) => {
    const code = Buffer.from(inlined(output[0].code, words)).toString("base64");
    return ((await import(`data:text/javascript;base64,${code}`)) as { draw: Draw }).draw;
  };
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

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

const source = (bundle: Rolldown.OutputBundle, name: string): string => {
  const file = bundle[name];
  if (file?.type !== "asset") throw new Error(`${name} has not been built`);
  return String(file.source);
};

/**
 * Put a page's style sheets into it: one request less to wait for before anything is seen. Their
 * links stay, switched off, so that no code fetches them again.
 */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const styles: string[] = [];
  const link = /(<link rel="stylesheet"[^>]*href="\/([^"]+)")>/g;
  const rest = html.replace(link, (_, start: string, name: string) => {
    styles.push(source(bundle, name).trim());
    return `${start} disabled>`;
  });
  return rest.replace("</head>", () => `<style>${styles.join("\n")}</style>\n</head>`);
}

/**
 * The page's policy takes a style sheet by its hash and no style of a single element from the HTML.
 * What elements have of their own is a sheet, until the code sets it (`site/show.ts`).
 */
function withoutOwnStyles(drawn: string): string {
  const rules = new Map<string, string>();
  const body = drawn.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!rules.has(style)) rules.set(style, `#app [data-drawn="${rules.size}"] { ${style} }`);
    return ` data-drawn="${[...rules.keys()].indexOf(style)}"`;
  });
  if (rules.size === 0) return `<div id="app">${body}</div>`;
  return `<style id="drawn">${[...rules.values()].join("\n")}</style>\n<div id="app">${body}</div>`;
}

/** A page with what its own part needs, which is fetched together with it and not after it. */
function withPart(html: string, file: string, bundle: Rolldown.OutputBundle): string {
  const part = Object.values(bundle).find(
    (each) => each.type === "chunk" && each.facadeModuleId?.endsWith(file),
  );
  if (!part) throw new Error(`${file} has not been built`);
  const code = [...needed(bundle, part.fileName)].filter((name) => !html.includes(name));
  const styles = code.flatMap((name) => [
    ...((bundle[name] as Chunk).viteMetadata?.importedCss ?? []),
  ]);
  const links = [
    ...code.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...[...new Set(styles)].map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
  ];
  return html.replace("</head>", `${links.join("\n")}\n</head>`);
}

/** Each chapter has its own address, so each has its own file with its own title. */
function chapterPage(
  html: string,
  { slug, title, about }: (typeof chapters)[number],
  bundle: Rolldown.OutputBundle,
): string {
  const file = `/chapters/${slug.charAt(0).toUpperCase()}${slug.slice(1)}.svelte`;
  const numbers = Object.keys(bundle)
    .filter((name) => /(lessons|table)-[^/]*\.json$/.test(name))
    .map((name) => `<link rel="preload" as="fetch" crossorigin href="/${name}">`);
  const said = (text: string) => mark(learn({ text }), "one");
  return withPart(html, file, bundle)
    .replace(/(<title>).*?(<\/title>)/, `$1${said(title)} · Noughts$2`)
    .replace(/(name="description"\s+content=").*?(")/, `$1${said(about)}$2`)
    .replace("</head>", `${numbers.join("\n")}\n</head>`);
}

/** A page that is there already lets its font go before its code. */
const patient = (html: string): string =>
  html.replace(
    /<(link rel="modulepreload"|link rel="preload" as="fetch"|script type="module")/g,
    '$& fetchpriority="low"',
  );

/** A page as it is served: drawn, with its styles. */
const finished = (html: string, drawn: string | null, bundle: Rolldown.OutputBundle): string =>
  patient(
    withStyles(
      html.replace(EMPTY, (empty) => (drawn ? withoutOwnStyles(drawn) : empty)),
      bundle,
    ),
  );

const EMPTY = '<div id="app"></div>';

/** Instead of a page, the build brings the catalogues up to date: `python web/build.py messages`. */
export const MESSAGES = "MESSAGES" in process.env;

const drawnPages: Plugin = {
  name: "drawn-pages",
  apply: "build",
  enforce: "post",
  generateBundle: {
    // After Vite has written into the code what each part loads.
    order: "post",
    async handler(_, bundle) {
      const [lessons, table] = ["lessons", "table"].map((name) => read(`generated/${name}.json`));
      const facts = { lessons: JSON.parse(lessons!), table: JSON.parse(table!) };
      const html = Object.keys(bundle).filter((name) => name.endsWith(".html"));
      const pages = new Map(html.map((name) => [name, source(bundle, name)]));
      const course = pages.get("learn.html")!;
      pages.set("learn.html", withPart(course, "/Overview.svelte", bundle));
      for (const each of chapters)
        pages.set(`learn/${each.slug}.html`, chapterPage(course, each, bundle));

      const emit = (fileName: string, source: string) =>
        this.emitFile({ type: "asset", fileName, source });
      const every = everyMessage(bundle, pages);
      if (MESSAGES) return update(every);
      const drawn = await drawing();
      const offered = offers(bundle, pages);
      /** All files of a language. */
      const translate = async (
        language: Language,
        names: ReadonlySet<string>,
        put: (name: string, content: string) => void,
      ) => {
        const words = wordsOf(language, new Map(offered).set(language, names));
        const draw = await drawn(words);
        const { files, renamed } = copies(bundle, names, words, language);
        for (const { name, code } of files) put(name, code);
        for (const name of names) {
          const page = headIn(pages.get(name)!, words, language);
          put(`${language.tag}/${name}`, renamed(finished(page, await draw(name, facts), bundle)));
        }
      };
      for (const [language, names] of offered) {
        await translate(language, names, emit);
        const offline = offlineIn(wordsOf(language, offered), language);
        emit(`${language.tag}/offline.json`, JSON.stringify(offline));
        const letters = lettersOf(language);
        if (letters)
          this.emitFile({ type: "asset", fileName: letters.fileName, source: letters.source });
      }
      rmSync(here("pseudo"), { recursive: true, force: true });
      await translate(pseudo(every), new Set(PAGES), (name, content) => {
        mkdirSync(dirname(here(`pseudo/${name}`)), { recursive: true });
        writeFileSync(here(`pseudo/${name}`), content);
      });
      const missing = amiss(everyMessage(bundle, pages, ROOMS), every);
      writeFileSync(here("pseudo/catalogues.json"), JSON.stringify(missing, null, 1));
      const words = wordsOf(ENGLISH, offered);
      const draw = await drawn(words);
      for (const [name, page] of pages) {
        const done = finished(inlined(page, words), await draw(name, facts), bundle);
        const known = bundle[name];
        if (known?.type === "asset") known.source = done;
        else emit(name, done);
      }
      for (const each of Object.values(bundle))
        if (each.type === "chunk") each.code = inlined(each.code, words);
    },
  },
};

/** While one works on a page, all chapters are the one file. */
const chapterAddresses: Plugin = {
  name: "chapter-addresses",
  configureServer(server) {
    server.middlewares.use((request, _, next) => {
      if (request.url?.startsWith("/learn/")) request.url = "/learn.html";
      next();
    });
  },
};

/** The pages of the site. */
export const pages = (): Plugin[] => [sharedHead, drawnPages, chapterAddresses];
