/** The reader's answers, stored on this device. The page also works without storage. */

import chapters from "./chapters.json";

export interface Answered {
  /** The choices tried, in order; for an estimate the numbers. */
  tried: number[];
  /** Whether the answer is open: found, or asked for. */
  open: boolean;
}

const KEY = "noughts.learn";
const NONE: Answered = { tried: [], open: false };

function recall(): Record<string, Answered> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const fits = (each: unknown) =>
      typeof each === "object" && each !== null && Array.isArray((each as Answered).tried);
    return Object.fromEntries(
      Object.entries(kept as object).filter(([, answered]) => fits(answered)),
    ) as Record<string, Answered>;
  } catch {
    return {};
  }
}

class Progress {
  private answers = $state(recall());

  of(chapter: string, question: string): Answered {
    return this.answers[`${chapter}/${question}`] ?? NONE;
  }

  answer(chapter: string, question: string, answered: Answered): void {
    this.answers[`${chapter}/${question}`] = answered;
    this.keep();
  }

  /** How many of a chapter's questions are answered. */
  answered(slug: string): number {
    const chapter = chapters.find((each) => each.slug === slug);
    return (chapter?.questions ?? []).filter((each) => this.of(slug, each).open).length;
  }

  readonly finished = ({
    slug,
    questions,
  }: {
    slug: string;
    questions: readonly string[];
  }): boolean => this.answered(slug) === questions.length;

  forget(): void {
    this.answers = {};
    this.keep();
  }

  get begun(): boolean {
    return Object.keys(this.answers).length > 0;
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.answers));
    } catch {
      // Private windows and full disks: the chapters work, but are not remembered.
    }
  }
}

export const progress = new Progress();
