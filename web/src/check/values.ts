/** The values of a script: what they are in JSON, and what its functions take. */

import type { Parameter } from "./question";

/** Longer texts are cut: nobody reads them. */
const LONGEST = 80;
/** A list that holds more is no board. */
const MOST = 100;

export type Called = (this: unknown, ...given: unknown[]) => unknown;
export type Fields = Record<string, unknown>;

/** The parameters of a function, as its text has them. */
export function parameters(text: string): Parameter[] {
  const bare = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const alone = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(bare);
  if (alone) return [{ name: alone[1]!, optional: false }];
  const list = bare.slice(bare.indexOf("(") + 1);
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

/** The parameters that a class needs. */
export function madeWith(kind: Called): Parameter[] {
  const text = kind.toString();
  if (!/^class\b/.test(text)) return parameters(text);
  const from = /[\s;{}]constructor\s*\(/.exec(text);
  if (from) return parameters(text.slice(from.index + 1));
  const above = Object.getPrototypeOf(kind) as Called;
  return above === Function.prototype ? [] : madeWith(above);
}

/** A value as JSON can have it: sets are lists, and what is not there is null. A circle is lost. */
export function plain(value: unknown): unknown {
  const listed = (_: string, each: unknown) =>
    each instanceof Set ? [...(each as Set<unknown>)] : each === undefined ? null : each;
  try {
    return JSON.parse(JSON.stringify(value, listed) ?? "null");
  } catch {
    return {};
  }
}

export function shown(value: unknown): string {
  const text =
    value !== null && typeof value === "object" ? JSON.stringify(plain(value)) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

export const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object";
export const isFunction = (value: unknown): value is Called => typeof value === "function";

/** Whether a value may be a board, a mark or a flag: it is short, and JSON has it. */
export function isSimple(value: unknown, most = MOST): boolean {
  if (Array.isArray(value))
    return value.length <= most && [...value].every((each) => isSimple(each, value.length));
  return value == null || /^(?:string|number|boolean)$/.test(typeof value);
}

/** Whether a list has free cells that are undefined. */
export const hasHoles = (value: unknown): boolean =>
  Array.isArray(value) && [...value].some((each) => each === undefined || hasHoles(each));

/** Put other contents into a list that the program may have given to others. */
export function fill(list: unknown[], contents: readonly unknown[]): void {
  list.length = contents.length;
  contents.forEach((each, at) => {
    const own = list[at];
    if (Array.isArray(own) && Array.isArray(each)) fill(own, each);
    else list[at] = each;
  });
}

/** Hear of every change of a list's cells; return how to stop. */
export function watch(list: unknown[], changed: () => void): () => void {
  const stops = Array.from(list, (each, at) => {
    let value = each;
    const stop = Array.isArray(each) ? watch(each, changed) : () => undefined;
    const heard = { get: () => value, set: (next: unknown) => (changed(), (value = next)) };
    Object.defineProperty(list, at, { configurable: true, enumerable: true, ...heard });
    return () => {
      stop();
      Object.defineProperty(list, at, {
        configurable: true,
        enumerable: true,
        writable: true,
        value,
      });
    };
  });
  return () => stops.forEach((stop) => stop());
}

/** All functions of an object, its class's too. */
export function methods(object: object): Record<string, Called> {
  const found: Record<string, Called> = {};
  for (
    let owner: object | null = object;
    owner && owner !== Object.prototype && owner !== Function.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  )
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (name !== "constructor" && isFunction(value)) found[name] ??= value;
  return found;
}
