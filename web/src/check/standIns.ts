/**
 * What stands for the page of a learner's script: it takes every call, keeps what the script sets,
 * and shows nothing.
 *
 * While the script loads, it may read anything. While it chooses a move it may not: what a page
 * would answer is not known, so the move would prove nothing.
 */

type Called = (...given: unknown[]) => unknown;

/** A script has read what only a page knows. */
class PageError extends Error {
  override readonly name = "PageError";
}

const GLOBALS = [
  ...["document", "window", "alert", "confirm", "prompt", "addEventListener", "location"],
  ...["removeEventListener", "setTimeout", "setInterval", "clearTimeout", "clearInterval"],
  ...["requestAnimationFrame", "cancelAnimationFrame", "localStorage", "sessionStorage", "history"],
  ...["navigator", "Audio", "Image", "fetch", "$", "jQuery", "confetti", "Swal", "gsap", "anime"],
  ...["io", "bootstrap", "React", "ReactDOM", "require", "process"],
];
/** Of p5, which draws: a script that uses it defines `setup` or `draw`. */
const DRAWING = [
  ...["createCanvas", "createP", "createButton", "createRadio", "createSelect", "background"],
  ...["createElement", "createDiv", "createSpan", "select", "line", "ellipse", "rect", "circle"],
  ...["text", "textSize", "textAlign", "fill", "noFill", "stroke", "noStroke", "strokeWeight"],
  ...["frameRate", "noLoop", "loop", "resizeCanvas", "clear", "color", "push", "pop", "translate"],
  ...["width", "height", "mouseX", "mouseY", "windowWidth", "windowHeight", "key", "keyCode"],
  ...["CENTER", "LEFT", "RIGHT", "TOP", "BOTTOM", "CORNER"],
];
const { max, min, floor, ceil, round, abs, pow, sqrt } = Math;
const CALCULATES = { max, min, floor, ceil, round, abs, pow, sqrt };

/** What a page would have to say. */
const STATE = new Set([
  ...["value", "checked", "selected", "selectedIndex", "selectedOptions", "disabled", "hidden"],
  ...["textContent", "innerText", "innerHTML", "outerHTML", "className", "id", "title", "src"],
  ...["href", "search", "hash", "alt", "nodeValue", "data"],
]);
const ASKS = new Set([
  ...["contains", "getAttribute", "hasAttribute", "matches", "hasClass", "is", "getItem"],
  ...["prompt", "confirm", "hasChildNodes", "getPropertyValue"],
]);
/** Of jQuery: without a value to set, they answer. */
const ASKS_ALONE: Readonly<Record<string, number>> = {
  ...{ text: 0, html: 0, val: 0, attr: 1, data: 1, prop: 1 },
};
/** A name that is imported from a file, or a function of it: what it would return is not known. */
const IMPORTED = /^[\w$]+ \([^()]*\)(?:\.[\w$]+)?$/;
const NOTHING = new Set([
  ...["firstChild", "lastChild", "firstElementChild", "lastElementChild", "nextSibling"],
  ...["previousSibling", "nextElementSibling", "previousElementSibling"],
]);
const UNDEFINED = new Set(["then", "toJSON", "ontouchstart"]);
/** A page of this game has as many cells. */
const CELLS = 9;
/** Uses of it while a script loads. */
const MOST = 200_000;
const MOST_WAITING = 200;

export class StandInPage {
  /** What a script has read while it chose a move. */
  read: string | null = null;
  private moving: (() => boolean) | null = null;
  private used = 0;
  private waiting: Called[] = [];
  private ready: Called[] = [];
  private written = new WeakMap<object, Map<PropertyKey, unknown>>();

  /** The names that a script may use though it does not define them, and what they are. */
  names(defined: ReadonlySet<string>): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const name of GLOBALS) found[name] = this.standIn(name);
    if (defined.has("setup") || defined.has("draw")) {
      for (const name of DRAWING) found[name] = this.standIn(name);
      Object.assign(found, CALCULATES);
    }
    const later = (made: unknown, _?: unknown, ...given: unknown[]) => {
      if (typeof made === "function") this.waiting.push(() => (made as Called)(...given));
      return 1;
    };
    return { ...found, setTimeout: later, queueMicrotask: later };
  }

  /** Run what a page would have run once it was there, and what waits for a time. */
  settle(): unknown {
    let trouble: unknown;
    for (let number = 0; number < MOST_WAITING; number += 1) {
      const next = this.ready.shift() ?? this.waiting.shift();
      if (!next) break;
      try {
        next();
      } catch (error) {
        if (this.moving) throw error;
        trouble ??= error;
      }
    }
    this.ready = [];
    this.waiting = [];
    return trouble;
  }

  /**
   * A script chooses a move from now on, or no more.
   *
   * @param moving whether it has made its move on its board: then it may read what it likes.
   */
  move(moving: (() => boolean) | null): void {
    this.moving = moving;
    this.used = 0;
    this.read = null;
    if (!moving) return;
    this.ready = [];
    this.waiting = [];
    this.written = new WeakMap();
  }

  standIn(label: string): unknown {
    const children = new Map<PropertyKey, unknown>();
    const child = (key: PropertyKey, name: string) => {
      if (!children.has(key)) children.set(key, this.standIn(name));
      return children.get(key);
    };
    const cells = () => Array.from({ length: CELLS }, (_, at) => child(`${at}`, `${label}[${at}]`));
    const last = label.slice(label.lastIndexOf(".") + 1);
    // A function expression: it can be called, made with `new`, and extended.
    const target = function () {};
    const same = target as object;
    const itself: unknown = new Proxy(target, {
      get: (_, key) => {
        this.count();
        if (key === Symbol.toPrimitive) return () => (this.asks(label), "");
        if (key === Symbol.iterator) return () => cells()[Symbol.iterator]();
        if (typeof key === "symbol" || UNDEFINED.has(key)) return undefined;
        const own = this.written.get(same);
        if (own?.has(key)) return own.get(key);
        if (key === "prototype") return target.prototype as unknown;
        if (NOTHING.has(key)) return null;
        if (key === "length") return CELLS;
        if (STATE.has(key) || last === "dataset" || /(?:local|session)Storage$/.test(label))
          if (!ASKS.has(key) && !/^(?:setItem|removeItem|clear)$/.test(key))
            this.asks(`${label}.${key}`);
        const over = (Array.prototype as unknown as Record<string, unknown>)[key];
        if (
          /^(?:forEach|map|filter|some|every|find|findIndex|reduce|entries|keys|values)$/.test(key)
        )
          return (over as Called).bind(cells());
        return child(key, /^\d+$/.test(key) ? `${label}[${key}]` : `${label}.${key}`);
      },
      set: (_, key, value) => {
        this.count();
        const own = this.written.get(same) ?? new Map<PropertyKey, unknown>();
        this.written.set(same, own.set(key, value));
        if (key === "onload" && typeof value === "function") this.ready.push(value as Called);
        return true;
      },
      apply: (_, __, given) => {
        this.count();
        const [first, second] = given as unknown[];
        if (last === "addEventListener" || last === "on") {
          const begins = first === "DOMContentLoaded" || first === "load";
          if (begins && typeof second === "function") this.ready.push(second as Called);
        } else if (/^(?:ready|\$|jQuery)$/.test(last) && typeof first === "function")
          this.ready.push(first as Called);
        else if (IMPORTED.test(label)) this.asks(label);
        else if (ASKS.has(last) || given.length <= (ASKS_ALONE[last] ?? -1))
          this.asks(`${label}()`);
        if (last === "hasChildNodes") return false;
        const name =
          typeof first === "string" ? `${label}(${JSON.stringify(first)})` : `${label}()`;
        return child(`()${String(typeof first === "string" ? first : "")}`, name);
      },
      construct: (_, __, made: { prototype: object }) =>
        made === itself
          ? (this.standIn(`new ${label}`) as object)
          : (Object.create(made.prototype) as object),
    });
    return itself;
  }

  /**
   * A script reads something of the page.
   *
   * @throws PageError: while it chooses a move.
   */
  private asks(what: string): void {
    if (!this.moving || this.moving()) return;
    this.read ??= what;
    throw new PageError(what);
  }

  private count(): void {
    this.used += 1;
    if (!this.moving && this.used > MOST) throw new PageError("a page that is used without end");
  }
}
