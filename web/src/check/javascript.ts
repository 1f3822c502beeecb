/**
 * A learner's program in JavaScript: it is loaded here and asked in JSON, for the judge is written
 * in Python (`noughts.check.browser.javascript_program`), which knows what the names in it mean.
 */

import type {
  Failed,
  Functions,
  Held,
  Kind,
  Loaded,
  Parameter,
  Question,
  Returned,
} from "./question";
import { DRAWS, OPENS, scriptOf, VALUE, type Script } from "./script";
import { StandInPage } from "./standIns";
import {
  fill,
  hasHoles,
  isFunction,
  isObject,
  isSimple,
  madeWith,
  methods,
  parameters,
  plain,
  shown,
  watch,
  type Called,
  type Fields,
} from "./values";

/** Its file's name in the stacks of its errors. */
const FILE = "program.js";
/** `new Function` puts this many lines before the program. */
const BEFORE = 2;
/** Objects of JavaScript itself that a program may change; and their prototypes. */
const SHARED: readonly object[] = [
  ...[Array, Boolean, Date, Function, Map, Number, Object, RegExp, Set, String],
  ...[JSON, Math],
];
/** Longer programs are not searched for the line of an error in their grammar. */
const MOST_LINES = 2_000;
const MARKS =
  /^(?:ai|hu|human|computer|comp|cpu|bot|my|current)?_?(?:player|opponent|mark|symbol|sign)$/i;
/** Lehmer's generator. */
const [SEED, MULTIPLIER, MODULUS] = [20_261_130, 48_271, 2 ** 31 - 1];
/** Random choices of one answer. */
const MOST_DRAWN = 60;

/** An object that others are made from has no marks yet: what it answers then is not its move. */
const complete = (object: Fields): Fields =>
  new Proxy(object, {
    get(_, name) {
      if (!(name in object) && MARKS.test(String(name)))
        throw new TypeError(`this.${String(name)} is not set`);
      return Reflect.get(object, name) as unknown;
    },
  });

/** Reads or sets a name in its place. */
type Reach = (code: string, value?: unknown) => unknown;

export class JavaScriptProgram {
  private readonly lines: readonly string[];
  private script: Script | null = null;
  private page = new StandInPage();
  /** Where each of its names is: in the script itself, or within functions. */
  private readonly places = new Map<string, Reach[]>();
  /** Which of them are objects with lists. */
  private holding: readonly string[] = [];
  private exported: Fields = {};
  private objects: Fields[] = [];
  /** Free cells are undefined, as `new Array(9)` has them; JSON has no such thing. */
  private holes = false;
  private loading = false;
  private lots: readonly number[] | null = null;
  private drawn: number[] = [];
  /** What has given it random numbers. */
  private loose = "";
  private seed = 0;

  private readonly own: ReadonlyMap<object, PropertyDescriptorMap>;

  constructor(private readonly source: string) {
    this.lines = source.split("\n");
    this.watch(Math, "random");
    for (const name of ["getRandomValues", "randomUUID"] as const) this.watch(crypto, name);
    this.own = new Map(
      [globalThis, ...SHARED, ...SHARED.map((each) => (each as Called).prototype as object)]
        .filter((each) => each !== undefined)
        .map((each) => [each, Object.getOwnPropertyDescriptors(each) as PropertyDescriptorMap]),
    );
  }

  /** Undo what it has added to JavaScript's own objects, or replaced there. */
  private clean(): void {
    for (const [object, before] of this.own) {
      const now = Object.getOwnPropertyDescriptors(object) as PropertyDescriptorMap;
      for (const name of Reflect.ownKeys(now) as string[])
        if (!(name in before)) Reflect.deleteProperty(object, name);
        else if (now[name]!.value !== before[name]!.value)
          Reflect.defineProperty(object, name, before[name]!);
    }
  }

  /** Notice when something gives random numbers. */
  private watch<Name extends string>(owner: Record<Name, unknown>, name: Name): void {
    const made = owner[name] as Called;
    const heard: Called = (...given) => {
      this.loose ||= owner === Math ? `Math.${name}` : `crypto.${name}`;
      return this.loading && owner === Math ? this.loadsWith() : made.call(owner, ...given);
    };
    Object.defineProperty(owner, name, { value: heard, configurable: true, writable: true });
  }

  /** The next of the numbers between 0 and 1 that it draws while it loads: every time the same. */
  private loadsWith(): number {
    this.seed = (this.seed * MULTIPLIER) % MODULUS;
    return this.seed / MODULUS;
  }

  /** Load it anew. */
  load(): Loaded | Failed {
    return this.safely(() => {
      this.clean();
      this.script ??= scriptOf(this.source);
      this.page = new StandInPage();
      this.objects = [];
      this.loading = true;
      this.seed = SEED;
      this.loose = "";
      const ended = this.run(this.script);
      const all = this.all();
      const lists = (value: unknown) =>
        isObject(value) && !Array.isArray(value) && Object.values(value).some(Array.isArray);
      this.holding = Object.keys(all).filter((name) => lists(all[name]));
      const functions: Record<string, readonly Parameter[]> = {};
      const kinds: Record<string, Kind> = {};
      const objects: Record<string, Functions> = {};
      for (const [name, value] of Object.entries(all))
        if (isFunction(value) && this.isKind(value)) kinds[name] = this.kind(value);
        else if (isFunction(value)) functions[name] = parameters(value.toString());
        else if (isObject(value) && !Array.isArray(value)) {
          const own = Object.entries(methods(value));
          if (own.length)
            objects[name] = Object.fromEntries(
              own.map(([each, method]) => [each, parameters(method.toString())]),
            );
        }
      const variables: Fields = Object.assign(
        {},
        ...this.holders().map((each) => this.fields(each)),
      );
      for (const [name, value] of Object.entries(all)) if (isSimple(value)) variables[name] = value;
      this.holes = Object.values(variables).some(hasHoles);
      this.loading = false;
      const drew = this.loose !== "";
      const loaded = { functions, kinds, objects, variables: plain(variables) as Fields, drew };
      return ended ? { ...loaded, ended } : loaded;
    });
  }

  /** Call a function or make an object, with all that is to be set before. */
  call({ name, on, given, put, lots }: Question): Returned | Failed {
    return this.safely(() => {
      for (const [object, key, value] of put) this.put([object, key], value);
      const values = given.map((each) =>
        each.held
          ? this.get(each.held)
          : each.object !== undefined
            ? this.objects[each.object]
            : "value" in each
              ? this.holed(each.value)
              : undefined,
      );
      [this.lots, this.drawn, this.loose] = [lots, [], ""];
      const boards = () => [...put.map(([object, key]) => this.get([object, key])), ...values];
      const held = () =>
        JSON.stringify(
          boards()
            .filter((each) => isSimple(each))
            .map(plain),
        );
      const before = held();
      // Once its move is on the board, a program may read the page, but not change the board.
      let moved: string | null = null;
      let unmoved = false;
      const stops: (() => void)[] = [];
      this.page.move(() => {
        if (moved !== null) return true;
        const now = held();
        if (now === before) return false;
        moved = now;
        for (const board of boards())
          if (Array.isArray(board) && isSimple(board))
            stops.push(watch(board, () => (unmoved = true)));
        return true;
      });
      try {
        const [owner, made, kind] = this.found(name, on);
        const value = kind ? this.make(made, values) : made.call(owner, ...values);
        this.page.settle();
        const answers = value != null && typeof value !== "boolean";
        if (moved !== null && (answers || unmoved || moved !== held()))
          this.page.read ??= "document";
        if (this.page.read !== null) throw new Error(this.page.read);
        return {
          returned: kind
            ? [this.objects.push(value as Fields) - 1, plain(this.fields(value as Fields))]
            : plain(value),
          shown: shown(value),
          given: values.map((each) => (isSimple(each) ? plain(each) : null)),
          held: put.map(([object, key]) => plain(this.get([object, key]))),
          drawn: this.drawn,
          loose: this.loose,
        };
      } finally {
        for (const stop of stops.reverse()) stop();
        const { read } = this.page;
        this.page.move(null);
        this.page.read = read;
        this.lots = null;
      }
    });
  }

  /** Run the script; return what ended it. */
  private run({ text, places, imports }: Script): Failed | null {
    const defined = new Set(places[0]);
    const free = this.page.names(defined);
    for (const [name, from] of Object.entries(imports))
      free[name] = this.page.standIn(`${name} (${from})`);
    const module = { exports: {} as Fields };
    const reached: Reach[] = [];
    const inner: Record<string, unknown> = {
      module,
      exports: module.exports,
      [OPENS]: (number: number, reach: Reach) => {
        if (this.loading) reached[number] = reach;
      },
      [DRAWS]: (size: number) => this.draw(size),
      ...free,
    };
    for (const name of defined) delete inner[name];
    const whole = `${text}\n//# sourceURL=${FILE}`;
    const run = new Function(...Object.keys(inner), whole) as Called;
    let failed = this.attempt(() => run.call(globalThis, ...Object.values(inner)));
    const trouble = this.page.settle();
    if (trouble && !failed) failed = this.failed(trouble);
    this.places.clear();
    reached.forEach((reach, number) => {
      for (const name of places[number]!)
        this.places.set(name, [...(this.places.get(name) ?? []), reach]);
    });
    const { exports } = module;
    this.exported = isFunction(exports)
      ? { [(exports as Called).name || "exported"]: exports }
      : { ...exports };
    return failed;
  }

  /** What is under a name; undefined if it is not there yet. */
  private value(name: string): unknown {
    for (const reach of this.places.get(name) ?? []) {
      const value = this.read(reach, name);
      if (value !== undefined) return value;
    }
    return this.exported[name];
  }

  private read(reach: Reach, name: string): unknown {
    try {
      return reach(name);
    } catch {
      return undefined;
    }
  }

  /** All that the program defines, and exports, by its names. */
  private all(): Fields {
    const names = new Set([...this.places.keys(), ...Object.keys(this.exported)]);
    return Object.fromEntries([...names].map((name) => [name, this.value(name)]));
  }

  /** The objects with lists that the program holds under a name. */
  private holders(): Fields[] {
    return this.holding.map((name) => this.value(name)).filter(isObject);
  }

  private fields(object: Fields): Fields {
    return Object.fromEntries(Object.entries(object).filter(([, value]) => isSimple(value)));
  }

  private get([object, name]: Held): unknown {
    if (object !== null) return this.objects[object]![name];
    const value = this.value(name);
    if (value !== undefined && isSimple(value)) return value;
    return this.holders().find((holder) => name in holder)?.[name];
  }

  /** Set a name wherever it is; of a list, the contents. */
  private put([object, name]: Held, value: unknown): void {
    const wanted = this.holed(value);
    const set = (own: unknown, replace: () => unknown) => {
      if (Array.isArray(own) && Array.isArray(wanted)) fill(own, wanted);
      else if (isSimple(own)) this.attempt(replace);
    };
    const holders = object === null ? this.holders() : [this.objects[object]!];
    for (const holder of holders)
      if (name in holder) set(holder[name], () => (holder[name] = wanted));
    if (object === null)
      for (const reach of this.places.get(name) ?? [])
        set(this.read(reach, name), () => reach(`${name} = ${VALUE}`, wanted));
  }

  private holed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.holed(each));
    return value === null && this.holes ? undefined : value;
  }

  /** Whose function it is, and itself; a class makes an object. */
  private found(name: string, on: number | null): [owner: unknown, made: Called, kind: boolean] {
    const [first, method] = name.split(".") as [string, string?];
    const value = this.value(first);
    if (method === undefined) return [undefined, value as Called, this.isKind(value)];
    const owner = on === null ? complete(value as Fields) : this.objects[on];
    return [owner, (owner as Record<string, Called>)[method]!, false];
  }

  private isKind(value: unknown): value is Called {
    if (!isFunction(value)) return false;
    const text = value.toString();
    if (/^class\b/.test(text)) return true;
    const { prototype } = value as { prototype?: object };
    if (!prototype) return false;
    return (
      Object.keys(prototype).length > 0 || (/^[A-Z]/.test(value.name) && /\bthis\./.test(text))
    );
  }

  private make(kind: Called, given: readonly unknown[]): Fields {
    return Reflect.construct(kind, given) as Fields;
  }

  private kind(kind: Called): Kind {
    const list = (all: Record<string, Called>) =>
      Object.fromEntries(
        Object.entries(all).map(([name, each]) => [name, parameters(each.toString())]),
      );
    let example: Fields = {};
    this.attempt(() => void (example = this.make(kind, [])));
    return {
      parameters: madeWith(kind),
      methods: list({ ...methods(kind.prototype as object), ...methods(example) }),
      static: list(methods(kind)),
      fields: plain(this.fields(example)) as Fields,
    };
  }

  /** One of so many numbers from 0 on, as it was given. */
  private draw(size: number): number {
    const at = this.drawn.length;
    if (this.lots === null || !Number.isInteger(size) || size < 1 || at === MOST_DRAWN)
      return Math.floor(Math.random() * size);
    this.drawn.push(size);
    return this.lots[at] ?? 0;
  }

  private safely<Good>(work: () => Good): Good | Failed {
    try {
      return work();
    } catch (error) {
      return this.failed(error);
    }
  }

  private attempt(work: () => unknown): Failed | null {
    const failed = this.safely(() => void work());
    return failed ?? null;
  }

  private failed(error: unknown): Failed {
    const thrown =
      error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${shown(error)}`;
    const place =
      error instanceof Error ? new RegExp(`${FILE}:(\\d+)`).exec(error.stack ?? "") : null;
    const number = place ? Number(place[1]) - BEFORE : this.wrongLine(error);
    const code = this.lines[number - 1];
    return {
      error: thrown.slice(0, 200),
      line: code === undefined ? "" : `${FILE}, line ${number}`,
      code: code?.trim() ?? "",
      ...(this.page.read === null ? {} : { page: this.page.read }),
    };
  }

  /** The line at which a script is no longer JavaScript: from there on, it has this very error. */
  private wrongLine(error: unknown): number {
    const lines = this.script?.text.split("\n") ?? [];
    if (!(error instanceof SyntaxError) || lines.length > MOST_LINES) return 0;
    const isWrong = (count: number) => {
      try {
        return !new Function(lines.slice(0, count).join("\n"));
      } catch (found) {
        return (found as Error).message === error.message;
      }
    };
    let count = lines.length;
    if (!isWrong(count)) return 0;
    while (count > 1 && isWrong(count - 1)) count -= 1;
    return count;
  }
}
