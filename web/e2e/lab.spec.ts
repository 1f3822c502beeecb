import { readFileSync } from "node:fs";
import { violations } from "./axe";
import type { Lessons } from "../src/learn/lessons";
import { keepsItsShape } from "./layout";
import { noughts } from "./program";
import { expectTranslated, holds, servePseudo } from "./pseudo";
import { expect, test, type Page } from "./test";

// One after another: a small server has room for one match at a time.
test.describe.configure({ mode: "default" });

interface Report {
  games: number;
  pairs: {
    players: number[];
    rates: Record<"wins" | "draws" | "losses", { rate: number; low: number; high: number }>;
    elo: { difference: number; low: number; high: number };
    different: number;
    score: number;
  }[];
  lost_games: { number: number; record: string }[];
}

/** What the command line says of the same match. */
const inTerminal = (command: string): Report =>
  JSON.parse(noughts(...command.split(" ").slice(1), "--json")) as Report;

const percent = (rate: number) => `${(rate * 100).toFixed(1)} %`;

async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`/lab${hash}`);
  await expect(page.getByRole("heading", { name: "Lab", level: 1 })).toBeVisible();
}

async function playThrough(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Play [\d,]+ games?$/ }).click();
  await expect(page.getByTestId("said")).toContainText("All games are played.", {
    timeout: 60_000,
  });
}

test("the figures are those of the terminal, and every lost game can be replayed", async ({
  page,
}) => {
  await open(page, "#players=medium,easy&games=60&seed=5&opening=1");
  await playThrough(page);
  const command = (await page.locator("code").textContent())!;
  expect(command).toBe("noughts match medium easy --games 60 --seed 5 --opening 1");
  const report = inTerminal(command);
  const pair = report.pairs[0]!;
  const shown = page.getByLabel("medium: won, drawn and lost");
  for (const [word, key] of [
    ["won", "wins"],
    ["drawn", "draws"],
    ["lost", "losses"],
  ] as const) {
    const { rate, low, high } = pair.rates[key];
    const row = shown.locator("> div").filter({ hasText: word });
    await expect(row.locator(".rate")).toHaveText(percent(rate));
    await expect(row.locator(".interval")).toHaveText(
      `${(low * 100).toFixed(1)} to ${percent(high)}`,
    );
  }
  const { difference, low, high } = pair.elo;
  const points = (elo: number) =>
    `${elo < 0 ? "−" : "+"}${Math.abs(Math.round(elo)).toLocaleString("en")}`;
  await expect(page.getByTestId("elo")).toHaveText(
    `${points(difference)} (${points(low)} to ${points(high)})`,
  );
  await expect(page.getByText(`${pair.different} of 60`, { exact: true })).toBeVisible();

  const { lost_games: lost } = report;
  const games = page.locator("select.games option");
  await expect(games).toHaveCount(lost.length);
  const whose = page.getByLabel("Lost by");
  const lostBy = [];
  for (const index of [1, 2]) {
    await whose.selectOption({ index });
    lostBy.push(await games.count());
  }
  expect(lostBy[0]! + lostBy[1]!).toBe(lost.length);
  await expect(games.first()).toContainText("easy");
  await whose.selectOption({ index: 0 });

  const list = page.getByRole("listbox", { name: /The lost games/ });
  const last = lost.at(-1)!;
  await list.selectOption(String(last.number));
  const moves = last.record
    .split("\n")
    .at(-1)!
    .replace(/ [XO] wins$/, "");
  await expect(page.getByRole("list", { name: "Moves" }).getByRole("listitem")).toHaveText(
    moves.split(" "),
  );
  await expect(page.getByRole("heading", { name: `Game ${last.number}:` })).toBeVisible();
  const marks = page.locator("g.mark");
  await expect(marks).toHaveCount(moves.split(" ").length);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(marks).toHaveCount(0);
  await page.getByRole("button", { name: "One move on" }).click();
  await expect(marks).toHaveCount(1);
  await page.getByRole("button", { name: moves.split(" ")[2]!, exact: true }).click();
  await expect(marks).toHaveCount(3);
  await page.getByRole("link", { name: "Open in the game" }).click();
  await expect(page).toHaveURL(/\/#rules=3,3,3&moves=/);
  await expect(page.locator("g.mark")).toHaveCount(moves.split(" ").length);
});

test("three players make a table of all pairs, which axe can read", async ({ page }) => {
  await open(page, "#players=hard,easy&games=10&seed=3");
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByLabel("Player 3", { exact: true }).selectOption("tactics");
  await playThrough(page);
  for (const [a, b] of [
    ["hard", "easy"],
    ["hard", "tactics"],
    ["easy", "tactics"],
  ]) {
    const cell = page.getByRole("button", { name: `${a} against ${b}: ` });
    await cell.click();
    await expect(cell).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("heading", { name: `${a} against ${b}` })).toBeVisible();
    // What the one has made of ten games the other has not.
    const share = async (name: string) =>
      Number(
        /: ([\d.]+) %/.exec(
          (await page.getByRole("button", { name }).getAttribute("aria-label"))!,
        )![1],
      );
    const both = (await share(`${a} against ${b}: `)) + (await share(`${b} against ${a}: `));
    expect(both).toBeCloseTo(100);
  }
  await page.getByText("As a table").click();
  expect(await violations(page)).toEqual([]);
});

test("players that play nothing at random are said to repeat themselves", async ({ page }) => {
  await open(page, "#players=perfect,tactics&games=6");
  await playThrough(page);
  await expect(page.getByText("Neither player moves at random")).toBeVisible();
  await expect(page.getByText("2 of 6", { exact: true })).toBeVisible();
  await expect(page.getByTestId("elo")).toHaveText("–");
  await expect(page.locator(".interval").first()).toBeEmpty();
  await expect(page.getByText("No game has been lost here.")).toBeVisible();
});

test("a match can be stopped, and the figures stay", async ({ page }) => {
  await open(page, "#players=hard,medium&rules=5,5,4&games=1000");
  const bar = page.getByRole("progressbar", { name: "Games played" });
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Play 1,000 games" }).click();
  await expect(bar).toBeVisible();
  await expect(page.getByTestId("progress")).toHaveText(/^[1-9]\d* of 1,000 games$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByTestId("said")).toContainText("Stopped.");
  await expect(page.getByRole("button", { name: "Play 1,000 games" })).toBeVisible();
  await expect(page.locator(".rate").first()).not.toHaveText("–");
  // The place is free again.
  await page.getByLabel("Games", { exact: true }).fill("1");
  await expect(async () => {
    await page.getByRole("button", { name: "Play 1 game" }).click();
    await expect(page.getByTestId("said")).toContainText("All games are played.");
  }).toPass();
});

test("a match runs on a larger board, and its games open there", async ({ page }) => {
  await open(page, "#players=tactics,easy&games=4&seed=1");
  await page.getByLabel("Size").selectOption("4×4");
  await page.getByLabel("In a row").fill("3");
  await playThrough(page);
  await expect(page.getByRole("gridcell")).toHaveCount(16);
  await expect(page.locator("code")).toContainText('--rules "4,4,3"');
  await expect(page.locator("code")).toContainText("--nodes 1000");
});

test("what cannot be played is said before or by the server", async ({ page }) => {
  await open(page, "#players=minimax,easy&games=2");
  await page.getByLabel("Size").selectOption("5×5");
  const play = page.getByRole("button", { name: /^Play/ });
  await expect(play).toBeDisabled();
  await expect(play).toHaveAccessibleDescription(/minimax: would have to look at all/);
  await page.getByLabel("Player 1", { exact: true }).selectOption("hard");
  await page.getByLabel("Size").selectOption("3×3");
  await page.getByLabel("Random opening moves").fill("8");
  await page.getByRole("button", { name: /^Play/ }).click();
  await expect(page.getByTestId("progress")).toBeEmpty();
});

test("by the keyboard alone", async ({ page }) => {
  await open(page);
  await page.getByLabel("Player 1", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Player 2", { exact: true })).toBeFocused();
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press("Tab");
    if (
      await page
        .getByRole("button", { name: /^Play/ })
        .evaluate((e) => e === document.activeElement)
    )
      break;
  }
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("said")).toContainText("All games are played.");
  const list = page.getByRole("listbox", { name: /The lost games/ });
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press("Tab");
    if (await list.evaluate((each) => each === document.activeElement)) break;
  }
  await expect(list).toBeFocused();
  const moves = page.getByRole("list", { name: "Moves" });
  const before = await moves.textContent();
  await page.keyboard.press("ArrowDown");
  await expect(moves).not.toHaveText(before!);
});

test("the costs are those of Python, drawn, listed and to be taken home", async ({ page }) => {
  await open(page);
  // That these are what Python counts is tested there: tests/pagedata/test_cost.py.
  const lessons = JSON.parse(
    readFileSync(new URL("../generated/lessons.json", import.meta.url), "utf8"),
  ) as Lessons;
  const calls = lessons.calls as unknown as Record<string, number>;
  await page.getByText("As a table").click();
  const row = page.getByRole("row", { name: /^3 in a row on 3×3/ });
  const cells = await row.getByRole("cell").allTextContents();
  expect(cells.slice(0, 5)).toEqual(
    ["minimax", "memoised", "alphabeta", "alphabeta_ordered", "symmetric"].map((name) => {
      const workedOut = calls[`${name}_worked_out`] ?? calls[name]!;
      const lookedUp = calls[name]! - workedOut;
      const more = lookedUp ? ` + ${lookedUp.toLocaleString("en")} looked up` : "";
      return workedOut.toLocaleString("en") + more;
    }),
  );
  expect(await page.locator("path.mark").count()).toBe(
    (
      await page
        .getByRole("region", { name: "Cost, as a table" })
        .getByRole("cell")
        .allTextContents()
    ).filter((text) => text !== "–").length,
  );
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("noughts-cost.csv");
  expect(readFileSync(await file.path(), "utf8")).toContain('"3,3,3",9,minimax,549946,\r\n');
  const json = page.waitForEvent("download");
  await page.getByRole("link", { name: "JSON" }).click();
  const costs = JSON.parse(readFileSync(await (await json).path(), "utf8")) as object[];
  expect(costs).toContainEqual({
    rules: "3,3,3",
    cells: 9,
    search: "minimax",
    nodes: 549946,
    looked_up: null,
  });
});

test("the lab neither overflows nor jumps", async ({ page }) => {
  // On a phone with letters twice as large, a rule is told in whole words.
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const lines = await page.getByText("a line loses (misère)").evaluate((label) => {
    document.documentElement.style.fontSize = "200%";
    const words = [...label.childNodes].find((node) => node.textContent!.includes("misère"))!;
    const range = document.createRange();
    range.setStart(words, words.textContent!.indexOf("misère"));
    range.setEnd(words, words.textContent!.indexOf(")"));
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await keepsItsShape(page, async () => {
    await open(page, "#players=hard,medium,easy&games=20&seed=1");
    await playThrough(page);
  });
});

test("the button is beside the players; no bar moves; the seed has a name", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const play = (await page.getByRole("button", { name: "Play 100 games" }).boundingBox())!;
  const second = (await page.getByLabel("Player 2", { exact: true }).boundingBox())!;
  expect(play.y + play.height).toBeLessThanOrEqual(900);
  expect(play.y - (second.y + second.height)).toBeLessThan(60);
  // Less motion is wished.
  await expect(page.locator(".bar").first()).toHaveCSS("transition-duration", "0s");
  const seed = page.getByRole("spinbutton", { name: "Seed", exact: true });
  await expect(seed).toHaveValue("1");
  await page.getByRole("button", { name: "Another seed" }).click();
  await expect(seed).not.toHaveValue("1");
});

test("an engine has one name on every page", async ({ page }) => {
  await open(page, "#players=alphabeta,alphabeta-unordered&games=2");
  const offered = page.getByLabel("Player 1", { exact: true }).locator("option");
  const names = (await offered.allInnerTexts()).map((name) => name.toLowerCase());
  await expect(
    page.getByRole("heading", { name: "alpha-beta, ordered against alpha-beta, unordered" }),
  ).toBeVisible();
  await page.getByText("As a table").click();
  const heads = await page
    .getByRole("region", { name: "Cost, as a table" })
    .getByRole("columnheader")
    .allInnerTexts();
  for (const name of heads.slice(1, -1)) expect(names).toContain(name);
  await page.goto("/search");
  const searches = page.getByRole("combobox", { name: "Search" }).locator("option");
  for (const name of await searches.allInnerTexts()) expect(names).toContain(name.toLowerCase());
});

test(
  "the lab has all its words in the catalogue, and they fit",
  { tag: "@deep" },
  async ({ page }) => {
    await servePseudo(page);
    await page.goto("/en-XA/lab#players=random,easy,hard&games=4&seed=1");
    await page.locator("details summary").click();
    await holds(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const last = page.locator(".chart .small").last();
    expect(await last.evaluate((each) => each.getBoundingClientRect().right)).toBeLessThan(1280);
    await page.locator("button[type=submit]").click();
    await expect(page.getByTestId("progress")).toContainText(/^12 .* 12 /, { timeout: 60_000 });
    await expect(page.locator("h3")).toBeVisible();
    await holds(page, "every layout");
    await page.locator("input[type=range]").focus();
    await page.keyboard.press("Home");
    await expectTranslated(page);
  },
);

// German from here,
test("a match is played in German", { tag: "@deep" }, async ({ page }) => {
  await page.goto("/de/lab#players=medium,easy&games=20&seed=5&opening=1");
  await page.getByRole("button", { name: "20 Partien spielen" }).click();
  await expect(page.getByTestId("said")).toContainText(
    "Alle Partien sind gespielt. 20 von 20 Partien.",
    { timeout: 60_000 },
  );
  await expect(page.locator(".rate").first()).toHaveText(/^\d+,\d\s%$/);
  await expect(page.locator(".interval").first()).toHaveText(/^\d+,\d bis \d+,\d\s%$/);
  await page.getByRole("link", { name: "Im Spiel öffnen" }).click();
  await expect(page).toHaveURL(/\/de\/#rules=3,3,3&moves=/);
});
// and English again.
