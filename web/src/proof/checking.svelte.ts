/** A certificate during or after its check. */

import { t } from "../site/t";
import type { Checked } from "./checker";
import type { News, Task } from "./worker";

export class Checking {
  /** The progress, from 0 to 1; null while nothing runs. */
  done: number | null = $state.raw(null);
  checked: Checked | null = $state.raw(null);
  seconds = $state.raw(0);
  failed: Extract<News, { failed: string }> | null = $state.raw(null);
  private worker: Worker | null = null;

  /** What went wrong, in words; `Refusal` says why. */
  get trouble(): string | null {
    const failed = this.failed?.failed;
    if (!failed) return null;
    if (failed === "wrong") return t("The proof is wrong.");
    if (failed === "threats") return t("This is a proof by threats. The page can't check it.");
    return failed === "gone" ? t("The proof could not be loaded.") : t("This file is not a proof.");
  }

  /** Stop, and discard the result. */
  clear(): void {
    this.stop();
    this.checked = null;
    this.failed = null;
  }

  check(task: Task): void {
    this.clear();
    this.done = 0;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<News>) => {
      if (worker === this.worker) this.hear(data);
    };
    worker.onerror = () => {
      if (worker !== this.worker) return;
      this.hear({ failed: "gone" });
    };
    worker.postMessage(task);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.done = null;
  }

  private hear(news: News): void {
    if ("done" in news) {
      this.done = news.done;
      return;
    }
    this.stop();
    if ("failed" in news) {
      this.failed = news;
    } else {
      this.checked = news.checked;
      this.seconds = news.seconds;
    }
  }
}
