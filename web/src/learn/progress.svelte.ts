/** The reader's answers, stored on this device. The page also works without storage. */

import { entries, Shared } from "../site/shared";
import chapters from "./chapters.json";

export interface Answered {
  /** The choices tried, in order; for an estimate the numbers. */
  tried: number[];
  /** Whether the answer is open: found, or asked for. */
  open: boolean;
  /** Whether the reader found it; absent for answers of before this was kept. */
  found?: boolean;
}

const KEY = "noughts.learn";
const NONE: Answered = { tried: [], open: false };

function fitting(kept: unknown): Record<string, Answered> {
  const fits = (each: unknown) => {
    const tried: unknown = (each as Answered | null)?.tried;
    return Array.isArray(tried) && tried.every(Number.isFinite);
  };
  const found = entries(kept).filter(([, answered]) => fits(answered));
  return Object.fromEntries(found) as Record<string, Answered>;
}

const shared = new Shared(KEY, fitting);

type Listener = (key: string, answered: Answered) => void;

class Progress {
  private answers = $state.raw(shared.get());
  private kept = true;
  private listeners: Listener[] = [];

  constructor() {
    if (typeof addEventListener !== "undefined")
      shared.follow((answers) => {
        if (this.kept) this.answers = answers;
      });
  }

  get all(): Readonly<Record<string, Answered>> {
    return this.answers;
  }

  of(chapter: string, question: string): Answered {
    return this.answers[`${chapter}/${question}`] ?? NONE;
  }

  /** From now on, store nothing on this device, and forget what is stored while the page is open. */
  detach(): void {
    this.kept = false;
    this.answers = {};
  }

  answer(chapter: string, question: string, answered: Answered): void {
    const key = `${chapter}/${question}`;
    this.add({ [key]: answered });
    for (const listener of this.listeners) listener(key, answered);
  }

  /** Add answers that were saved before. */
  load(answers: unknown): void {
    this.add(fitting(answers));
  }

  private add(more: Record<string, Answered>) {
    const added = (answers: Record<string, Answered>) => ({ ...answers, ...more });
    this.answers = this.kept ? shared.change(added) : added(this.answers);
  }

  /** Call back with each answer; returns a function to stop. */
  listen(listener: Listener): () => void {
    this.listeners.push(listener);
    return () => (this.listeners = this.listeners.filter((each) => each !== listener));
  }

  /** How many of a chapter's questions are answered. */
  answered(slug: string): number {
    const chapter = chapters.find((each) => each.slug === slug);
    return (chapter?.questions ?? []).filter((each) => this.of(slug, each).open).length;
  }

  readonly finished = (chapter: { slug: string; questions: readonly string[] }): boolean =>
    this.answered(chapter.slug) === chapter.questions.length;

  forget(): void {
    shared.forget();
    this.answers = {};
  }

  get begun(): boolean {
    return Object.keys(this.answers).length > 0;
  }
}

export const progress = new Progress();
