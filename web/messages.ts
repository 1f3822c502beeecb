/**
 * The page's messages. While the page is built, each message in the source is replaced by a mark;
 * in the built files, `inlined` replaces the marks by the words of a language. So a built page has
 * no code to look words up, and its English is what the source says.
 *
 * A message is a text in the markup, an attribute that people read or hear, an argument of `t`, or
 * a message of the catalogue that Python reads as well (src/noughts/core/en.json).
 */

import { createHash } from "node:crypto";
import { parse, type AST } from "svelte/compiler";
import type { Plugin } from "vite";
import listed from "../src/noughts/web/rooms.json" with { type: "json" };

const rooms: Readonly<Record<string, { address: string }>> = listed;

export interface Message {
  /** The group and name in the shared catalogue, or what tells two meanings apart. */
  readonly context?: string | undefined;
  readonly text: string;
  /** The form for numbers other than 1. */
  readonly plural?: string | undefined;
  /** The source files that have it. */
  readonly files?: Set<string>;
  /** In the markup: at which of its pieces there can be text. See `misplaced`. */
  readonly slots?: ReadonlySet<number> | undefined;
}

/** All messages that have been marked, by their keys. */
export const known = new Map<string, Message>();

/** What stands for a message in built code, or for one of its pieces between placeholders. */
const MARK = /\uE000(\w+)(?:\.(\d+e?|one))?\uE001/g;
export const mark = (key: string, piece?: number | `${number}e` | "one"): string =>
  `\uE000${key}${piece === undefined ? "" : `.${piece}`}\uE001`;

/** Marks that are not messages: what a language has of its own, and the address of a room in it. */
export const FORMS = "_forms";
export const LANGUAGE = "_language";
export const LANGUAGES = "_languages";
export const TO = "_to_";

export const keyOf = ({ context, text }: Message): string =>
  createHash("sha256")
    .update(`${context ?? ""}\u0004${text}`)
    .digest("hex")
    .slice(0, 10);

/** The messages that some built code has. */
export const keysIn = (code: string): Set<string> =>
  new Set([...code.matchAll(MARK)].map(([, key]) => key!).filter((key) => !key.startsWith("_")));

/** These would need to be escaped in one of the places where a message may come to stand. */
export const RESERVED = /["`\\<>&|]|\$\{/;
/** A placeholder, or a tag in a sentence of the markup. */
const PLACE = /(\{\w+\}|<\/?\w+\/?>)/;
/** A sentence of the markup, taken apart: texts at even places, placeholders and tags at odd ones. */
export const pieces = (text: string): string[] => text.split(PLACE);

/** The file whose messages are being marked. */
let reading = "";

/** Know a message by its key. */
export function learn(message: Message): string {
  const key = keyOf(message);
  const before = known.get(key);
  const { files = new Set<string>(), plural = message.plural } = before ?? {};
  // In each place of the markup, the text must have room.
  const slots =
    message.slots && before?.slots
      ? new Set([...message.slots].filter((slot) => before.slots!.has(slot)))
      : (message.slots ?? before?.slots);
  // A catalogue has one entry for both.
  if (plural !== message.plural) throw new Error(`With and without a plural: ${message.text}`);
  if (reading) files.add(reading);
  known.set(key, { ...message, plural, files, slots });
  return key;
}

/** A mark for a message that is filled, if at all, by `t` or `say`. */
function marked(message: Message): string {
  for (const text of [message.text, message.plural ?? ""])
    if (RESERVED.test(text)) throw new Error(`A message may not have ${RESERVED}: ${text}`);
  // Elsewhere, the same text may have a plural.
  return mark(learn(message), message.plural ? undefined : "one");
}

/** The words of a language by the keys of messages, and what else it has of its own. */
export type Words = (key: string) => string;

/** Built code with the words of a language. */
export const inlined = (code: string, words: Words): string =>
  code.replace(MARK, (_, key: string, piece?: string) => {
    const said = words(key);
    if (piece === undefined) return said;
    const single = said.split("|")[0]!;
    if (piece === "one") return single;
    const text = pieces(single)[Number.parseInt(piece)];
    // No text where the source has one would be one node less, unless a value stands in it, too.
    return text || (piece.endsWith("e") ? "" : " ");
  });

/**
 * What is wrong with a translation of a sentence in the markup, if anything: its values and tags
 * stand in the page's order, and a text is lost where none can be. `t` takes any order.
 */
export function misplaced({ text, slots }: Message, said: string): string | null {
  if (!slots) return null;
  const [places, own] = [pieces(text), pieces(said)];
  if (places.some((place, at) => at % 2 && place !== own[at]) || own.length !== places.length)
    return `keep the order of ${places.filter((_, at) => at % 2).join(" ")}, or write t(…) in the page`;
  const lost = own.find((each, at) => at % 2 === 0 && each && !slots.has(at));
  return lost ? `there is no place for "${lost}"` : null;
}

// ---------------------------------------------------------------- scripts

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const CALL = new RegExp(
  String.raw`(?<![\w.])(?:t\(\s*(${STRING})(\s*,?\s*\))?|tn\(\s*(${STRING}),\s*(${STRING}))`,
  "g",
);
const IMPORT = /import \{[^}]*?\b(t, tn|tn?)\b[^}]*\} from "[^"]*\/t"/d;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The calls of `t`, where a message without placeholders becomes a plain text; and those of `tn`,
 * which become calls of `t`: in a build, one text has all forms.
 */
function callsIn(code: string): Edit[] {
  const imported = IMPORT.exec(code);
  if (!imported) return [];
  const [start, end] = imported.indices![1]!;
  const calls = [...code.matchAll(CALL)].map((match): Edit => {
    const [whole, single, closed, one, other] = match;
    const text = JSON.parse(single ?? one!) as string;
    const plural = other && (JSON.parse(other) as string);
    const said = JSON.stringify(marked({ text, plural }));
    const call = closed ? said : `t(${said}`;
    return { start: match.index, end: match.index + whole.length, text: call };
  });
  return [{ start, end, text: "t" }, ...calls];
}

// ---------------------------------------------------------------- markup

/** What people read or hear of an element or a component. */
const READ = [
  ...["aria-label", "title", "placeholder", "alt", "label", "legend", "action"],
  ...["ask", "caption", "how", "text", "reply"],
];
/** Elements within a sentence. */
const INLINE = ["a", "abbr", "b", "cite", "em", "i", "small", "span", "strong", "sub", "sup"];
/** Elements that are the same in every language. */
const CODE = ["code", "kbd", "pre"];
const LETTER = /\p{L}{2}|^\p{L}$/u;
/** Names are the same in every language. */
const NAMES = ["Noughts", "X", "O"];

type Node = AST.Fragment["nodes"][number];

const isWord = (text: string) => LETTER.test(text.trim()) && !NAMES.includes(text.trim());

/** What a sentence says of an expression: its name. */
function nameOf(expression: { type: string } & object): string {
  type Parts = { name: string; computed: boolean; property: Parts; callee: Parts; type: string };
  const node = expression as unknown as Parts;
  switch (expression.type) {
    case "Identifier":
      return node.name;
    case "MemberExpression":
      return node.computed ? "value" : nameOf(node.property);
    case "CallExpression":
      return nameOf(node.callee);
    default:
      return "value";
  }
}

/** A part of a sentence: its text, and where it stands if it is a text or a value. */
interface Part {
  text: string;
  at?: Edit | undefined;
  value?: { start: number; end: number };
}

const SPACE = /^(\s*)([^]*?)(\s*)$/;

function textPart(node: { start: number; end: number; data: string }): Part {
  return { text: node.data.replaceAll(/[ \n\t]+/g, " "), at: { ...node, text: node.data } };
}

const valuePart = (node: AST.ExpressionTag): Part => ({
  text: `{${nameOf(node.expression)}}`,
  value: node,
});

function partsOf(node: Node, within: Edit[]): Part[] {
  if (node.type === "Text") return [textPart(node)];
  if (node.type === "ExpressionTag") return [valuePart(node)];
  if (node.type === "RegularElement" && INLINE.includes(node.name)) {
    attributes(node, within);
    const inner = node.fragment.nodes.flatMap((each) => partsOf(each, within));
    return [{ text: `<${node.name}>` }, ...inner, { text: `</${node.name}>` }];
  }
  if (node.type === "RegularElement") attributes(node, within);
  return [{ text: `<${"name" in node ? String(node.name) : "x"}/>` }];
}

const isSpoken = (node: Node): boolean =>
  (node.type === "Text" && isWord(node.data)) ||
  (node.type === "RegularElement" &&
    INLINE.includes(node.name) &&
    node.fragment.nodes.some(isSpoken));

const joins = (node: Node): boolean =>
  node.type === "Text" ||
  node.type === "ExpressionTag" ||
  (node.type === "RegularElement" &&
    (CODE.includes(node.name) ||
      (INLINE.includes(node.name) && node.fragment.nodes.every((each) => joins(each)))));

/**
 * Mark a sentence: each of its texts becomes one piece of the message. Before a value that begins
 * it, and after one that ends it, another language may have a text.
 */
function sentence(parts: readonly Part[], edits: Edit[]): void {
  const text = parts.map((part) => part.text).join("");
  const [, before, said, after] = SPACE.exec(text)!;
  if (RESERVED.test(said!.replaceAll(/<\/?\w+\/?>/g, ""))) return;
  const key = keyOf({ text: said! });
  const places = pieces(said!);
  const whole = places.length === 1;
  const slots = new Set<number>();
  const last = parts.length - 1;
  // Texts stand at even places; two placeholders in a row have an empty one between them.
  let place = -1;
  for (const [at, part] of parts.entries()) {
    if (part.at) {
      place += 1;
      slots.add(place);
      const [, first, , rest] = SPACE.exec(part.at.text)!;
      const lead = at === 0 && before ? first! : "";
      const tail = at === last && after ? rest! : "";
      const beside = parts[at - 1]?.value ?? parts[at + 1]?.value;
      const piece = whole ? "one" : beside ? (`${place}e` as const) : place;
      edits.push({ ...part.at, text: `${lead}${mark(key, piece)}${tail}` });
      continue;
    }
    place += place % 2 === 0 ? 1 : 2;
    const free = (slot: number, start: number) => {
      slots.add(slot);
      edits.push({ start, end: start, text: mark(key, `${slot}e`) });
    };
    if (part.value && at === 0) free(0, part.value.start);
    if (part.value && at === last) free(places.length - 1, part.value.end);
  }
  learn({ text: said!, slots });
}

/** A link to a room leads to the same language. */
function addressIn({ start, data }: AST.Text): Edit[] {
  const [address] = /^\/[a-z]*(?![\w.])/.exec(data) ?? [];
  const found = Object.entries(rooms).find(([, room]) => room.address === address);
  return address && found
    ? [{ start, end: start + address.length, text: mark(TO + found[0]) }]
    : [];
}

function attributes(
  node: { attributes: readonly (AST.Attribute | { type: string })[] },
  edits: Edit[],
): void {
  for (const each of node.attributes) {
    if (each.type !== "Attribute") continue;
    const { name, value } = each as AST.Attribute;
    if (name === "href" && Array.isArray(value) && value[0]?.type === "Text")
      edits.push(...addressIn(value[0]));
    if (!READ.includes(name) || value === true || !Array.isArray(value)) continue;
    if (!value.some((part) => part.type === "Text" && isWord(part.data))) continue;
    sentence(
      value.map((part) => (part.type === "Text" ? textPart(part) : valuePart(part))),
      edits,
    );
  }
}

function walk(nodes: readonly Node[], edits: Edit[]): void {
  let run: Node[] = [];
  const finish = () => {
    // Pictures and other elements around a sentence are no part of it.
    while (run.length && run[0]!.type === "RegularElement" && !isSpoken(run[0]!))
      inside(run.shift()!);
    const after: Node[] = [];
    while (run.length && run.at(-1)!.type === "RegularElement" && !isSpoken(run.at(-1)!))
      after.push(run.pop()!);
    const spoken = run.filter(isSpoken);
    // A list of elements is as many sentences.
    if (spoken.some((node) => node.type === "Text"))
      sentence(
        run.flatMap((node) => partsOf(node, edits)),
        edits,
      );
    else run.forEach(inside);
    after.forEach(inside);
    run = [];
  };
  const inside = (node: Node) => {
    if ("attributes" in node) attributes(node as AST.RegularElement, edits);
    if ("name" in node && CODE.includes(node.name)) return;
    for (const key of [
      "fragment",
      "body",
      "consequent",
      "alternate",
      "fallback",
      "pending",
      "then",
      "catch",
    ]) {
      const fragment = (node as unknown as Record<string, AST.Fragment | undefined>)[key];
      if (fragment?.type === "Fragment") walk(fragment.nodes, edits);
    }
  };
  for (const node of nodes) {
    if (joins(node)) run.push(node);
    else {
      finish();
      inside(node);
    }
  }
  finish();
}

/** A component with marks in place of its messages. */
export function markedComponent(code: string): string {
  const edits = callsIn(code);
  walk(parse(code, { modern: true }).fragment.nodes, edits);
  return edited(code, edits);
}

export const markedScript = (code: string): string => edited(code, callsIn(code));

function edited(code: string, edits: readonly Edit[]): string {
  let [text, at] = ["", 0];
  for (const edit of [...edits].sort((one, two) => one.start - two.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

// ---------------------------------------------------------------- the shared catalogue

type Shared = string | { one: string; other: string };

/** The messages that Python reads as well: their context is their group and name. */
export const sharedMessages = (
  groups: Readonly<Record<string, Readonly<Record<string, Shared>> | readonly string[]>>,
) =>
  Object.entries(groups).flatMap(([group, messages]) =>
    Object.entries(messages).map(([name, said]) => {
      const context = Array.isArray(messages) ? group : `${group}: ${name}`;
      const message: Message =
        typeof said === "string"
          ? { context, text: said }
          : { context, text: said.one, plural: said.other };
      return { group, name, message };
    }),
  );

export function markedCatalogue(code: string): string {
  const groups = JSON.parse(code) as Record<string, Record<string, Shared>>;
  for (const { group, name, message } of sharedMessages(groups))
    groups[group]![name] = marked(message);
  // A list becomes an object: a minifier joins an array's marks by a comma, which words may have.
  const objects = Object.entries(groups).map(([group, messages]) => [group, { ...messages }]);
  return JSON.stringify(Object.fromEntries(objects));
}

/** The names of the rooms, and their addresses in the language. */
export function markedRooms(code: string): string {
  const named = JSON.parse(code) as Record<string, { title: string; address: string }>;
  for (const [name, room] of Object.entries(named)) {
    room.title = marked({ context: "room", text: room.title });
    room.address = mark(TO + name);
  }
  return JSON.stringify(named);
}

/** What the chapters of the course are called and about, and their addresses in the language. */
export function markedChapters(code: string): string {
  const chapters = JSON.parse(code) as Record<"slug" | "address" | "title" | "about", string>[];
  return JSON.stringify(
    chapters.map(({ slug, title, about, ...chapter }) => ({
      ...chapter,
      slug,
      address: mark(`${TO}learn_${slug}`),
      title: marked({ text: title }),
      about: marked({ text: about }),
    })),
  );
}

/** What is asked of each hole in a program. */
export function markedHoles(code: string): string {
  const programs = JSON.parse(code) as Record<string, { ask: string }[]>;
  for (const hole of Object.values(programs).flat()) hole.ask = marked({ text: hole.ask });
  return JSON.stringify(programs);
}

/** A program as a text: its comments are messages, after the number of a hole. */
export function markedProgram(code: string): string {
  const [head, text] = code.split(/(?<=^export default )/) as [string, string];
  const program = (JSON.parse(text.replace(/;\s*$/, "")) as string).replace(
    /(?<=# (?:\d\. )?)[^\d\s].*/g,
    (comment) => marked({ text: comment }),
  );
  return head + JSON.stringify(program);
}

/** The atlas's charts, and why its values are right; why its theorems hold is not on the page. */
export function markedAtlas(code: string): string {
  const { charts, theorems, reasons, searched } = JSON.parse(code) as {
    charts: Record<string, string>;
    theorems: Record<string, { says: string }>;
    reasons: Record<string, string>;
    searched: string[]; // the reasons beside which the effort is told
  };
  const said = ([name, text]: [string, string]) => [name, marked({ text })] as const;
  const each = Object.entries(theorems).map(([name, { says }]) => said([name, says]));
  return JSON.stringify({
    charts: Object.fromEntries(Object.entries(charts).map(said)),
    theorems: Object.fromEntries(each.map(([name, says]) => [name, { says }])),
    reasons: Object.fromEntries(Object.entries(reasons).map(said)),
    searched,
  });
}

/** Puts marks in the place of messages, in a build. */
export const marking = (): Plugin => ({
  name: "messages",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    reading = id.replace(/^.*\/web\/src\//, "").replace(/\?.*/, "");
    const done = markedFile(code, id);
    reading = "";
    return done === null || done === code ? null : { code: done, map: null };
  },
});

function markedFile(code: string, id: string): string | null {
  if (id.endsWith("/src/noughts/web/rooms.json")) return markedRooms(code);
  if (id.endsWith("-messages.json")) return markedCatalogue(code);
  if (id.endsWith("/src/learn/chapters.json")) return markedChapters(code);
  if (id.endsWith("/src/learn/programs/holes.json")) return markedHoles(code);
  if (/\/src\/learn\/programs\/\w+\.py\?raw$/.test(id)) return markedProgram(code);
  if (id.endsWith("/src/noughts/atlas/words.json")) return markedAtlas(code);
  if (!id.includes("/web/src/")) return null;
  if (id.endsWith("/site/t.ts"))
    return (
      code
        .replace('"101"', JSON.stringify(mark(FORMS)))
        .replace('"en"', JSON.stringify(mark(LANGUAGE)))
        .replace('","', JSON.stringify(marked({ context: "thousands", text: "," })))
        // In a build, every message is one text.
        .replace(/typeof message === "string" \? (message.split\("\|"\)) : \[[^\]]*\]/, "$1")
    );
  if (id.endsWith("/site/language.ts"))
    return code.replace('"en English"', JSON.stringify(mark(LANGUAGES)));
  if (id.endsWith(".svelte")) return markedComponent(code);
  return id.endsWith(".ts") ? markedScript(code) : null;
}
