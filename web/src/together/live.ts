/** Events of the server, for as long as one looks on: a stream that breaks off is taken up again. */

import { createParser } from "eventsource-parser";
import { events } from "./api";

export interface Heard {
  /** What happened, by the event's name. */
  told: (event: string, data: unknown) => void;
  /** Whether the server is heard just now. */
  connected: (heard: boolean) => void;
  /** There is nothing to look on at, and will not be. */
  gone: () => void;
}

/** The server says something every quarter of a minute; who says nothing for this long is away. */
const SILENCE = 40_000;
const PAUSES = [300, 1000, 2000, 5000, 10_000];

/** `path` is that of the stream, after `/api/v1/`. */
export function live(path: string, secret: string | undefined, heard: Heard): () => void {
  let known = "";
  let stopped = false;
  let current = new AbortController();
  let wake: () => void = () => undefined;

  let tries = 0;
  async function look(): Promise<void> {
    current = new AbortController();
    const { signal } = current;
    let silence = setTimeout(() => current.abort(), SILENCE);
    try {
      const answer = await events(path, secret, known, signal);
      if (!answer.ok || !answer.body) {
        if (answer.status >= 400 && answer.status < 429) stop();
        if (stopped) heard.gone();
        return;
      }
      tries = 0;
      heard.connected(true);
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
      // It broke off, or there is nobody to ask: that is tried again.
    } finally {
      clearTimeout(silence);
    }
  }

  async function keepLooking() {
    for (;;) {
      await look();
      if (stopped) return;
      heard.connected(false);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]);
      });
      tries += 1;
    }
  }

  const away = () => current.abort();
  const back = () => wake();
  addEventListener("offline", away);
  addEventListener("online", back);
  function stop() {
    stopped = true;
    current.abort();
    wake();
    removeEventListener("offline", away);
    removeEventListener("online", back);
  }
  void keepLooking();
  return stop;
}
