/** The server, asked for values and moves on boards other than 3×3. */

import type { Analysis, Choice, Problem } from "./types";

/** Why an answer is missing, in words for the player. */
export class NoAnswer extends Error {}

/** The server cannot be reached. */
export class ServerAway extends NoAnswer {
  override message = "You are offline. 3×3 and Connect Four still work, and easy on every board.";
}

/** A successful answer, or an error with the reason. */
export async function request(
  path: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/${path}`, {
      signal,
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerAway();
  }
  if (answer.ok) return answer;
  if (answer.status === 429 || answer.status === 503) {
    const wait = Number(answer.headers.get("retry-after")) || 1;
    throw new NoAnswer(`The server is busy. Try again in ${wait} s.`);
  }
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw problem.detail ? new NoAnswer(`The server said: ${problem.detail}`) : new ServerAway();
}

/** The JSON of an answer. */
export const ask = async <Answer>(path: string, body?: object): Promise<Answer> =>
  (await (await request(path, body)).json()) as Answer;

export const fetchAnalysis = (rules: string, position: string): Promise<Analysis> =>
  ask("analysis", { rules, position });

export const fetchMove = (rules: string, position: string, level: string): Promise<Choice> =>
  ask("move", { rules, position, level, seed: Math.floor(Math.random() * 2 ** 31) });
