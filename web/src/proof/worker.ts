/** Checks a certificate beside the page, so that the page stays responsive. */

import { check, type Checked } from "./checker";
import { fetchFile } from "../site/file";
import { readable, Refusal } from "./file";

/** What to check: an address, or the file itself. */
export type Task = string | File;

export type News =
  | { readonly done: number }
  | { readonly checked: Checked; readonly seconds: number }
  | { readonly failed: "gone" | "threats" }
  | ({ readonly failed: "wrong" | "none" } & Refused);

/** Why the file is refused, in the checkers' English; and in which line, with its text. */
export interface Refused {
  readonly why: string;
  readonly line?: number | undefined;
  readonly text?: string | undefined;
}

/** Longer files are rejected: their claims must fit into memory. */
const LARGEST = 64_000_000;
/** The interval of progress reports, in milliseconds. */
const OFTEN = 50;

const tell = (news: News) => postMessage(news);

async function read(task: Task): Promise<Uint8Array<ArrayBuffer>> {
  if (task instanceof File) {
    readable(task.size <= LARGEST, "it is too large to be checked here");
    return new Uint8Array(await task.arrayBuffer());
  }
  return new Uint8Array(await (await fetchFile(task)).arrayBuffer());
}

addEventListener("message", ({ data }: MessageEvent<Task>) => void work(data));

async function work(task: Task): Promise<void> {
  try {
    const file = await read(task);
    const began = performance.now();
    let told = began;
    const checked = await check(file, (done) => {
      const now = performance.now();
      if (now < told + OFTEN) return;
      told = now;
      tell({ done });
    });
    tell({ checked, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    if (!(error instanceof Refusal)) return tell({ failed: "gone" });
    const { failed, message: why, line, text } = error;
    tell(failed === "threats" ? { failed } : { failed, why, line, text });
  }
}
