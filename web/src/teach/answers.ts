/** The questions of the course with their answers, read from the chapters' own pages. */

import chapters from "../learn/chapters.json";
import { fetchFile } from "../site/file";

export interface Sheet {
  title: string;
  address: string;
  questions: { ask: string; answer: string }[];
}

/** "The answer:", in every language. */
const ANSWER = /^[^:：]*[:：]\s*/;

const text = (node: Element | null) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

export async function answerSheet(): Promise<Sheet[]> {
  return Promise.all(
    chapters.map(async ({ address, title }) => {
      const response = await fetchFile(address);
      // The site's policy refuses styles within a page that is only read.
      const html = (await response.text()).replace(/<style[^]*?<\/style>/g, "");
      const page = new DOMParser().parseFromString(html, "text/html");
      const questions = [...page.querySelectorAll("form.question")].map((form) => ({
        ask: text(form.querySelector("legend, label")),
        answer: text(form.querySelector(":scope > p.paper")).replace(ANSWER, ""),
      }));
      return { title, address, questions };
    }),
  );
}
