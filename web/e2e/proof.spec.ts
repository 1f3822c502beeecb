/** Proofs: checked in the page, played against, and kept for when there is no network. */

import { readFileSync } from "node:fs";
import { violations, violationsInLight } from "./axe";
import { keepsItsShape } from "./layout";
import { answered } from "./reader";
import { expect, test, type Page } from "./test";

/** Open a proof, and wait until it has been checked. */
async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`/proof${hash}`);
  await holds(page);
}

const holds = (page: Page) => expect(page.locator(".verdict")).toContainText("The proof is right.");
const why = (page: Page) => page.getByTestId("why");
const free = (page: Page) => page.locator('[role=gridcell][aria-disabled="false"]');

/** Play the first free cell until the game is over. */
async function playOn(page: Page): Promise<void> {
  const stones = page.locator("g.mark");
  await free(page).first().waitFor();
  for (let turn = 0; turn < 40 && (await free(page).count()) > 0; turn += 1) {
    const before = await stones.count();
    await free(page).first().click();
    await expect.poll(() => stones.count()).toBeGreaterThan(before);
  }
}

test("a game that is over offers its proof, which the browser checks", async ({ game, page }) => {
  await game.open({}, "#rules=3,3,3&moves=b2-a1-c3-a3-a2-c2-b1-b3-c1");
  await expect(page.getByText("Proved for perfect play from the start: a draw.")).toBeVisible();
  await page.getByRole("link", { name: "Check this proof" }).click();
  await expect(page).toHaveURL(/\/proof#rules=3,3,3$/);
  await holds(page);
  await expect(page.locator("main")).toContainText("This game is a draw");
  await expect(page.locator("main")).toContainText("14 claims, each checked");
  await expect(page.getByTestId("said")).toHaveText("The proof is right.");
});

test("no stone of O's helps against the proof of a win, which axe can read", async ({ page }) => {
  await open(page, "#rules=6,5,4");
  await expect(why(page)).toContainText("how the proof begins");
  await expect(page.getByRole("gridcell", { name: /in the zone/ }).first()).toBeVisible();
  await free(page).nth(5).click();
  await expect(page.locator("g.mark")).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  await playOn(page);
  await expect(why(page)).toContainText("X wins, as the proof says.");
  await page.getByText("All moves and their reasons").click();
  await expect(page.locator("details li").first()).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.locator("g.mark")).toHaveCount(1);
});

test("pairs have their numbers, and the other cell is the answer", async ({ page }) => {
  await open(page, "#rules=7,7,6");
  const paired = page.getByRole("gridcell", { name: /pair, 1$/ });
  await expect(paired).toHaveCount(2);
  const other = (await paired.last().getAttribute("data-cell"))!;
  await paired.first().click();
  await expect(why(page)).toContainText("the other cell of the pair");
  await expect(page.locator(`[data-cell="${other}"]`)).toHaveAttribute("aria-label", /, O$/);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator("g.mark")).toHaveCount(0);
});

test("the page of the proofs neither overflows nor jumps, by keys", async ({ page }) => {
  await keepsItsShape(page, async () => {
    await open(page, "#rules=4,4,4");
    await page.getByRole("gridcell").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.locator('[data-cell="1"]')).toHaveAttribute("aria-label", "b1, X");
    await expect(page.locator("g.mark")).toHaveCount(2);
  });
});

test("a file of one's own is checked, and refused if it is none", async ({ page, request }) => {
  await open(page, "#rules=3,3,3");
  const list = (await (await request.get("/proofs.json")).json()) as {
    rules: string;
    address: string;
    bytes: number;
  }[];
  const entry = list.find(({ rules }) => rules === "4,3,3")!;
  const content = await (await request.get(entry.address)).body();
  expect(content.length).toBe(entry.bytes);
  const put = (buffer: Buffer) =>
    page
      .getByLabel("Or a file of your own")
      .setInputFiles({ name: "own.cert", mimeType: "application/gzip", buffer });
  await put(content);
  await expect(page.locator("main")).toContainText("This game: X wins, whatever O does.");
  const changed = Buffer.from(content);
  changed[100]! ^= 1;
  await put(changed);
  await expect(page.locator("main").getByText("This file is not a proof.")).toBeVisible();
  await expect(page.locator("main")).toContainText("Its digest is wrong: the file is damaged.");
  // The game in the address can be chosen again.
  await page.getByRole("combobox", { name: "Game" }).selectOption("Tic-tac-toe: a draw");
  await holds(page);
  const field = page.getByLabel("Or a file of your own");
  await expect(field).toHaveValue("");
  // All rooms have the same field. A file that has been mended can be chosen again: browsers say
  // nothing of one that is chosen already.
  await put(content);
  await expect(field).not.toHaveValue("");
  const choosing = page.waitForEvent("filechooser");
  await field.click();
  await choosing;
  await expect(field).toHaveValue("");
});

test("rules that have no proof are told so, and another game can be chosen", async ({ page }) => {
  await page.goto("/proof#rules=19,19,5");
  await expect(page.locator(".toast")).toContainText("We have no proof");
  await expect(page.getByTestId("said")).toContainText("We have no proof");
  await page
    .getByRole("combobox", { name: "Game" })
    .selectOption({ label: "3 in a row on 4×3: X wins" });
  await holds(page);
  await expect(page).toHaveURL(/#rules=4,3,3$/);
});

test("the chapter on ideas lets its reader check a proof and play against it", async ({ page }) => {
  await answered(page);
  await page.goto("/learn/ideas");
  await page.getByRole("button", { name: "Check this proof" }).click();
  await holds(page);
  await page.locator(".against [data-cell]").first().click();
  await expect(why(page)).not.toBeEmpty();
});

// Checking it takes a machine ten seconds; the tests of Python's checker do that.
test("Connect Four after a first move has a proof of its own", async ({ page, request }) => {
  await page.goto("/proof#rules=19,19,5");
  const games = page.getByRole("combobox", { name: "Game" });
  const game = "Connect Four, after b: O wins";
  await games.selectOption({ label: game });
  await expect(page).toHaveURL(/#rules=7,6,4\+gravity&moves=b$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(games.locator("option:checked")).toHaveText(game);
  const link = page.getByRole("link", { name: "This certificate" });
  const name = "7,6,4-gravity-after-b.cert";
  await expect(link).toHaveAttribute("download", name);
  const content = await (await request.get((await link.getAttribute("href"))!)).body();
  const file = readFileSync(new URL(`../../certificates/${name}`, import.meta.url));
  expect(content.equals(file)).toBe(true);
});

test("a proof under gravity is checked, and follows its diagram", async ({ page }) => {
  const vectors = JSON.parse(
    readFileSync(new URL("../generated/certificates.json", import.meta.url), "utf8"),
  ) as { how: string; file: string; shown?: string[] }[];
  const { file } = vectors.find(({ how, shown }) => how === "connect-four" && shown)!;
  await open(page, "");
  await page.locator("input[type=file]").setInputFiles({
    name: "connect-four.cert",
    mimeType: "application/gzip",
    buffer: Buffer.from(file, "base64"),
  });
  await expect(page.locator("main")).toContainText("This position: O wins, whatever X does.");
  await expect(page.locator("main")).toContainText("docs/reference/gravity-certificates.md");
  // The board shows what the diagram answers: an arrow below a cell that goes to O.
  const lower = page.getByRole("gridcell", { name: /answered right above, ↑$/ }).last();
  await expect(lower).toHaveText("↑");
  const upper = Number(await lower.getAttribute("data-cell")) - 7;
  await expect(page.locator(`[data-cell="${upper}"]`)).toHaveText("O");
  expect(await violationsInLight(page)).toEqual([]);
  await playOn(page);
  await expect(why(page)).toContainText("O wins, as the proof says.");
});
