/**
 * How a learner's script is made ready: modules become one script, nothing waits, random choices
 * can be made one after the other, and the names within functions can be read and set.
 */

import { endsValue, tokensOf, type Token } from "./tokens";

const IN_PYTHON = /^\s*(?:def|class)\s+\w+.*:\s*(?:#.*)?$/m;
const IN_JAVASCRIPT =
  /^\s*(?:<|\/[/*]|['"]use strict)|^\s*(?:(?:export\s+|async\s+)*function\s*\w+\s*\(|(?:export\s+)?(?:const|let|var)\s+[\w[{])/m;

/** In which language a program is: a learner may have chosen the other. */
export const languageOf = <Language>(source: string, chosen: Language) =>
  IN_PYTHON.test(source) ? "python" : IN_JAVASCRIPT.test(source) ? "javascript" : chosen;

/** What is a script in HTML, with its attributes; what is in a comment is none. */
const SCRIPTS = /<!--[^]*?-->|<script\b([^>]*)>([^]*?)<\/script\s*>/gi;
const lineBreaks = (text: string) => text.replace(/[^\n]+/g, "");

/** The scripts of a page in HTML, each on its lines; one in a file of its own is an import. */
export function scriptsOf(source: string): string {
  if (!/^\s*</.test(source)) return source;
  let text = "";
  let done = 0;
  for (const found of source.matchAll(SCRIPTS)) {
    const [whole, attributes, code = ""] = found;
    text += lineBreaks(source.slice(done, found.index));
    done = found.index + whole.length;
    const said = (name: string) =>
      new RegExp(`\\b${name}\\s*=\\s*["']?([^"'\\s>]+)`, "i").exec(attributes ?? "")?.[1];
    const runs = attributes !== undefined && /script|module|babel/i.test(said("type") ?? "module");
    text += lineBreaks(runs ? attributes : whole);
    if (said("src")) text += `import ${JSON.stringify(said("src"))};`;
    if (runs) text += `${code};`;
  }
  return text;
}

/** What a script calls: with a number, and a function that evaluates code in that place. */
export const OPENS = "__noughts_opens";
/** What it calls for one of so many whole numbers. */
export const DRAWS = "__noughts_draws";
const CODE = "__noughts_code";
/** Under which name code finds a value to set. */
export const VALUE = "__noughts_value";

export interface Script {
  /** The text to run, with as many lines. */
  readonly text: string;
  /** The names that each place defines; the first is the whole script. */
  readonly places: readonly (readonly string[])[];
  /** What it imports, and from where. */
  readonly imports: Readonly<Record<string, string>>;
}

interface Place {
  readonly names: Set<string>;
  /** Where its block begins; the script itself has none. */
  readonly block: Token | null;
  functions: boolean;
}

const DECLARES = /^(?:const|let|var)$/;
const STATEMENT = /^(?:const|let|var|function|class|if|for|while|do|return|switch|try|async)$/;
const WITH_BLOCK = /^(?:if|for|while|switch|with|catch|await)$/;
const EXPORTED = /^(?:const|let|var|class|function|async|default)$/;

export function scriptOf(source: string): Script {
  const tokens = tokensOf(source);
  const edits: [start: number, end: number, text: string][] = [];
  const imports: Record<string, string> = {};
  const places: Place[] = [{ names: new Set(), block: null, functions: false }];
  const inside: { end: number; place: Place }[] = [];
  const here = () => inside.at(-1)?.place ?? places[0]!;
  const is = (at: number, ...texts: string[]) =>
    texts.every((text, more) => tokens[at + more]?.text === text);
  /** Blank a part of the text; its lines stay. */
  const blank = (first: number, last: number, instead = "") => {
    const [start, end] = [tokens[first]!.start, tokens[last]!.end];
    edits.push([start, end, instead + lineBreaks(source.slice(start, end))]);
  };

  const isBody = (at: number): boolean => {
    const before = tokens[at - 1];
    if (before?.text === "=>") return true;
    return before?.text === ")" && !WITH_BLOCK.test(tokens[before.other - 1]?.text ?? "");
  };

  /** Note the names that `const a = 1, b = 2` declares. */
  const declares = (first: number): void => {
    for (let at = first, wanted = true; at < tokens.length; at += 1) {
      const token = tokens[at]!;
      if (wanted && token.kind === "word") {
        here().names.add(token.text);
        here().functions ||= isFunction(at + 1);
      }
      wanted = token.text === ",";
      if (";)]}".includes(token.text) && token.kind === "sign") return;
      if (token.kind === "word" && at > first) {
        if (STATEMENT.test(token.text) && !is(at - 1, "=") && !is(at - 1, "=>")) return;
        if (endsValue(tokens[at - 1])) return;
      }
      if (token.other > at) at = token.other;
    }
  };
  /** Whether `= (a) => …`, `= a => …` or `= function` comes. */
  const isFunction = (at: number): boolean => {
    if (!is(at, "=")) return false;
    const first = is(at + 1, "async") ? at + 2 : at + 1;
    const token = tokens[first];
    return is(first, "function") || is((token?.text === "(" ? token.other : first) + 1, "=>");
  };

  /** Blank an import; return where it ends. */
  const imported = (first: number): number => {
    let at = first + 1;
    const names: string[] = [];
    while (at < tokens.length && tokens[at]!.kind !== "value") {
      const token = tokens[at]!;
      if (token.kind === "word" && !/^(?:as|from)$/.test(token.text) && !is(at + 1, "as"))
        names.push(token.text);
      at += 1;
    }
    const from = tokens[at];
    if (!from) return at;
    for (const name of names) imports[name] = source.slice(from.start + 1, from.end - 1);
    if (is(at + 1, ";")) at += 1;
    blank(first, at);
    return at;
  };

  const exported = (at: number): number => {
    if (is(at + 1, "default")) {
      const named = /^(?:function|class|async)$/.test(tokens[at + 2]?.text ?? "");
      const name = tokens[at + (is(at + 2, "async") ? 4 : 3)];
      if (named && name?.kind === "word" && name.text !== "extends") blank(at, at + 1);
      else blank(at, at + 1, "module.exports = ");
      return at + 1;
    }
    if (EXPORTED.test(tokens[at + 1]?.text ?? "")) blank(at, at);
    else if (is(at + 1, "{") || is(at + 1, "*")) {
      let last = is(at + 1, "{") ? tokens[at + 1]!.other : at + 1;
      while (is(last + 1, "from") || is(last + 1, "as") || is(last, "as") || is(last, "from"))
        last += 1;
      if (is(last + 1, ";")) last += 1;
      blank(at, last);
      return last;
    }
    return at;
  };

  /** `Math.floor(Math.random() * n)` is one of n numbers; return whether it is that. */
  const draws = (at: number): boolean => {
    const rounds = is(at, "Math", ".", "floor", "(") || is(at, "Math", ".", "trunc", "(");
    if (!rounds || !is(at + 4, "Math", ".", "random", "(", ")", "*")) return false;
    const end = tokens[at + 3]!.other;
    let sum = end;
    for (let more = at + 10; more < end; more += 1) {
      const token = tokens[more]!;
      if (token.other > more) more = token.other;
      else if (/^[-+]$/.test(token.text) && endsValue(tokens[more - 1])) sum = Math.min(sum, more);
      else if (/^[?:,|&<>=%]/.test(token.text)) return false;
    }
    blank(at, at + 9, sum < end ? `(${DRAWS}(` : `${DRAWS}(`);
    if (sum < end) edits.push([tokens[sum]!.start, tokens[sum]!.start, ")"]);
    return true;
  };

  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    while (inside.length && at >= inside.at(-1)!.end) inside.pop();
    const free = !is(at - 1, ".") && !is(at - 1, "?.");
    if (token.text === "{" && token.kind === "sign" && isBody(at) && token.other > at) {
      const place = { names: new Set<string>(), block: token, functions: false };
      places.push(place);
      inside.push({ end: token.other, place });
    }
    if (token.kind !== "word" || !free || is(at + 1, ":")) continue;
    if (token.text === "import" && !is(at + 1, "(") && !is(at + 1, ".")) at = imported(at);
    else if (token.text === "export" && !inside.length) at = exported(at);
    else if (DECLARES.test(token.text)) declares(at + 1);
    else if (token.text === "function" || token.text === "class") {
      const name = tokens[at + (is(at + 1, "*") ? 2 : 1)];
      const before = tokens[at - 1];
      const expression = before?.kind === "sign" && !"{};)".includes(before.text);
      if (name?.kind === "word" && name.text !== "extends" && !expression) {
        here().names.add(name.text);
        here().functions = true;
      }
    } else if (token.text === "await" && !is(at + 1, "=")) blank(at, at);
    else if (token.text === "async") {
      const next = tokens[at + 1];
      const arrow = next?.text === "(" && is(next.other + 1, "=>");
      const method = next?.kind === "word";
      if ((method || arrow) && !source.slice(token.end, next.start).includes("\n")) blank(at, at);
    } else if (token.text === "Math") draws(at);
    else if (!inside.length && is(at + 1, "=") && !endsValue(tokens[at - 1]))
      here().names.add(token.text);
  }

  const opened = places.filter(({ block, functions }) => !block || functions);
  if (places.some(({ names }) => names.has("eval")))
    for (const { text, start, kind } of tokens)
      if (kind === "word" && text === "eval") edits.push([start, start, "_"]);
  opened.forEach(({ block }, number) => {
    const start = block?.end ?? 0;
    edits.push([start, start, `${OPENS}(${number}, (${CODE}, ${VALUE}) => eval(${CODE}));`]);
  });
  edits.sort(([one, end], [other, last]) => one - other || end - last);
  let text = "";
  let done = 0;
  for (const [start, end, instead] of edits) {
    if (start < done) continue; // within a part that is gone
    text += source.slice(done, start) + instead;
    done = end;
  }
  return {
    text: text + source.slice(done),
    places: opened.map(({ names }) => [...names].map((name) => (name === "eval" ? "_eval" : name))),
    imports,
  };
}
