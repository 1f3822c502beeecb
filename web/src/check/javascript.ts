/**
 * A learner's program in JavaScript: it is loaded here and asked in JSON, for the judge is written
 * in Python (`noughts.check.in_browser`).
 */

/** Its file's name in the stacks of its errors. */
const FILE = "program.js";
/** `new Function` puts this many lines before the program. */
const BEFORE = 2;
/** Longer texts are cut: nobody reads them. */
const LONGEST = 80;

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
}

export type Answer =
  | { readonly functions: Readonly<Record<string, readonly Parameter[]>> }
  /** What a function returned, as JSON has it and as JavaScript shows it, and its arguments after that. */
  | { readonly returned: unknown; readonly shown: string; readonly given: readonly unknown[] }
  | { readonly error: string; readonly line: string; readonly code: string };

type Called = (...given: unknown[]) => unknown;

/** The names that a program defines, wherever; those within functions are not there outside. */
export function definedNames(source: string): string[] {
  const names =
    /\bfunction\s*\*?\s*([A-Za-z_$][\w$]*)|\b(?:const|let|var|class)\s+([A-Za-z_$][\w$]*)/g;
  return [...new Set([...source.matchAll(names)].map(([, one, other]) => (one ?? other)!))];
}

/** A module as a plain script: what it exports is found by its name, too. */
export const withoutExports = (source: string): string =>
  source
    .replace(/^([ \t]*)export\s+default\s+(?=(async\s+)?function\s*\w|class\s+\w)/gm, "$1")
    .replace(/^([ \t]*)export\s+default\s+/gm, "$1module.exports = ")
    .replace(/^([ \t]*)export\s+(?=(async\s+)?function|const|let|var|class)/gm, "$1")
    .replace(/^([ \t]*)export\s*\{[^}]*\}\s*;?/gm, "$1");

/** The parameters of a function, as its text has them. */
export function parameters(made: Called): Parameter[] {
  const text = made.toString().replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const alone = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(text);
  if (alone) return [{ name: alone[1]!, optional: false }];
  const list = text.slice(text.indexOf("(") + 1);
  const found: Parameter[] = [];
  let depth = 0;
  let part = "";
  for (const letter of list) {
    if ("([{".includes(letter)) depth += 1;
    if (depth === 0 && ",)".includes(letter)) {
      const name = part.split("=")[0]!.trim();
      if (name && !name.startsWith("...")) found.push({ name, optional: part.includes("=") });
      part = "";
      if (letter === ")") break;
      continue;
    }
    if (")]}".includes(letter)) depth -= 1;
    part += letter;
  }
  return found;
}

/** A value as JSON can have it: sets are lists, and what is not there is null. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      each instanceof Set ? [...(each as Set<unknown>)] : each === undefined ? null : each,
    ) ?? "null",
  );

function shown(value: unknown): string {
  const text =
    value !== null && typeof value === "object" ? JSON.stringify(plain(value)) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

export class JavaScriptProgram {
  private functions: Record<string, Called> = {};
  private readonly lines: readonly string[];

  constructor(private readonly source: string) {
    this.lines = source.split("\n");
  }

  /** Load it anew. */
  load(): Answer {
    return this.safely(() => {
      const names = definedNames(this.source);
      const each = names.map(
        (name) => `${JSON.stringify(name)}: typeof ${name} === "function" ? ${name} : null`,
      );
      const text = `${withoutExports(this.source)}\n;return { ${each.join(", ")} };\n//# sourceURL=${FILE}`;
      const module = { exports: {} as unknown };
      const made = new Function("module", "exports", text) as Called;
      const own = made(module, module.exports) as Record<string, unknown>;
      const { exports } = module;
      const others =
        typeof exports === "function" ? { [exports.name || "exported"]: exports } : exports;
      const all = Object.entries({ ...own, ...(others as Record<string, unknown>) });
      const functions = all.filter(
        (pair): pair is [string, Called] => typeof pair[1] === "function",
      );
      this.functions = Object.fromEntries(functions);
      return {
        functions: Object.fromEntries(functions.map(([name, made]) => [name, parameters(made)])),
      };
    });
  }

  call(name: string, given: readonly unknown[]): Answer {
    return this.safely(() => {
      const value = this.functions[name]!(...given);
      return { returned: plain(value), shown: shown(value), given: given.map(plain) };
    });
  }

  private safely(work: () => Answer): Answer {
    try {
      return work();
    } catch (error) {
      const thrown =
        error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${shown(error)}`;
      const place =
        error instanceof Error ? new RegExp(`${FILE}:(\\d+)`).exec(error.stack ?? "") : null;
      const number = place ? Number(place[1]) - BEFORE : 0;
      const code = this.lines[number - 1];
      return {
        error: thrown.slice(0, 200),
        line: code === undefined ? "" : `${FILE}, line ${number}`,
        code: code?.trim() ?? "",
      };
    }
  }
}
