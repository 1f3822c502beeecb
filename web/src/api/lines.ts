/** Answers that come line by line, each of them JSON. */

import { NoAnswer, request, type Question } from "./client";

/** Yield each line as it comes; `broken` is the message if the connection breaks within one. */
export async function* lines<Line>(
  path: string,
  question: Question,
  broken: string,
): AsyncGenerator<Line> {
  const answer = await request(path, question);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const whole = (rest + value).split("\n");
    rest = whole.pop()!;
    for (const line of whole) if (line.trim()) yield JSON.parse(line) as Line;
  }
  if (rest.trim()) throw new NoAnswer(broken);
}
