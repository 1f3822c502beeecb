/**
 * A device for the state machines of the page, which Svelte compiles as for a browser: an address,
 * storage that lasts for one test, files of the page, and a server whose answers a test gives.
 */

import { readFileSync } from "node:fs";
import { vi } from "vitest";
import type { Environment } from "vitest/runtime";

export default {
  name: "device",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;

/** Waits until a check passes; a second, Vitest's own limit, is short on a busy machine. */
export const waitFor = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 20_000 });

/** The browser's locks, which end with their tab. */
class Locks {
  private held: string[] = [];

  request = async (name: string, until: () => Promise<unknown>): Promise<void> => {
    this.held.push(name);
    await until();
    this.held = this.held.filter((each) => each !== name);
  };
  query = () => Promise.resolve({ held: this.held.map((name) => ({ name })) });
}

/** What a browser tells those that listen; tests dispatch it by hand. */
type Listener = (event: Record<string, unknown>) => void;

/** A store as the browser has one. */
export function store(): Storage {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
    key: (index: number) => [...held.keys()][index] ?? null,
    get length() {
      return held.size;
    },
  };
}

export interface Asked {
  readonly path: string;
  readonly method: string;
  readonly body: Record<string, unknown>;
  readonly secret: string | null;
}

type Answer = Response | Error | object;

export class Device {
  localStorage = store();
  sessionStorage = store();
  location = { hash: "", search: "", pathname: "/" };
  locks = new Locks();
  history = {
    state: null as unknown,
    replaceState: (state: unknown, _: string, link: string | null) => {
      this.history.state = state;
      if (link?.startsWith("#")) this.location.hash = link;
    },
  };
  /** What the server was asked. */
  readonly asked: Asked[] = [];
  private readonly listeners: [string, Listener][] = [];

  /** Answers what starts with /api/v1/; an error stands for a server that cannot be reached. */
  server: (asked: Asked) => Answer | Promise<Answer> = nobody;

  /** What replaces the globals of the same names. */
  get globals(): Record<string, unknown> {
    const { localStorage, sessionStorage, location, history, locks } = this;
    return {
      localStorage,
      sessionStorage,
      location,
      history,
      navigator: { locks },
      fetch: this.fetch,
      addEventListener: (name: string, listener: Listener) =>
        void this.listeners.push([name, listener]),
      removeEventListener: (name: string, listener: Listener) => {
        const at = this.listeners.findIndex((each) => each[0] === name && each[1] === listener);
        if (at >= 0) this.listeners.splice(at, 1);
      },
    };
  }

  /** The tab is closed: its own storage is gone, and its locks are free. */
  async close(): Promise<void> {
    this.tell("pagehide");
    this.sessionStorage.clear();
    this.location.hash = "";
    this.history.state = null;
    await Promise.resolve();
  }

  tell(name: string, event: Record<string, unknown> = {}): void {
    for (const [wanted, listener] of [...this.listeners]) if (wanted === name) listener(event);
  }

  private readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (!url.startsWith("/api/v1/")) return new Response(readFileSync(`.${url}`));
    const headers = new Headers(init.headers);
    const asked = {
      path: url.slice("/api/v1/".length),
      method: init.method ?? "GET",
      body: JSON.parse((init.body as string | undefined) ?? "{}") as Asked["body"],
      secret: headers.get("authorization")?.replace("Bearer ", "") ?? null,
    };
    this.asked.push(asked);
    const answer = await this.server(asked);
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  };
}

/** The server says no, as it says it. */
export const refused = (kind: string, detail: string, status = 409): Response =>
  Response.json({ type: `/docs#problem-${kind}`, detail, status }, { status });

/** It cannot be reached. */
export const nobody = (): Error => new TypeError("Failed to fetch");

/** A new device, on which the page is open from now on. */
export function openDevice(): Device {
  const device = new Device();
  vi.restoreAllMocks();
  for (const [name, value] of Object.entries(device.globals)) vi.stubGlobal(name, value);
  return device;
}
