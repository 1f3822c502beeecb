/** Parts of Learn within other pages, and the course in a learning platform. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import chapters from "../src/learn/chapters.json" with { type: "json" };
import { violations } from "./axe";
import { tooWide } from "./layout";
import { expect, test } from "./test";

test("parts of Learn and the theatre report from another page", async ({ page, baseURL }) => {
  const frame = page.frameLocator("iframe");
  const told: object[] = [];
  await page.exposeFunction("told", (what: object) => told.push(what));
  // Another site: what follows its ? is embedded.
  const server = createServer(({ url }, answer) => {
    answer.setHeader("content-type", "text/html");
    const from = `${baseURL}/embed#${url!.slice(2)}`.replaceAll("&", "&amp;");
    answer.end(
      "<title>x</title><script>addEventListener('message', ({ data }) => told(data))</script>" +
        `<iframe src="${from}" title="Noughts" width="600" height="500"></iframe>`,
    );
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const embed = (hash: string) => page.goto(`http://localhost:${port}/?${hash}`);
  await embed("chapter=trees&question=games");
  const question = frame.locator("[data-question=games]");
  await expect(question).toBeVisible();
  await expect(frame.getByRole("group")).toHaveCount(1); // the other questions are not there
  await question.getByRole("radio", { name: /^More/ }).check({ force: true });
  await question.getByRole("button", { name: "Check my answer" }).click();
  await question.getByRole("radio", { name: /^Fewer/ }).check({ force: true });
  await question.getByRole("button", { name: "Check my answer" }).click();
  await expect(question.getByText("Yes.")).toBeVisible();
  const answer = { noughts: "answer", chapter: "trees", question: "games" };
  expect(told).toEqual([
    { ...answer, tries: 1, open: false, found: null, answered: 0, questions: 3 },
    { ...answer, tries: 2, open: true, found: true, answered: 1, questions: 3 },
  ]);
  // Nothing is stored: the same question is open again.
  await embed("chapter=trees&question=games");
  await expect(question.getByRole("button", { name: "Check my answer" })).toBeVisible();

  await embed("chapter=minimax&picture=1");
  await expect(frame.locator("svg.tree").first()).toBeVisible();
  await expect(frame.getByRole("radio")).toHaveCount(0);
  await embed("rules=3,3,3&position=..O/.OX/XXO&search=minimax&wins=equal");
  await expect(frame.getByTestId("clock")).toHaveText("0 / 51");
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  await embed("chapter=nothing");
  await expect(frame.getByRole("alert")).toHaveText("There is no such chapter.");
  await embed("chapter=trees&question=nothing");
  await expect(frame.getByRole("alert")).toHaveText("This chapter has no such part.");
  const below = frame.locator("html").evaluate((page) => page.scrollHeight - page.clientHeight);
  expect(await below, "blank below it").toBe(0);
  server.close();
});

test("a learning platform hears of the start, answers and the end", async ({ page, context }) => {
  // The package is this page, marked; `make scorm` builds it with relative addresses.
  await page.route("**/embed", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<html", "<html data-scorm");
    await route.fulfill({ response, body });
  });
  await context.addInitScript(() => {
    const read = (name: string): unknown => JSON.parse(sessionStorage.getItem(name) ?? "null");
    const write = (name: string, what: object) =>
      sessionStorage.setItem(name, JSON.stringify(what));
    const values = () => (read("values") ?? {}) as Record<string, string>;
    const heard = (...call: string[]) => {
      write("calls", [...((read("calls") ?? []) as string[][]), call]);
      return "true";
    };
    const api = {
      LMSInitialize: () => heard("LMSInitialize"),
      LMSGetValue: (name: string) => values()[name] ?? "",
      LMSSetValue: (name: string, value: string) => {
        write("values", { ...values(), [name]: value });
        return heard("LMSSetValue", name, value);
      },
      LMSCommit: () => heard("LMSCommit"),
      LMSFinish: () => heard("LMSFinish"),
    };
    Object.assign(window, { API: api });
  });
  const calls = async (): Promise<string[][]> =>
    JSON.parse((await page.evaluate(() => sessionStorage.getItem("calls"))) ?? "[]") as string[][];
  const value = async (name: string) =>
    (await calls()).findLast((call) => call[1] === `cmi.core.${name}`)?.[2];
  await page.goto("/embed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(chapters[0]!.title);
  await page.goto("/embed#chapter=trees");
  expect((await calls())[0]).toEqual(["LMSInitialize"]);
  expect(await value("lesson_status")).toBe("incomplete");
  const question = page.locator("[data-question=two-moves]");
  await question.getByRole("radio", { name: /^72/ }).check({ force: true });
  await question.getByRole("button", { name: "Check my answer" }).click();
  const all = chapters.flatMap(({ questions }) => questions).length;
  expect(await value("score.raw")).toBe(String(Math.round(100 / all)));
  expect((await calls()).at(-1)).toEqual(["LMSCommit"]);
  expect.soft(await violations(page)).toEqual([]);
  expect(await tooWide(page, [320, 1280])).toEqual({});

  // Ways out stay in the course, and lead back.
  await page.getByRole("link", { name: "2", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(chapters[1]!.title);

  // Later, the platform gives back what it kept; then the last answers are given.
  await page.reload();
  const over = await calls();
  expect(over.some(([name]) => name === "LMSFinish")).toBe(true);
  const span = over.findLast((call) => call[1] === "cmi.core.session_time")?.[2];
  expect(span).toMatch(/^\d{4}:\d\d:\d\d$/);
  expect(await value("exit")).toBe("suspend");
  await page.goto("/embed#chapter=trees");
  await expect(question.getByRole("radio", { name: /^72/ })).toBeDisabled();
  const others = chapters
    .flatMap(({ slug, questions }) => questions.map((each) => `${slug}/${each}`))
    .filter((key) => key !== "trees/games")
    .map((key) => `${key}:0:f`)
    .join(";");
  await page.goto("/theme.js"); // so that the course has ended
  await page.evaluate((kept) => {
    const values = { "cmi.suspend_data": kept };
    sessionStorage.setItem("values", JSON.stringify(values));
  }, others);
  await page.goto("/embed#chapter=trees");
  const last = page.locator("[data-question=games]");
  await last.getByRole("radio", { name: /^Fewer/ }).check({ force: true });
  await last.getByRole("button", { name: "Check my answer" }).click();
  await expect.poll(() => value("lesson_status")).toBe("completed");
  expect(await value("score.raw")).toBe("100");
});
