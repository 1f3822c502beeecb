/** From the first page to proved programs of one's own, and to a level: each run starts Python. */

import type { BrowserContext } from "@playwright/test";
import { violations } from "./axe";
import { keeps } from "./kept";
import { tooWide, widerWithLargeLetters } from "./layout";
import { keepOneOfEachShape } from "./shapes";
import { expect, test, type Page } from "./test";

test.use({ serviceWorkers: "allow" });

const trial = (page: Page) => page.getByTestId("trial");
const choose = (page: Page, code: string) =>
  page.getByRole("radio", { name: code, exact: true }).check({ force: true });
const run = (page: Page) => page.getByRole("button", { name: "Run my program" }).click();

/** What the first two holes want. */
const FILLED = ["winner(board) or not free(board)", 'board[cell] = " "'];

/** Let the function of the chapter know a position again: it is run in a moment. */
const remembering = (program: string): string =>
  program
    .replace(
      "def minimax(board, player):\n",
      '$&    key = "".join(board)\n    if key in known:\n        return known[key]\n',
    )
    .replace(/return (max\(values\))/g, "return known.setdefault(key, $1)")
    .replace(/^/, "known = {}\n");

/** A search of positions, not of places in the tree: it plays every game in a moment. */
const REMEMBERS = `def minimax(board, player, alpha=-2, beta=2, known={}):
    name = "".join(board)
    if name not in known:
        values = []
        for cell in [] if winner(board) else free(board):
            board[cell] = player
            values.append(minimax(board, other(player)))
            board[cell] = " "
        choose = max if player == "X" else min
        known[name] = choose(values) if values else score(board)
    return known[name]


`;

const UNHURRIED = { timeout: 60_000 };

/** The files of Python that have been asked for. */
function fetchedPython(context: BrowserContext): Set<string> {
  const paths = new Set<string>();
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/python/")) paths.add(pathname);
  });
  return paths;
}

test("a reader breaks a program, and mends it without a network", async ({ page, context }) => {
  test.slow();
  const heavy = fetchedPython(context);
  await page.goto("/learn/write");
  await expect(page.getByText(/loads Python the first time \(\d\.\d MB\)/)).toBeVisible();
  await run(page);
  await expect(page.getByText("Line 2 still has a hole: replace ___ first.")).toBeVisible();
  expect([...heavy]).toEqual([]);

  // Both sides take the highest value: 315 games are lost, each on a tile.
  for (const code of FILLED) await choose(page, code);
  await choose(page, "max(values)");
  const typed = page.locator("[data-exercise] textarea");
  await typed.fill(remembering(await typed.inputValue()));
  await run(page);
  await expect(trial(page)).toContainText("Your program loses 315 of 808 games.", UNHURRIED);
  await expect(trial(page)).toContainText(
    "your function is called 16,155 times. Plain minimax takes 549,946.",
  );
  await expect(trial(page)).toContainText("takes the highest value for both sides");
  await expect(trial(page)).toContainText("The check counts the same.", UNHURRIED);
  await expect(page.locator(".wall .lost")).toHaveCount(315);
  await expect(trial(page).getByText(/^Game \d+: your program plays X and loses/)).toBeVisible();
  await expect(page.getByRole("group", { name: "The calls of your function" })).toBeVisible();
  await page.getByRole("button", { name: "The call after b1: returned 0", exact: true }).click();
  await expect(trial(page)).toContainText("The call after b1: returned 0");
  expect(await tooWide(page, [320, 390, 1280])).toEqual({});
  expect(await widerWithLargeLetters(page)).toEqual({});
  await page.setViewportSize({ width: 1280, height: 720 });
  await keepOneOfEachShape(page, ".wall .lost");
  expect(await violations(page)).toEqual([]);

  // From here on there is no server: not for the pages, nor for Python, nor for the program.
  await keeps(page, "/learn/write.html");
  for (const path of heavy) await keeps(page, path);
  await context.setOffline(true);
  await page.goto("/learn/minimax");
  await page.locator("a[rel=next]").click();
  await expect(page.getByRole("radio", { name: "pass" })).not.toBeChecked();
  await expect(page.getByRole("radio", { name: 'board[cell] = " "' })).toBeChecked();
  await expect(typed).toHaveValue(/^known = {}\n/);
  await page.getByRole("button", { name: "Start over" }).click();
  for (const code of FILLED) await choose(page, code);
  await choose(page, "min(values)");
  await context.setOffline(false);
  await page.getByRole("link", { name: "take it to the check" }).click();
  const taken = page.getByRole("textbox", { name: "Your program" });
  await expect(taken).toHaveValue(/^def minimax[^]+return min\(values\)/);
});

/** Python is started once more: `tests/exercises.test.ts` has the words, and Python's tests the sample. */
test("a reader makes a level", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  await page.goto("/learn/levels");
  // With one hole chosen and one typed it is a level, which is asked again and again.
  await page.getByRole("button", { name: "Fill the holes" }).click();
  await choose(page, "1");
  const typed = page.locator("[data-exercise] textarea");
  await typed.fill((await typed.inputValue()).replace("___", "random.choice(free(board))"));
  await run(page);
  await expect(trial(page)).toContainText(
    /Asked 400 times, your level played b2\s+\d+ times?: /,
    UNHURRIED,
  );
  const chosen = page.getByRole("grid", { name: "How often your level chose each cell" });
  await expect(chosen.getByRole("gridcell", { name: /^c3, .*chosen \d+ times/ })).toBeVisible();
});

/** Python is started once more: `tests/exercises.test.ts` and Python's tests tell the same apart. */
test("what a reader types is proved offline", { tag: "@deep" }, async ({ page, context }) => {
  test.slow();
  const heavy = fetchedPython(context);
  await page.goto("/learn/cutting");
  await page.getByRole("button", { name: "Fill the holes" }).click();
  const typed = page.locator("[data-exercise] textarea");
  await expect(page.getByRole("radio", { name: "max(alpha, value)" })).toBeVisible();
  await typed.fill((await typed.inputValue()).replace(/^def minimax[^]+?\n\n\n/, REMEMBERS));
  const proves = async () => {
    await run(page);
    await expect(trial(page)).toContainText(
      /Your program is unbeatable\. All \d+ games were played, and it lost none\./,
      UNHURRIED,
    );
    const called = /called [\d,]+ times\. Plain minimax takes 549,946\./;
    await expect(trial(page)).toContainText(called);
  };
  await proves();
  await keeps(page, "/learn/cutting.html");
  for (const path of heavy) await keeps(page, path);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Fill the holes" }).click();
  await proves();
});
