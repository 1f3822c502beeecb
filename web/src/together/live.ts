/** Server-sent events, with reconnection. */

import { createParser } from "eventsource-parser";
import { send } from "../api/client";

interface Heard {
  /** What happened, by the event's name. */
  told: (event: string, data: unknown) => void;
  /** Whether the stream is connected now, and if so, the server's time in milliseconds. */
  connected: (heard: boolean, time?: number) => void;
  /** There is nothing to watch, and there will not be. */
  gone: () => void;
}

/** The server sends something every 15 seconds; silence this long means that it is gone. */
const SILENCE = 40_000;
const PAUSES = [300, 1000, 2000, 5000, 10_000];

/** Wait before a retry: this many milliseconds, or until the browser is online again. */
export const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });

/** `path` is the stream's path after `/api/v1/`. */
export function live(path: string, secret: string | undefined, heard: Heard): () => void {
  let known = "";
  let stopped = false;
  let current = new AbortController();
  let tries = 0;
  async function look(): Promise<void> {
    current = new AbortController();
    const { signal } = current;
    let silence = setTimeout(() => current.abort(), SILENCE);
    try {
      const answer = await send(path, {
        secret,
        signal,
        cache: "no-store",
        headers: known ? { "last-event-id": known } : {},
      });
      if (!answer.ok || !answer.body) {
        if (answer.status >= 400 && answer.status < 429) stop();
        if (stopped) heard.gone();
        return;
      }
      tries = 0;
      heard.connected(true, Date.parse(answer.headers.get("date") ?? ""));
      const parser = createParser({
        onEvent: ({ event = "", data, id }) => {
          known = id ?? known;
          heard.told(event, JSON.parse(data));
        },
      });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(() => current.abort(), SILENCE);
        parser.feed(value);
      }
    } catch {
      // The connection broke, or failed: try again.
    } finally {
      clearTimeout(silence);
    }
  }

  async function keepLooking() {
    for (;;) {
      await look();
      if (stopped) return;
      heard.connected(false);
      await rest(PAUSES[Math.min(tries, PAUSES.length - 1)]!);
      if (stopped) return;
      tries += 1;
    }
  }

  const away = () => current.abort();
  addEventListener("offline", away);
  function stop() {
    stopped = true;
    current.abort();
    removeEventListener("offline", away);
  }
  void keepLooking();
  return stop;
}
