/** The server, asked for whatever the page does not know itself. */

import type { Analysis, Choice, Problem, ThrownWin } from "./types";
import { tag, t } from "../site/t";

/** Why there is no answer, in words for the reader. */
export class NoAnswer extends Error {}

/** The server cannot be reached now; a retry may help. */
export class ServerAway extends NoAnswer {
  constructor(words = t("You are offline.")) {
    super(words);
  }
}

/** The server refuses; `kind` is the kind of problem. */
export class Refused extends NoAnswer {
  constructor(
    readonly kind: string,
    readonly detail: string,
  ) {
    super(t("The server said: {detail}", { detail }));
  }
}

/** The server is busy; a retry after `seconds` may help. */
export class ServerBusy extends NoAnswer {
  constructor(readonly seconds: number) {
    super(t("The server is busy. Try again in {seconds} s.", { seconds }));
  }
}

export interface Question extends Omit<RequestInit, "body" | "headers"> {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: object;
  secret?: string | undefined;
  headers?: Record<string, string>;
}

/** Send a request; the response may have any status. */
export function send(path: string, question: Question = {}): Promise<Response> {
  const { body, method = body ? "POST" : "GET", secret, headers, ...rest } = question;
  return fetch(`/api/v1/${path}`, {
    ...rest,
    method,
    headers: {
      // The page's language, which need not be the browser's.
      "accept-language": tag,
      ...(body && { "content-type": "application/json" }),
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A successful answer, or an error with the reason. */
export async function request(path: string, question: Question = {}): Promise<Response> {
  const answer = await send(path, question).catch((error: unknown) => {
    throw question.signal?.aborted ? error : new ServerAway();
  });
  if (answer.ok) return answer;
  if (answer.status === 429 || answer.status === 503)
    throw new ServerBusy(Number(answer.headers.get("retry-after")) || 1);
  const { type = "", detail } = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw detail ? new Refused(type.replace(/.*#problem-/, ""), detail) : new ServerAway();
}

/** The JSON of an answer. */
export const ask = async <Answer>(path: string, question: Question = {}): Promise<Answer> =>
  (await (await request(path, question)).json()) as Answer;

export const fetchAnalysis = (rules: string, position: string): Promise<Analysis> =>
  ask("analysis", { body: { rules, position } });

export const fetchThrown = (rules: string, moves: string, mark: string): Promise<ThrownWin[]> =>
  ask("puzzles/thrown", { body: { rules, moves, mark } });

export const fetchMove = (rules: string, position: string, level: string): Promise<Choice> =>
  ask("move", { body: { rules, position, level, seed: Math.floor(Math.random() * 2 ** 31) } });
