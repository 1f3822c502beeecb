/** The languages of the page: their catalogues, and the rooms that each has whole. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import PO from "pofile";
import type { Rolldown } from "vite";
import listed from "../src/noughts/web/rooms.json" with { type: "json" };
import chapters from "./src/learn/chapters.json" with { type: "json" };
import {
  FORMS,
  inlined,
  keyOf,
  keysIn,
  known,
  LANGUAGE,
  LANGUAGES,
  learn,
  misplaced,
  pieces,
  sharedMessages,
  TO,
  type Message,
  type Words,
} from "./messages.ts";

const rooms: Readonly<Record<string, { file?: string | null; address: string }>> = listed;

/** The file and the English address of each page, by its room or its chapter. */
const addresses = new Map([
  ...Object.entries(rooms).map(
    ([room, { file, address }]) => [room, { page: `${file ?? room}.html`, address }] as const,
  ),
  ...chapters.map(
    ({ slug, address }) => [`learn_${slug}`, { page: pageOf(slug), address }] as const,
  ),
]);

export const FOLDER = fileURLToPath(new URL("../src/noughts/core/languages/", import.meta.url));

export interface Language {
  /** As in `lang`: `pt-BR`. */
  readonly tag: string;
  /** What it calls itself. */
  readonly name: string;
  /** Its messages by their keys; plural forms are joined by `|`. */
  readonly said: ReadonlyMap<string, string>;
  /** See `site/t.ts`. */
  readonly forms: string;
}

/** The form of each number from 0 to 199 by a rule of gettext, as short as it can be said. */
export function formsOf(header: string): string {
  const rule = /plural=([^;]+);?/.exec(header)?.[1] ?? "0";
  if (!/^[\sn\d?:()!=<>%&|]+$/.test(rule)) throw new Error(`not a rule of plural forms: ${header}`);
  const form = new Function("n", `return Number(${rule})`) as (n: number) => number;
  const all = Array.from({ length: 200 }, (_, n) => form(n)).join("");
  return all.replace(/(.)\1+$/, "$1");
}

export const ENGLISH: Language = { tag: "en", name: "English", said: new Map(), forms: "101" };

export function read(file: string): Language {
  const { headers, items } = PO.parse(readFileSync(file, "utf-8"));
  const said = items
    .filter(({ msgstr, obsolete, flags }) => !obsolete && !flags["fuzzy"] && msgstr.every(Boolean))
    .map(
      ({ msgctxt, msgid, msgstr }) =>
        [keyOf({ context: msgctxt, text: msgid }), msgstr.join("|")] as const,
    );
  return {
    tag: basename(file, ".po"),
    name: headers["X-Name"]!,
    said: new Map(said),
    forms: formsOf(headers["Plural-Forms"]!),
  };
}

/** English, and every language that has a catalogue. */
export const languages = (): [Language, ...Language[]] => [
  ENGLISH,
  ...readdirSync(FOLDER)
    .filter((name) => name.endsWith(".po"))
    .map((name) => read(FOLDER + name)),
];

/** Which pages each language has, by its tag. */
export type Offered = ReadonlyMap<Language, ReadonlySet<string>>;

/** A page's address in a language, or in English if it is not offered in that. */
function address(name: string, language: Language, offered: Offered): string {
  const { page, address } = addresses.get(name)!;
  return offered.get(language)?.has(page) ? `/${language.tag}${address}` : address;
}

/** The words of a language. */
export const wordsOf =
  (language: Language, offered: Offered): Words =>
  (key) => {
    if (key === FORMS) return language.forms;
    if (key === LANGUAGE) return language.tag;
    if (key === LANGUAGES)
      return [ENGLISH, ...offered.keys()].map(({ tag, name }) => `${tag} ${name}`).join("|");
    if (key.startsWith(TO)) return address(key.slice(TO.length), language, offered);
    const message = known.get(key)!;
    const english = message.plural ? `${message.text}|${message.plural}` : message.text;
    return language.said.get(key) ?? english;
  };

// ---------------------------------------------------------------- the pseudo-language

const PLAIN = "aceinouyACEINOUY";
const ACCENTED = "áçéíñóúýÁÇÉÍÑÓÚÝ";

/** The texts of a message, or what stands between them, as they are after a change of the others. */
const changed = (text: string, change: (piece: string) => string): string =>
  pieces(text)
    .map((piece, index) => (index % 2 ? piece : change(piece)))
    .join("");

/** A message with accents: a word on the page without any is in no catalogue. */
export const accented = (text: string): string =>
  changed(text, (piece) =>
    piece
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/đ/g, "d")
      .replace(/Đ/g, "D")
      .replace(/[aceinouy]/gi, (each) => ACCENTED[PLAIN.indexOf(each)]!),
  );

/** About how wide a text is, in letters. */
const width = (text: string): number =>
  [...text].reduce(
    (sum, each) =>
      sum + (/[\sfijlrt.,:;!'’()]/.test(each) ? 0.6 : /[mw\p{Lu}]/u.test(each) ? 1.4 : 1),
    0,
  );

const widest = (texts: readonly string[]): string =>
  texts.reduce((one, two) => (width(two) > width(one) ? two : one), "");

const textsIn = (text: string): string[] => pieces(text).filter((_, index) => index % 2 === 0);
const wordsIn = (text: string): string[] =>
  textsIn(text).flatMap((piece) => piece.split(/[\s\u00ad]+/));

/** The longest of some translations, with the longest word of them all. */
export function longest(all: readonly string[]): string {
  const text = all.reduce((one, two) =>
    width(textsIn(two).join("")) > width(textsIn(one).join("")) ? two : one,
  );
  const [own, word] = [widest(wordsIn(text)), widest(all.flatMap(wordsIn))];
  return own ? changed(text, (piece) => piece.replace(own, () => word)) : text;
}

/** Languages that break a line between any two letters: what is wide in them is looked at in them. */
const UNBROKEN = /^(ja|zh)/;

/**
 * A language that nobody speaks, for the tests of layout: where it fits, all fit. Each of its
 * messages is as long as the longest translation. It is not part of the site.
 */
export const pseudo = (messages: Iterable<Message>): Language => {
  const others = languages().filter(({ tag }) => !UNBROKEN.test(tag));
  const said = (message: Message): string => {
    const { context, text, plural } = message;
    if (context === "thousands") return text;
    const english = plural ? `${text}|${plural}` : text;
    const all = others.map((each) => (each.said.get(keyOf(message)) ?? english).split("|"));
    const one = longest(all.map(([form]) => form!));
    return accented(plural ? `${one}|${longest(all.map((forms) => forms.at(-1)!))}` : one);
  };
  return {
    tag: "en-XA",
    name: "Pseudo",
    forms: ENGLISH.forms,
    said: new Map([...messages].map((message) => [keyOf(message), said(message)])),
  };
};

// ---------------------------------------------------------------- catalogues

/** The messages that Python reads as well. */
export function shared(): Message[] {
  const groups = JSON.parse(readFileSync(`${FOLDER}../en.json`, "utf-8")) as Parameters<
    typeof sharedMessages
  >[0];
  return sharedMessages(groups).map(({ message }) => message);
}

/** Bring every catalogue up to date: new messages are empty, and those no longer used are gone. */
export function update(wanted: readonly Message[]): void {
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".po"))) {
    const po = PO.parse(readFileSync(FOLDER + name, "utf-8"));
    const before = new Map(
      po.items.map((item) => [keyOf({ context: item.msgctxt, text: item.msgid }), item.msgstr]),
    );
    const nplurals = Number(/nplurals=(\d)/.exec(po.headers["Plural-Forms"]!)![1]);
    po.items = wanted.map((message) => {
      const item = new (PO.Item as new (options: object) => InstanceType<typeof PO.Item>)({
        nplurals,
      });
      const { context, text, plural, files = [] } = message;
      item.msgid = text;
      if (context) item.msgctxt = context;
      if (plural) item.msgid_plural = plural;
      item.references = [...files].filter((file) => !file.endsWith(".json")).sort();
      const forms = plural ? nplurals : 1;
      const said = before.get(keyOf(message)) ?? [];
      item.msgstr = Array.from({ length: forms }, (_, form) => said[form] ?? "");
      return item;
    });
    writeFileSync(FOLDER + name, `${po.toString().trimEnd()}\n`);
  }
}

/** What each catalogue lacks of the messages that it must have, or has beside all that there are. */
export const amiss = (wanted: readonly Message[], every: readonly Message[]) =>
  Object.fromEntries(
    languages()
      .slice(1)
      .map(({ tag, said }) => {
        const keys = new Set(every.map(keyOf));
        const missing = wanted.filter((message) => !said.has(keyOf(message)));
        return [
          tag,
          {
            missing: missing.map(({ text }) => text),
            unused: [...said.keys()].filter((key) => key && !keys.has(key)).length,
          },
        ];
      }),
  );

// ---------------------------------------------------------------- pages

/** The rooms that every language has. */
export const ROOMS = [
  "index.html",
  "game.html",
  "puzzles.html",
  "check.html",
  "search.html",
  "embed.html",
  "lab.html",
  "learn.html",
  "proof.html",
  "atlas.html",
  "teach.html",
  "proofs.html",
];

function pageOf(slug: string): string {
  return `learn/${slug}.html`;
}

/** All pages whose words are in catalogues. A language has those chapters that it has whole. */
export const PAGES = [...ROOMS, ...chapters.map(({ slug }) => pageOf(slug))];

/** The words in a page's own HTML. */
const HEAD = [
  /<title>([^<]*)<\/title>/,
  /name="description"\s+content="([^"]*)"/,
  /<noscript\s*>([^<]*)</,
];

const headOf = (html: string): Message[] =>
  HEAD.flatMap((each) => each.exec(html)?.slice(1) ?? [])
    // What a chapter is called, and about, is marked.
    .filter((text) => keysIn(text).size === 0)
    .map((text) => ({ text }));

/** What a reader sees offline in place of a page that is not kept (`src/sw.ts`). */
const OFFLINE = readFileSync(new URL("src/offline.html", import.meta.url), "utf-8");
const SENTENCE = /(<(?:title|h1|p)>)([^]*?)(?=<\/(?:title|h1|p)>)/g;
const LINK = /<a href="[^"]*">/;
const offlineMessages = (): Message[] =>
  [...OFFLINE.matchAll(SENTENCE)].map(([, , text]) => ({ text: text!.replace(LINK, "<a>") }));

export const offlineIn = (words: Words, { tag }: Language): string =>
  OFFLINE.replace('lang="en"', `lang="${tag}"`).replace(
    SENTENCE,
    (_, start: string, text: string) =>
      start +
      words(learn({ text: text.replace(LINK, "<a>") })).replace("<a>", `<a href="/${tag}/">`),
  );

type Bundle = Rolldown.OutputBundle;

/** What pages in other languages do not load: they lead to the English page (`embed/Embed.svelte`). */
const ENGLISH_ONLY = /\/EmbeddedLesson\.svelte$/;
/** What the course's overview does not load, and of its chapters each has its own. */
const IN_CHAPTERS = /\/learn\/(?:Wall|chapters\/(\w+))\.svelte$/;

function loads(page: string, module: string): boolean {
  if (ENGLISH_ONLY.test(module)) return false;
  const [inChapters, name] = IN_CHAPTERS.exec(module) ?? [];
  if (!inChapters) return true;
  return name ? page === pageOf(name.toLowerCase()) : page.startsWith("learn/");
}

/** All code that a page may come to load. */
function reached(bundle: Bundle, page: string): Rolldown.OutputChunk[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (file?.type !== "chunk" || found.has(name)) return;
    if (!file.moduleIds.every((id) => loads(page, id))) return;
    found.add(name);
    [...file.imports, ...file.dynamicImports].forEach(visit);
  };
  const entry = page.replace(/\/.*/, ".html");
  for (const [name, file] of Object.entries(bundle))
    if (file.type === "chunk" && file.facadeModuleId?.endsWith(`/web/${entry}`)) visit(name);
  return [...found].map((name) => bundle[name] as Rolldown.OutputChunk);
}

/** The messages of a page, its own HTML among them. */
export function messagesOf(bundle: Bundle, page: string, html: string): Map<string, Message> {
  const texts = [...reached(bundle, page).map(({ code }) => code), html];
  const keys = texts.flatMap((text) => [...keysIn(text)]);
  const offline = page === PAGES[0] ? offlineMessages() : [];
  const own = [...headOf(html), ...offline].map((message) => [learn(message), message] as const);
  return new Map([...own, ...keys.map((key) => [key, known.get(key)!] as const)]);
}

/** All messages: the shared ones, and those of the named pages in order of their texts. */
export function everyMessage(
  bundle: Bundle,
  pages: ReadonlyMap<string, string>,
  names: readonly string[] = PAGES,
): Message[] {
  const own = names.flatMap((page) => [...messagesOf(bundle, page, pages.get(page)!)]);
  const all = new Map([...shared().map((message) => [keyOf(message), message] as const), ...own]);
  return [...all.values()];
}

/** Which pages each language has whole. */
export function offers(bundle: Bundle, pages: ReadonlyMap<string, string>): Offered {
  const wanted = PAGES.map((page) => [page, messagesOf(bundle, page, pages.get(page)!)] as const);
  const [, ...others] = languages();
  const wrong = others.flatMap(({ tag, said }) =>
    [...known].flatMap(([key, message]) => {
      const what = misplaced(message, said.get(key)?.split("|")[0] ?? message.text);
      return what ? [`${tag}.po, "${message.text}": ${what}`] : [];
    }),
  );
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const found = others.map((language) => {
    const whole = wanted.filter(([, messages]) =>
      [...messages.keys()].every((key) => language.said.has(key)),
    );
    return [language, new Set(whole.map(([page]) => page))] as const;
  });
  return new Map(found.filter(([, each]) => each.size > 0));
}

/**
 * The code of a language's pages: copies of the files that have words in them, or load such files.
 * Each has the name of its English twin, with the language and the checksum of its words.
 */
export function copies(bundle: Bundle, pages: Iterable<string>, words: Words, language: Language) {
  const files = [...pages].flatMap((page) => reached(bundle, page));
  const own = new Set(files.filter(({ code }) => keysIn(code).size > 0));
  for (let before = -1; before < own.size;) {
    before = own.size;
    const names = new Set([...own].map(({ fileName }) => fileName));
    for (const each of files)
      if ([...each.imports, ...each.dynamicImports].some((name) => names.has(name))) own.add(each);
  }
  const codes = [...own].map((each) => ({ name: each.fileName, code: inlined(each.code, words) }));
  const digest = createHash("sha256")
    .update(codes.map(({ code }) => code).join(""))
    .digest("hex");
  const suffix = `.${language.tag}-${digest.slice(0, 8)}.js`;
  const base = (name: string) => name.slice(name.lastIndexOf("/") + 1);
  const names = new Map(
    codes.map(({ name }) => [base(name), base(name).replace(/\.js$/, suffix)] as const),
  );
  const renamed = (text: string) =>
    text.replace(/[\w-][\w.-]*\.js/g, (name) => names.get(name) ?? name);
  return {
    files: codes.map(({ name, code }) => ({ name: renamed(name), code: renamed(code) })),
    renamed,
  };
}

/** A page's HTML in a language, before it is drawn. */
export function headIn(html: string, words: Words, language: Language): string {
  const said = (text: string) => words(learn({ text }));
  const letters = lettersOf(language);
  const marked = ENGLISH_LINKS.replaceAll("TAG", language.tag) + (letters?.style ?? "");
  return inlined(
    HEAD.reduce(
      (page, each) =>
        page.replace(each, (whole, text: string) => whole.replace(text, () => said(text))),
      html,
    ),
    words,
  )
    .replace('<html lang="en"', `<html lang="${language.tag}"`)
    .replace("</head>", `${letters?.link ?? ""}<style>${marked}</style>\n</head>`);
}

const HAND = fileURLToPath(
  new URL("node_modules/@fontsource/patrick-hand/files/", import.meta.url),
);
const VIETNAMESE =
  "U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-301,U+303,U+309,U+323,U+1EA0-1EF9";

/** Letters of the hand that one language needs beside the Latin ones: only its pages load them. */
export function lettersOf({ tag }: Language) {
  if (tag !== "vi") return undefined;
  const source = readFileSync(`${HAND}patrick-hand-vietnamese-400-normal.woff2`);
  const digest = createHash("sha256").update(source).digest("hex");
  const fileName = `assets/patrick-hand-vietnamese-${digest.slice(0, 8)}.woff2`;
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">\n`;
  const style = `@font-face{font-family:"Patrick Hand";src:url(/${fileName})format("woff2");font-display:optional;unicode-range:${VIETNAMESE}}`;
  return { fileName, source, link, style };
}

/** Links to pages that are English only say so. */
const ENGLISH_LINKS =
  'a[href^="/"]:not([href^="/TAG/"],[download])::after{content:" EN";font-size:.6em;vertical-align:super}';
