/** One program under check: a worker judges it, and is ended when the program does not answer. */

import { t } from "../site/t";
import { fetchPython, type Python } from "./python";
import type { CheckedProgram, Stage } from "./report";
import type { At, News, Program, ProgramError, Sampled, Task, Watched } from "./task";

/** How long one answer may take, and all together, in seconds: as `noughts check` has it. */
export const SECONDS = 10;
const ALL = 60 * SECONDS;
/** How often the page looks whether an answer has come, and shows how many have, in milliseconds. */
const OFTEN = 250;

/** Why a worker was ended: one answer took too long, or all; or the program ended it. */
type Reason = "late" | "whole" | "ended";

export class Judging {
  /** Python is being fetched or started, the program is being asked, or nothing is under way. */
  state: "idle" | "fetching" | "starting" | "asking" = $state.raw("idle");
  stages: readonly Stage[] = $state.raw([]);
  /** How far the stage at hand has come. */
  at: At | null = $state.raw(null);
  /** As whom the program plays. */
  sides: Program["sides"] = $state.raw("XO");
  checked: CheckedProgram | null = $state.raw(null);
  trouble: string | null = $state.raw(null);
  /** What the function of an exercise does. */
  recorded: Watched | ProgramError | null = $state.raw(null);
  sampled: Sampled | ProgramError | null = $state.raw(null);

  private worker: Worker | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private program: Program | null = null;
  private python: Python | null = null;
  private known: string[] = [];
  private latest: At | null = null;
  /** Whether the program has a question, and how long already; and how long the check has taken. */
  private asked = false;
  private waited = 0;
  private took = 0;

  /** Check a program; one that is under check is left. */
  async check(wanted: Program): Promise<void> {
    this.clear();
    const program = (this.program = { ...wanted });
    this.sides = program.sides;
    this.state = "fetching";
    try {
      this.python = await fetchPython();
    } catch {
      if (this.program !== program) return;
      this.stop();
      this.trouble = t("Python could not be loaded. The first check needs a network.");
      return;
    }
    if (this.program === program) this.start();
  }

  stop(): void {
    this.worker?.terminate();
    clearInterval(this.timer);
    this.worker = this.program = null;
    this.state = "idle";
  }

  /** Stop, and forget what was found. */
  clear(): void {
    this.stop();
    this.stages = [];
    this.known = [];
    this.took = 0;
    this.at = this.latest = null;
    this.checked = this.trouble = this.recorded = this.sampled = null;
  }

  private start(): void {
    const worker = new Worker(new URL("./judge.ts", import.meta.url), { type: "module" });
    this.worker?.terminate();
    this.worker = worker;
    this.asked = false;
    this.waited = 0;
    this.state = "starting";
    worker.onmessage = ({ data }: MessageEvent<News>) => worker === this.worker && this.hear(data);
    worker.onerror = ({ message }) =>
      worker === this.worker && this.hear({ broken: "program", why: message });
    const [python, program] = [this.python!, this.program!];
    worker.postMessage({ python, program, seconds: SECONDS, known: this.known } satisfies Task);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(), OFTEN);
  }

  private hear(news: News): void {
    if ("began" in news) {
      this.state = "asking";
      this.stages = [];
    } else if ("asking" in news) {
      this.asked = true;
      this.waited = 0;
      this.latest = news.asking;
    } else if ("answered" in news) {
      this.asked = false;
      this.known.push(news.answered);
    } else if ("stage" in news) {
      this.stages = [...this.stages, news.stage];
    } else if ("watched" in news) {
      if (news.watched === "record") this.recorded = news.said as Watched | ProgramError;
      else this.sampled = news.said as Sampled | ProgramError;
    } else if ("checked" in news) {
      this.stop();
      this.checked = news.checked;
    } else if (this.asked && news.broken === "program") {
      this.again("ended");
    } else {
      this.stop();
      // A traceback ends with the error.
      const why = news.why.trim().split("\n").at(-1);
      this.trouble = t(
        "The check broke off: {why}. The program has changed Python itself, or Noughts has a fault.",
        { why: why ?? "" },
      );
    }
  }

  /** Ticks are counted, not seconds: none pass while the device is asleep. */
  private look(): void {
    this.at = this.latest;
    if (this.state !== "asking") return;
    this.took += OFTEN / 1000;
    if (!this.asked) return;
    this.waited += OFTEN / 1000;
    if (this.took > ALL) this.again("whole");
    else if (this.waited > SECONDS) this.again("late");
  }

  /** Go on without the answer that did not come. */
  private again(stopped: Reason): void {
    this.known.push(JSON.stringify({ stopped }));
    this.start();
  }
}
