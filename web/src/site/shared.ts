/**
 * State shared by all tabs of this device. The browser's storage has no transactions: if two tabs
 * write in the same instant, one is overwritten. So each tab numbers its changes, and repeats those
 * that another tab's write has lost.
 */

export const entries = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

export const read = (storage: () => Storage, key: string): unknown => {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
};

export const write = (storage: () => Storage, key: string, value: object): boolean => {
  try {
    storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Private windows and full disks: the game works, but is not remembered.
    return false;
  }
};

/** How many tabs are distinguished: the latest that changed something. */
const TABS = 20;
// With a letter, so that an object keeps the order of its names.
export const tab = `t${crypto.getRandomValues(new Uint32Array(1)).join()}`;

export class Shared<Whole extends object> {
  /** What this tab has changed since the page was opened. */
  private changes: ((whole: Whole) => Whole)[] = [];
  private followers: ((whole: Whole) => void)[] = [];
  private listens = false;
  /** What could not be stored, while the page is open. */
  private unstored: Whole | null = null;

  constructor(
    private readonly key: string,
    /** The stored value, completed. */
    private readonly mend: (kept: unknown) => Whole,
  ) {}

  private kept = (): unknown => read(() => localStorage, this.key);

  /** How many changes of each tab are stored, the latest tab last. */
  private counted = (kept: unknown): [string, unknown][] =>
    entries(Object.fromEntries(entries(kept)).tabs);

  get = (): Whole => this.unstored ?? this.mend(this.kept());

  /** Change the current value; return the new one. */
  change(how: (whole: Whole) => Whole): Whole {
    this.listen();
    this.changes.push(how);
    return this.make([how]);
  }

  private make(changes: typeof this.changes): Whole {
    const whole = changes.reduce((so, how) => how(so), this.get());
    const others = this.counted(this.kept()).filter(([name]) => name !== tab);
    const tabs = Object.fromEntries([...others.slice(1 - TABS), [tab, this.changes.length]]);
    this.unstored = write(() => localStorage, this.key, { ...whole, tabs }) ? null : whole;
    return whole;
  }

  /** Call back whenever another tab has changed something; returns a function to stop. */
  follow = (changed: (whole: Whole) => void): (() => void) => {
    this.listen();
    this.followers.push(changed);
    return () => (this.followers = this.followers.filter((each) => each !== changed));
  };

  /** Delete everything, for all tabs. */
  forget = (): void => {
    this.changes = [];
    this.unstored = null;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Nothing was kept.
    }
  };

  private listen() {
    if (this.listens) return;
    this.listens = true;
    addEventListener("storage", ({ key }: StorageEvent) => {
      if (key !== this.key && key !== null) return;
      const kept = this.kept();
      // Another tab deleted everything, including this tab's changes.
      if (kept === null) this.changes = [];
      const done = Object.fromEntries(this.counted(kept))[tab];
      const missing = this.changes.slice(typeof done === "number" ? done : 0);
      const whole = missing.length > 0 ? this.make(missing) : this.get();
      for (const changed of this.followers) changed(whole);
    });
  }
}
