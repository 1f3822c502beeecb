/** The page in other languages: every word, room for every word, and the reader's choice. */

import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import chapters from "../src/learn/chapters.json" with { type: "json" };
import { tooWide, widerWithLargeLetters } from "./layout";
import { device } from "./friends";
import { keeps } from "./kept";
import { expectTranslated, holds, servePseudo } from "./pseudo";
import { answered } from "./reader";
import { expect, test, type Page } from "./test";

const LANGUAGES = ["de", "es", "fr", "ja", "pt-BR", "vi", "zh-Hans"];

const ROOMS = [
  ...["", "game", "puzzles", "check", "search", "lab"],
  ...["learn", "proof", "atlas", "teach", "proofs"],
];

/** The list of keys is not for a phone. */
const KEYS = ".own .button >> nth=3";

/** The buttons that open one each: a new game, settings, keys, sharing, a position, games played. */
const DIALOGS = [
  ".own .button >> nth=0",
  ".own .button >> nth=2",
  KEYS,
  ".actions .button >> nth=4",
  ".more .button >> nth=0",
  ".more .button >> nth=1",
];

/** Against this level, all of `playOn`'s games end with the longest words: "Computer wins". */
const LEVEL = { level: "hard", pause: 0 };

/** Play the first free cells until the game is over. */
async function playOn(page: Page): Promise<void> {
  const over = page.locator(".status .main");
  const free = page.locator("[data-cell].empty:not([aria-disabled=true])");
  for (;;) {
    await expect(over.or(free).first()).toBeVisible();
    if (await over.isVisible()) break;
    // The computer's answer, or the end, comes after it.
    const cell = page.locator(`[data-cell="${await free.first().getAttribute("data-cell")}"]`);
    await cell.click({ force: true });
    await expect(cell).not.toHaveClass(/\bempty\b/);
  }
  await expect(page.locator("#review-title")).toBeVisible();
}

/** That each dialog has all its words in the catalogue, or at least room for them on a small phone. */
async function expectDialogsToFit(page: Page, look = () => Promise.resolve()): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  const dialog = page.locator("dialog");
  for (const button of DIALOGS) {
    // All others can be pressed once the board is there.
    if (button === KEYS && !(await page.locator(button).isVisible())) continue;
    await page.locator(button).click();
    await expect(dialog).toBeVisible();
    await look();
    const wider = () => dialog.evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(await wider()).toBeLessThanOrEqual(0);
    expect(await tooWide(page, [320])).toEqual({});
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
}

/** That a page says all in its language, and leads to rooms that do. */
async function stays(page: Page, language: string): Promise<void> {
  const all = page.locator("#app");
  await expect(all).not.toContainText("|"); // forms of a plural
  await expect(all).not.toContainText(/Play|Review|Learn|Computer|wins|Better/);
  await expect(page.locator("nav a").nth(1)).toHaveAttribute("href", `/${language}/learn`);
}

/** Places of every kind; `make test-deep` looks at the others too. */
const FEW = ["a game by link", "the check of programs", "a server without a ledger"];

/** A test that all words of a place are in the catalogue, and fit. */
const fits = (place: string, look: (page: Page, browser: Browser) => Promise<void>) => {
  const tag = FEW.includes(place) ? [] : "@deep";
  test(`${place}: all words are in the catalogue, and fit`, { tag }, async ({ page, browser }) => {
    await servePseudo(page);
    await look(page, browser);
  });
};

test("the catalogues have every message of the page, and no others", () => {
  const file = new URL("../pseudo/catalogues.json", import.meta.url);
  const amiss = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    { missing: string[]; unused: number }
  >;
  for (const [tag, { missing, unused }] of Object.entries(amiss)) {
    expect(missing, tag).toEqual([]);
    expect(unused, `${tag}: npm run messages`).toBe(0);
  }
});

test("every word of Play is in the catalogue, and fits a small phone", async ({ page, game }) => {
  await servePseudo(page);
  await game.open(LEVEL, "en-XA/");
  await expectTranslated(page);
  await page.keyboard.press("v");
  for (const key of ["h", "h", "h"]) await page.keyboard.press(key);
  await expect(page.getByTestId("hint")).toBeVisible();
  await expectTranslated(page);
  await playOn(page);
  await holds(page, "every layout");
  await expectDialogsToFit(page, () => expectTranslated(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(KEYS).click();
  await expect(page.locator("dialog")).toBeVisible();
  await expectTranslated(page);
});

fits("a game by link", async (page, browser) => {
  const [bob, context] = await device(browser);
  await servePseudo(bob);
  await page.goto("/en-XA/game");
  await holds(page, "every layout");
  await page.locator("input[value=class]").check({ force: true });
  await expectTranslated(page);
  await page.locator("input[value=friend]").check({ force: true });
  await page.locator("input[value=X]").check({ force: true });
  await page.locator("button[type=submit]").click();
  const link = await page.locator("input[readonly]").inputValue();
  // The link has no language: it opens in the other player's.
  expect(link).toMatch(/\d\/game#/);
  await holds(page);
  await bob.goto(`/en-XA/game${new URL(link).hash}`);
  await expect(bob.locator("button[type=submit]")).toBeVisible();
  await holds(bob);
  await bob.locator("button[type=submit]").click();
  await expect(bob.locator("button[type=submit]")).toBeHidden();
  await page.locator("[data-cell='4']").click();
  await bob.locator("[data-cell='0']").click();
  await bob.locator(".actions .button >> nth=0").click();
  await expect(page.locator(".offer")).toBeVisible();
  await holds(page);
  await holds(bob);
  await page.locator(".offer .button.main").click();
  await expect(page.locator(".offer")).toBeHidden();
  await page.locator(".actions .button >> nth=2").click();
  await page.locator(".actions .button >> nth=2").click();
  await expect(bob.getByTestId("ending")).toBeVisible();
  for (const each of [page, bob]) await holds(each);
  await context.close();
});

fits("puzzles", async (page) => {
  await page.clock.setFixedTime(new Date(2026, 10, 26, 12));
  await page.goto("/en-XA/puzzles");
  await expect(page.locator(".task")).toBeVisible();
  await holds(page, "every layout");
  for (const key of ["h", "h", "h", "s"]) {
    await page.keyboard.press(key);
    await expectTranslated(page);
  }
  await holds(page);
  for (const puzzle of ["connect-four/17", "no/1", "practise", "yours"]) {
    await page.goto(`/en-XA/puzzles#${puzzle}`);
    await expect(page.locator("nav [aria-current], .side a[href='#today']").first()).toBeVisible();
    await holds(page);
  }
  await page.locator("details summary").click();
  await holds(page);
});

fits("the check of programs", async (page) => {
  await page.goto("/en-XA/check");
  await page.locator("details summary").click();
  await page.locator("button[type=submit]").click();
  await expect(page.getByTestId("said")).not.toBeEmpty();
  await holds(page, "every layout");
});

fits("proofs", async (page) => {
  await page.goto("/en-XA/proof#rules=6,6,5");
  await expect(page.locator("[data-cell='0']")).toBeVisible({ timeout: 30_000 });
  await page.locator("[data-cell='14']").click();
  await expect(page.getByTestId("why")).not.toBeEmpty();
  await page.locator("details summary").click();
  await holds(page, "every layout");
  await page.goto("/en-XA/proof#rules=1,1,1");
  await expect(page.locator(".toast, [role=alert]").first()).toBeVisible();
  await expectTranslated(page);
});

fits("the atlas", async (page) => {
  await page.goto("/en-XA/atlas#rules=7,6,6");
  await expect(page.locator("#known-game")).toBeVisible();
  await holds(page, "every layout");
  for (const chart of await page.locator("[role=group] button").all()) {
    await chart.click();
    await expectTranslated(page);
    expect(await tooWide(page, [320, 683, 1280])).toEqual({});
  }
});

fits("the room for teachers", async (page) => {
  await page.goto("/en-XA/teach#codes");
  await page.locator("textarea").fill("1");
  await page.locator("#fill button").first().click();
  await expect(page.locator("#fill svg").first()).toBeVisible();
  await holds(page, "every layout");
});

fits("a server without a ledger", async (page) => {
  await page.goto("/en-XA/proofs");
  await expect(page.getByTestId("none")).toBeVisible();
  await holds(page, "every layout");
});

test("a mistake is told in German", { tag: "@deep" }, async ({ page }) => {
  test.slow(); // Python is started
  await page.goto("/de/check");
  await page.getByRole("button", { name: "Eines mit einem Fehler" }).click();
  await expect(page.getByRole("textbox")).toHaveValue(/function/);
  // German from here,
  await page.getByRole("button", { name: "Mein Programm prüfen" }).click();
  await expect(page.getByTestId("outcome")).toHaveText("Es kann verlieren.", { timeout: 60_000 });
  const finding = page.getByTestId("finding");
  await expect(finding).toContainText("Als O verliert es diese Partie: c1 a1 b2 a2 a3.");
  await expect(finding).toContainText("verliert in 6 Zügen");
  await expect(page.getByText("der beim Prüfen auf Sieg eine Reihe übersieht")).toBeVisible();
  await expect(page.getByTestId("stages")).toContainText(
    "4.520 Stellungen, alle Antworten erlaubt",
  );
  // and English again.
  expect(await tooWide(page, [320, 390])).toEqual({});
});

fits("the search theatre", async (page) => {
  await page.goto("/en-XA/search#position=X../.O./..X&search=alphabeta&with=minimax&depth=3");
  await page.locator("details summary").first().click();
  await expect(page.getByRole("tree")).toBeVisible();
  // An event of each kind, and the drawing's button.
  for (const key of ["ArrowRight", "ArrowRight", "v", "p", "o", "End"]) {
    await page.keyboard.press(key);
    await expectTranslated(page);
  }
  await holds(page, "every layout");
  await page.locator(".choices .button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await holds(page);
  for (const [search, found] of [
    ["#position=.../.../...&search=minimax", ".notice .button"],
    ["#rules=9,9", "[role=alert]"],
    ["#search=-", "[role=alert]"],
  ] as const) {
    await page.goto(`/en-XA/search${search}`);
    await expect(page.locator(found)).toBeVisible();
    await expectTranslated(page);
  }
});

test("Learn is read in German from chapter to chapter", async ({ page }) => {
  await page.goto("/de/learn");
  // The API's page is in English, which links to it say.
  const api = page.locator("header a[href='/docs']");
  const after = await api.evaluate((link) => getComputedStyle(link, "::after").content);
  expect(after).toBe('" EN"');
  await page.getByRole("link", { name: "Anfangen" }).click();
  await expect(page).toHaveURL(/\/de\/learn\/rules$/);
  await expect(page).toHaveTitle("Nach Regeln spielen · Noughts");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const question = page.locator("[data-question=list]");
  await question.getByRole("radio", { name: "Keine", exact: true }).check({ force: true });
  await question.getByRole("button", { name: "Meine Antwort prüfen" }).click();
  await expect(question.getByRole("status")).toContainText(/^\s*Ja\. \d+ Partien sind möglich/);
  await page.getByRole("link", { name: "Spiele sind Bäume" }).last().click();
  await expect(page).toHaveURL(/\/de\/learn\/trees$/);
});

fits("a board in another page", async (page) => {
  await page.goto("/en-XA/embed#rules=3,3,3&level=hard");
  await expect(page.locator("[data-cell='4']")).toBeVisible();
  await holds(page);
  await page.goto("/en-XA/embed#level=nobody");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.goto("/de/embed#level=hard");
  await expect(page.locator(".foot a")).toHaveAttribute("href", "/de/#level=hard");
  await page.goto("/de/embed#position=..O/.OX/XXO&search=minimax");
  await expect(page.getByRole("button", { name: "Abspielen" })).toBeVisible();
  // Chapters are in English.
  await page.goto("/de/embed#chapter=trees&question=games");
  await expect(page).toHaveURL(/\/embed\.html#chapter=trees/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("[data-question=games]")).toBeVisible();
});

test("dates are written as in the language of the page", async ({ page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 26, 12));
  await page.goto("/de/puzzles");
  await page.locator(".side .button.quiet").click();
  await expect(page.getByText("Die Lösungen vom 25. November 2026")).toBeVisible();
});

fits("a class", async (page, browser) => {
  await page.goto("/en-XA/game");
  await page.locator("input[value=class]").check({ force: true });
  await page.locator("button[type=submit]").click();
  await expect(page.locator(".summary")).toBeVisible();
  await holds(page);
  const [pupil, context] = await device(browser);
  await servePseudo(pupil);
  await pupil.goto(`/en-XA/game${new URL(page.url()).hash}`);
  await pupil.locator("button[type=submit]").click();
  await expect(pupil.locator(".top h1")).toBeVisible();
  await holds(pupil);
  await context.close();
  await holds(page);
});

// The build makes all languages alike: one with letters is seen in every run, and one without below.
for (const language of LANGUAGES) {
  const tag = language === "de" ? [] : "@deep";
  const name = `a game is reviewed in ${language}, whose rooms stay in it`;
  test(name, { tag }, async ({ page, game }) => {
    await page.goto(`/${language}/#rules=3,3,3&moves=b2-a2-a1-c3-b1-b3-c1`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(game.board).toBeVisible();
    await expect(page.locator("#review-title")).toBeVisible();
    await stays(page, language);
  });
}

/** The rooms with the most to press on a phone. */
const CROWDED = ["", "game", "lab", "learn/order"];

/** That pages have room for Japanese, which breaks a line at any letter. */
async function holdJapanese(page: Page, paths: string[]): Promise<void> {
  // What breaks anywhere is hardest in the smallest window.
  await page.setViewportSize({ width: 320, height: 640 });
  await answered(page);
  for (const path of paths) {
    await page.goto(`/ja/${path}`);
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(page.locator("main")).toBeVisible();
    await expect(page.locator(".part:empty")).toHaveCount(0);
    expect(await tooWide(page, [320], { oneRow: true }), path).toEqual({});
    expect(await widerWithLargeLetters(page, [320]), path).toEqual({});
  }
}

// What is longer than in English is seen in the pseudo-language, in every room.
test("a game is played in Japanese, which has room though it breaks lines anywhere", async ({
  page,
  game,
}) => {
  await game.open(LEVEL, "ja/");
  await playOn(page);
  await stays(page, "ja");
  await expectDialogsToFit(page);
  await holdJapanese(page, CROWDED);
});

test("all else has room for Japanese", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  const all = [...ROOMS, ...chapters.map(({ address }) => address.slice(1))];
  await holdJapanese(
    page,
    all.filter((path) => !CROWDED.includes(path)),
  );
});

test("a Vietnamese page, and no other, loads the hand's letters for it", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  const inHand = () => page.evaluate(() => document.fonts.check('1rem "Patrick Hand"', "Lượt"));
  await page.goto("/vi/");
  await expect.poll(inHand).toBe(true);
  expect(fonts.map((each) => /hand-(\w+)/.exec(each)?.[1]).sort()).toEqual(["latin", "vietnamese"]);
  // One letter each, as wide as without its accents; taken apart, they would stand side by side.
  const widths = await page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d")!;
    canvas.font = '40px "Patrick Hand"';
    return [..."eẻẽẹếể"].map((letter) => canvas.measureText(letter).width);
  });
  expect(new Set(widths).size).toBe(1);
  fonts.length = 0;
  await page.goto("/fr/");
  await expect.poll(() => fonts.length).toBe(1);
});

test.describe("a German reader", () => {
  test.use({ locale: "de-AT", serviceWorkers: "allow" });

  test("has the page in German, also without a network, until another language is chosen", async ({
    page,
    game,
    context,
  }) => {
    await page.goto("/#rules=3,3,3&moves=b2");
    await expect(page).toHaveURL(/\/de\/#rules=3,3,3&moves=b2/);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(game.board).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await keeps(page, "/de/index.html");

    await context.setOffline(true);
    await page.goto("/");
    await expect(page).toHaveURL(/\/de\//);
    await expect(game.board).toBeVisible();
    await game.cell(0).click();
    await page.getByRole("button", { name: "Teilen" }).click();
    await expect(page.getByRole("button", { name: "Link kopieren" })).toBeVisible();
    await page.goto("/lab");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { name: "Kein Netz" })).toBeVisible();
    await page.getByRole("link", { name: "Spielen" }).click();
    await expect(page).toHaveURL(/\/de\//);
    await expect(game.board).toBeVisible();
    await context.setOffline(false);

    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByLabel("Sprache").selectOption("en");
    await expect(page).toHaveURL(/[0-9]\/(#.*)?$/);
    const asked = page.waitForRequest(/api\/v1\/analysis/);
    await page.goto("/lab");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.goto("/#rules=4,4,3&moves=a1");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(game.board).toBeVisible();
    await page.keyboard.press("v");
    // The server's sentences are in the language of the page, not of the browser.
    expect((await asked).headers()["accept-language"]).toBe("en");
  });
});
