/**
 * The course in a learning platform (SCORM 1.2): it is told which answers there are, whether all are
 * given, and a score, and it keeps them for the next visit.
 */

import chapters from "../learn/chapters.json";
import { progress, type Answered } from "../learn/progress.svelte";

/** What a platform puts into a window above this one. Values are texts. */
interface Api {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
}

/** Windows above this one that are searched. */
const MOST_WINDOWS = 10;

/** The platform's API; null if there is none, or if it is another site's. */
export function findApi(from: Window): Api | null {
  let at: Window | null = from;
  for (let tries = 0; at && tries < MOST_WINDOWS; tries += 1) {
    try {
      const { API } = at as Window & { API?: Api };
      if (API) return API;
    } catch {
      return null;
    }
    at = at.parent === at ? (at.opener as Window | null) : at.parent;
  }
  return null;
}

// -- what is kept: at most 4,096 characters ---------------------------------------------------------

const FOUND = { true: "f", false: "s", undefined: "o" };

/** "trees/games:2.0:f;…": the choices tried, and whether it is found, shown, open or neither. */
export const pack = (answers: Readonly<Record<string, Answered>>): string =>
  Object.entries(answers)
    .map(([key, { tried, open, found }]) => {
      const state = open ? FOUND[`${found}`] : "-";
      return `${key}:${tried.join(".")}:${state}`;
    })
    .join(";");

export function unpack(text: string): Record<string, Answered> {
  const answers: Record<string, Answered> = {};
  for (const each of text.split(";")) {
    const [key, tried, state] = each.split(":");
    if (!key || tried === undefined || !state) continue;
    const found = state === "f" ? true : state === "s" ? false : undefined;
    answers[key] = {
      tried: tried === "" ? [] : tried.split(".").map(Number),
      open: state !== "-",
      ...(found === undefined ? {} : { found }),
    };
  }
  return answers;
}

const KEYS = chapters.flatMap(({ slug, questions }) => questions.map((each) => `${slug}/${each}`));

/** Per cent of all questions that were found, and not shown. */
export const score = (answers: Readonly<Record<string, Answered>>): number => {
  const found = KEYS.filter((key) => answers[key]?.open && answers[key].found !== false);
  return Math.round((100 * found.length) / KEYS.length);
};

const isComplete = (answers: Readonly<Record<string, Answered>>) =>
  KEYS.every((key) => answers[key]?.open);

/** Milliseconds as SCORM writes a span of time: HHHH:MM:SS. */
export function span(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = String(Math.floor(seconds / 3600)).padStart(4, "0");
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Begin a session with the platform, if there is one. */
export function startSession(api: Api | null): void {
  if (!api || api.LMSInitialize("") !== "true") return;
  progress.load(unpack(api.LMSGetValue("cmi.suspend_data")));

  const report = () => {
    const answers = progress.all;
    const whole = isComplete(answers);
    for (const [name, value] of [
      ["score.min", "0"],
      ["score.max", "100"],
      ["score.raw", String(score(answers))],
      ["lesson_status", whole ? "completed" : "incomplete"],
    ] as const)
      api.LMSSetValue(`cmi.core.${name}`, value);
    api.LMSSetValue("cmi.suspend_data", pack(answers));
    api.LMSCommit("");
    return whole;
  };

  report();
  progress.listen(report);
  let over = false;
  addEventListener("pagehide", () => {
    if (over) return;
    over = true;
    api.LMSSetValue("cmi.core.exit", report() ? "" : "suspend");
    api.LMSSetValue("cmi.core.session_time", span(performance.now()));
    api.LMSFinish("");
  });
}
