/** Somebody's own program, checked on the page: in one visit, for Python takes seconds to start. */

import { readFileSync } from "node:fs";
import { violations, violationsInLight } from "./axe";
import { button, device } from "./friends";
import { isKept, keeps } from "./kept";
import { tooWide, widerWithLargeLetters } from "./layout";
import { expect, test, type Page } from "./test";

test.use({ serviceWorkers: "allow" });

const examples = new URL("../src/check/examples/", import.meta.url);
const mistake = readFileSync(new URL("mistake.js", examples), "utf-8");

/** What nobody is sent. */
const SECRET = "marker_of_this_program";
/** It plays only if the network is refused, and if it cannot reach what the page keeps. */
const tries = `
let refused = false;
try {
  const request = new XMLHttpRequest();
  request.open("GET", "/api/v1/rules", false);
  request.send();
} catch {
  refused = true;
}
import("/theme.js?let-out").catch(() => 0);
new Worker("/theme.js?let-out");
const scope = Function("return this")();
const kept = ["caches", "indexedDB", "navigator", "postMessage"].some((name) => scope[name]);
// ${SECRET}
${mistake.replace("let best = -2;", 'if (!refused || kept) throw new Error("it is let out");\n  let best = -2;')}`;
const MENDED = mistake.replace("[0, 4, 8],", "[0, 4, 8], [2, 4, 6],");
const ENDLESS = "while True:\n    pass\n";

const code = (page: Page) => page.getByRole("textbox", { name: "Your program" });
const outcome = (page: Page) => page.getByTestId("outcome");
const check = (page: Page) => page.getByRole("button", { name: "Check my program" }).click();

test("a program is checked, and shown to the teacher", async ({ page, context, browser }) => {
  test.slow(); // Python is started
  const [teacher, away] = await device(browser);
  await teacher.goto("/game");
  await teacher.getByRole("radio", { name: "my class, in pairs" }).check({ force: true });
  await button(teacher, "Make the link").click();
  const link = await teacher.getByRole("textbox", { name: "The link" }).inputValue();
  const lesson = await teacher.getByRole("link", { name: /^\/check#class\./ }).getAttribute("href");

  const sent: string[] = [];
  const heavy: string[] = [];
  const letOut: string[] = [];
  context.on("request", (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
    if (request.url().includes("/python/")) heavy.push(request.url());
  });
  // What the policy stops is a request without an answer.
  context.on("response", (response) => {
    if (/let-out|api\/v1\/rules/.test(response.url())) letOut.push(response.url());
  });
  await page.goto(lesson!);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByText(/The first check loads Python \(\d\.\d MB\)/)).toBeVisible();
  await check(page);
  await expect(page.getByText("There is no program yet").first()).toBeVisible();
  expect(heavy).toEqual([]);

  // Its mistake, and the game that it loses.
  await code(page).fill(tries);
  await page.getByRole("radio", { name: "JavaScript" }).check();
  await check(page);
  await expect(outcome(page)).toHaveText("It can lose.", { timeout: 60_000 });
  const finding = page.getByTestId("finding");
  await expect(finding).toContainText("As O it loses this game: c1 a1 b2 a2 a3.");
  await expect(page.getByText("a minimax whose test for a win misses one line")).toBeVisible();
  await expect(page.getByTestId("said")).toContainText("It can lose. As O it loses this game");
  await expect(page.getByTestId("stages").getByRole("listitem")).toContainText([
    "It loads: yes.",
    "not checked",
    "Every move is legal: yes. 4,520 positions",
    "yes.",
    "As X it never loses: no. 104 games",
    "As O it never loses: no.",
    "not checked",
    "not checked",
    "not checked",
  ]);
  await expect(finding.getByRole("gridcell", { name: /^b2, .*best/ })).toBeVisible();
  await finding.getByRole("button", { name: "To the end" }).click();
  await expect(finding.getByRole("grid")).toHaveAttribute(
    "aria-label",
    "The game, move 5 of 5, a3",
  );
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page, [320, 390, 960, 1280])).toEqual({});
  expect(await widerWithLargeLetters(page)).toEqual({});

  expect(letOut).toEqual([]);

  // Without a seat there is nobody to show it to.
  const show = button(page, "Show my teacher");
  await expect(show).toBeHidden();
  const free = page.getByRole("link", { name: "take a seat in your class" });
  await expect(free).toHaveAttribute("href", new URL(link).pathname + new URL(link).hash);
  const [seat] = await Promise.all([context.waitForEvent("page"), free.click()]);
  await seat.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await button(seat, "Take a seat").click();
  await expect(seat.getByRole("list", { name: "Players" })).toContainText("You");
  await seat.close();
  // As a browser says it to a tab that one comes back to.
  sent.length = 0;
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  const words = "It loses a game. Passed last: Asked twice, it answers alike";
  await expect(page.getByRole("blockquote")).toHaveText(words);
  expect(await violationsInLight(page)).toEqual([]);
  expect(await tooWide(page, [320, 1280])).toEqual({});
  const board = teacher.getByRole("list", { name: "Boards" }).getByRole("listitem");
  await expect(board).toContainText("Ada");

  // Nothing is sent before the tap.
  expect(sent.filter((each) => !each.startsWith("GET "))).toEqual([]);
  expect(sent.filter((each) => each.includes("/api/"))).toEqual([]);
  await expect(board).not.toContainText("It loses");
  await show.click();
  await expect(page.getByText("Your teacher can see it.")).toBeVisible();
  await expect(board.getByText(words)).toBeVisible();
  const posts = sent.filter((each) => !each.startsWith("GET "));
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatch(
    /^POST \S+\/api\/v1\/games\/[\w-]{22}\/seat\/check \{"sides":"XO","stage":"again","finding":"loses"\}$/,
  );
  expect(sent.join("\n")).not.toContain(SECRET);
  expect(await violationsInLight(teacher)).toEqual([]);
  expect(await tooWide(teacher, [320, 1280])).toEqual({});
  await button(page, "Hide it again").click();
  await expect(board).not.toContainText("It loses");
  await away.close();

  // The Tab key leaves the text.
  await code(page).press("Tab");
  await expect(code(page)).not.toBeFocused();

  // Python is kept now.
  expect(new Set(heavy).size).toBe(3 + 1);
  for (const address of new Set(heavy))
    await expect.poll(() => isKept(page, new URL(address).pathname), address).toBe(true);
});

/** Python is started twice more: `tests/check.test.ts` and Python's tests tell the same apart. */
test(
  "without a network a program is checked, and one that does not end is stopped",
  { tag: "@deep" },
  async ({ page, context }) => {
    test.slow();
    await page.goto("/check");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await code(page).fill(MENDED);
    await page.getByRole("radio", { name: "JavaScript" }).check();
    const heavy = new Set<string>();
    context.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/python/")) heavy.add(pathname);
    });
    await check(page);
    await expect(outcome(page)).toContainText(
      "Unbeatable: every possible game follows from its answers,",
      {
        timeout: 60_000,
      },
    );
    await expect(page.getByTestId("said")).toContainText("none lost.");
    await keeps(page, "/check.html");
    for (const path of heavy) await keeps(page, path);
    await context.setOffline(true);
    await page.clock.install();
    await page.goto("/check");
    await code(page).fill(ENDLESS);
    await check(page);
    await expect(outcome(page)).toContainText("Asking your program", { timeout: 60_000 });
    await page.clock.runFor(11_000);
    await expect(page.getByTestId("finding")).toContainText(
      "It cannot be loaded: it had no answer in 10 s.",
      { timeout: 60_000 },
    );
    await expect(outcome(page)).toHaveText("It can't be loaded");
  },
);
