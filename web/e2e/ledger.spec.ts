/** Proofs under way: drawn, gone into, read as tables, and followed while they grow. */

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { violations } from "./axe";
import { tooWide, widerWithLargeLetters } from "./layout";
import { PYTHON } from "./program";
import { servePseudo, untranslated } from "./pseudo";
import { expect, test, type Page } from "./test";

/** Go on with the proofs of games in ledgers, for so many nodes each or to their ends. */
const prove = (nodes: number | null, ledgers: Record<string, string>) =>
  execFileSync(
    PYTHON,
    [
      "-c",
      "import sys; from tests.proofs.ledger.making import made\n" +
        "nodes, *ledgers = sys.argv[1:]\n" +
        "for each in ledgers: made(*each.split('|'), int(nodes))",
      String(nodes ?? 0),
      ...Object.entries(ledgers).map((each) => each.join("|")),
    ],
    { cwd: ".." },
  );

/** Begin a server that shows ledgers; return it and its address. */
async function serve(...ledgers: string[]): Promise<[ChildProcess, string]> {
  const options = ["--no-browser", "--no-games", "--port", "0", "--workers", "1"];
  const shown = ledgers.flatMap((ledger) => ["--ledger", ledger]);
  const server = spawn(PYTHON, ["-m", "noughts", "serve", ...options, ...shown]);
  const address = await new Promise<string>((found) => {
    server.stdout.on("data", (said: Buffer) => {
      const link = /(http:\S+)\/proofs/.exec(said.toString());
      if (link) found(link[1]!);
    });
  });
  return [server, address];
}

test.describe("a server with a ledger", () => {
  test.describe.configure({ mode: "serial" });

  let folder: string;
  let server: ChildProcess;
  let address: string;
  const ledger = () => join(folder, "544.ledger");

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "noughts-ledger-"));
    const qubic = join(folder, "qubic.ledger");
    prove(300, { [ledger()]: "5,4,4", [qubic]: "4,4,4,4" });
    [server, address] = await serve(ledger(), qubic);
  });
  test.afterAll(() => {
    server.kill();
    rmSync(folder, { recursive: true });
  });

  const open = async (page: Page) => {
    await page.goto(`${address}/proofs`);
    await expect(page.getByTestId("map").locator(".tile").first()).toBeVisible();
  };

  test("has all its words in the catalogue, and they fit", { tag: "@deep" }, async ({ page }) => {
    await servePseudo(page);
    await page.goto(`${address}/en-XA/proofs`);
    await expect(page.getByTestId("map").locator(".tile").first()).toBeVisible();
    const machine = new RegExp(hostname());
    expect((await untranslated(page)).filter((text) => !machine.test(text))).toEqual([]);
    expect(await tooWide(page)).toEqual({});
    expect(await widerWithLargeLetters(page)).toEqual({});
  });

  test("draws its moves, which lead on and back", async ({ page }) => {
    // A server with one ledger calls it by its game.
    await page.route("**/api/v1/ledgers", async (route) => {
      const response = await route.fetch();
      const [first] = (await response.json()) as unknown[];
      await route.fulfill({ response, json: [first] });
    });
    await page.goto(`${address}/proof`);
    await page.getByRole("link", { name: "In progress: 5,4,4" }).click();
    await expect(page.getByTestId("value")).toHaveText("Not proved yet.");
    const map = page.getByTestId("map");
    const move = (await map.getByRole("link").first().getAttribute("aria-label"))!.slice(0, 2);
    await map.getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/proofs#moves=${move}$`));
    const crumbs = page.getByRole("navigation", { name: "The moves to this position" });
    await expect(crumbs).toHaveText(new RegExp(`First position\\s*${move}`));
    await expect(page.getByTestId("told")).toContainText("O is to move.");
    await expect(page.getByRole("img", { name: /^The position: .*X/ })).toBeVisible();
    await crumbs.getByRole("link", { name: "First position" }).click();
    await expect(page.getByTestId("told")).toContainText("X is to move.");
  });

  test("has all moves and all numbers as tables too", async ({ page }) => {
    await open(page);
    await page.getByText("All moves as a table").click();
    const moves = page.getByRole("region", { name: "All moves, as a table" });
    await expect(moves.getByRole("rowheader")).toHaveCount(6); // of 20, up to symmetry
    await page.getByText("As a table", { exact: true }).click();
    const numbers = page.getByRole("region", { name: "The numbers of X, as a table" });
    expect(await numbers.getByRole("row").count()).toBeGreaterThan(10);
    await expect(page.locator(".guess")).toContainText("A guess of the work left: if X wins, some");
    expect(await violations(page)).toEqual([]);
  });

  test("is followed while the proof goes on", async ({ page }) => {
    await open(page);
    prove(null, { [ledger()]: "5,4,4" });
    // A page that is seen again asks at once; the server's last answer is good for a second.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      const value = page.getByTestId("value");
      await expect(value).toHaveText("Proved: it is a draw.", { timeout: 1500 });
    }).toPass({ timeout: 10_000 });
    await expect(page.getByRole("list", { name: "What the patterns mean" })).toContainText(
      "X does not win, proved",
    );
    await expect(page.locator(".guess")).toHaveCount(0);
  });

  test("draws a box with all its layers in place, and names their cells", async ({ page }) => {
    await open(page);
    await page.getByRole("combobox", { name: "Proof" }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/#ledger=2$/);
    const drawn = page.getByRole("img", { name: /^The position/ });
    await expect(drawn.locator(".grid")).toHaveCount(4);
    const place = (await drawn.boundingBox())!;
    const grids = await drawn.locator(".grid").all();
    const names = await Promise.all(
      Object.entries({ d: 4, 4: 4, "layer a": 1, "layer d": 1 }).map(async ([name, times]) => {
        const found = drawn.locator("text").filter({ hasText: new RegExp(`^${name}$`) });
        await expect(found, name).toHaveCount(times);
        return found.all();
      }),
    );
    // A text's box is as high as its font, which its letters are not.
    for (const [each, slack] of [
      ...grids.map((grid) => [grid, 0] as const),
      ...names.flat().map((name) => [name, 4] as const),
    ]) {
      const { x, y, width, height } = (await each.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(place.x - slack);
      expect(x + width).toBeLessThanOrEqual(place.x + place.width + slack);
      expect(y).toBeGreaterThanOrEqual(place.y - slack);
      expect(y + height).toBeLessThanOrEqual(place.y + place.height + slack);
    }
  });
});

test("a server without one says how to get one", async ({ page }) => {
  await page.goto("/proofs");
  await expect(page.getByTestId("none")).toContainText("noughts serve --ledger 885.ledger");
  await page.goto("/proof");
  await expect(page.locator(".verdict")).toBeVisible();
  await expect(page.getByRole("link", { name: /^In progress/ })).toHaveCount(0);
});
