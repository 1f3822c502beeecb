import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { violations, violationsInLight } from "./axe";
import { jumped, overflow, tooWide, watchJumps, widerWithLargeLetters, WINDOWS } from "./layout";
import { expect, test, type Game } from "./test";

const more = (game: Game, name: string) =>
  game.page.getByRole("group", { name: "More" }).getByRole("button", { name }).click();

const press = (game: Game, name: string) =>
  game.page.getByRole("button", { name, exact: true }).click();

/** Every state of the game, in as few visits as they can be reached in; each is looked at there. */
const VISITS: Record<
  string,
  (game: Game, look: (state: string) => Promise<void>) => Promise<void>
> = {
  "a game and all that opens over it": async (game, look) => {
    const { page } = game;
    const dialog = page.getByRole("dialog");
    const close = async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    };
    await game.open();
    await look("a fresh game");
    for (const name of ["New game", "Settings"]) {
      await press(game, name);
      await expect(dialog).toBeVisible();
      await look(name);
      await close();
    }
    await press(game, "Share");
    await expect(dialog).toBeVisible();
    await look("what can be shared");
    await press(game, "Open a game");
    await page.getByRole("textbox").fill("b2 b2");
    await press(game, "Open");
    await expect(page.getByRole("alert")).toContainText("b2 b2");
    await look("a text that is no game");
    await close();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await look("the keys");
    await close();
    await more(game, "Set up a position");
    await dialog.locator('[data-cell="4"]').click();
    await look("a position to set up");
    await close();
    await more(game, "Present");
    await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
    await look("a board for the whole class");
  },
  "a game with values and a hint": async (game, look) => {
    await game.open({ values: true, level: "hard" });
    await game.cell(4).click();
    await expect(game.status).toHaveText("Your turn");
    for (const name of ["Hint", "Show me"]) await press(game, name);
    await expect(game.page.locator(".note").first()).toBeVisible();
    await look("values and a hint");
  },
  "a won game with its review, and another try": async (game, look) => {
    await game.open({ opponent: "person" }, "#rules=3,3,3&moves=b2-a2-a1-c3-b1-b3-c1");
    const { page } = game;
    await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
    // Strokes follow the motion setting.
    for (const [reducedMotion, drawn] of [
      ["no-preference", /draw$/],
      ["reduce", "none"],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      for (const stroke of [".mark path", ".strike", ".rule path"])
        await expect(page.locator(stroke).first()).toHaveCSS("animation-name", drawn);
    }
    await expect(page.locator(".reason").last()).toBeVisible();
    expect(await widerWithLargeLetters(page), "with letters twice as large").toEqual({});
    await page.setViewportSize({ width: 1280, height: 720 });
    await look("a won game with its review");
    await press(game, "Try again from there");
    await game.cell(0).click();
    await expect(game.page.getByRole("group", { name: /^Tried at move/ })).toBeVisible();
    await look("a game with branches");
  },
  "a drawn game, and the games of this device": async (game, look) => {
    await game.open({ level: "hard" });
    await game.finish("best", (cell) => game.cell(cell).click());
    await more(game, "My games");
    await expect(game.page.getByRole("dialog").locator("tbody tr")).toHaveCount(1);
    await look("the games of this device");
  },
  "a position from a link, with wins and losses": async (game, look) => {
    await game.open({ values: true }, "#rules=3,3,3&position=XX./OO./...");
    await expect(game.page.locator(".note.win").first()).toBeVisible();
    await look("how to go on");
  },
  "three layers": async (game, look) => {
    await game.open({ opponent: "person" }, "#rules=3,3,3,3&moves=b2b-a1a");
    await look("three layers");
  },
  "a large board with values": async (game, look) => {
    await game.open({ opponent: "person", values: true }, "#rules=15,15,5&moves=h8-h9");
    const { page } = game;
    // Values are letters if they are proved, and otherwise guesses.
    await expect(page.locator(".cell .note.guess").first()).toHaveText(/^[1-5]$/);
    await expect(page.locator(".cell .note.win")).toHaveCount(0);
    await look("a large board");
    await expect(page.getByRole("gridcell")).toHaveCount(225);
    // However large the letters are, the words above it and some of the page stay in sight.
    await page.setViewportSize({ width: 320, height: 568 });
    const frame = await page.locator(".table").evaluate((table) => {
      document.documentElement.style.fontSize = "200%";
      const { height } = table.getBoundingClientRect();
      document.documentElement.style.fontSize = "";
      return height;
    });
    expect(frame).toBeLessThanOrEqual(0.6 * 568);
    expect(await tooWide(page)).toEqual({});
  },
  "trouble, in a series": async (game, look) => {
    const series = { opponent: "person", length: 3, sides: "alternate" };
    await game.open(series, "#rules=3,3,3&moves=b2-b2");
    await expect(game.page.locator(".toast")).toBeVisible();
    await look("trouble");
  },
  "a board in another page": async ({ page }, look) => {
    await page.goto("/embed#rules=3,3,3&moves=b2-a1&level=easy");
    await expect(page.getByRole("status")).not.toBeEmpty();
    await look("a board in another page");
  },
};

for (const [name, reach] of Object.entries(VISITS)) {
  test(`axe finds nothing wrong with ${name}`, async ({ game, page }) => {
    // What opens over a game is made of the same: the settings have all its controls.
    const alike = ["New game", "what can be shared", "a text that is no game", "the keys"];
    await reach(game, async (state) => {
      const judge = alike.includes(state) ? violationsInLight : violations;
      expect.soft(await judge(page), state).toEqual([]);
    });
  });
}

test("on a phone with letters twice as large, a notice and a dialog are whole", async ({
  game,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await game.open({}, "#rules=3,3");
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect((await page.locator(".toast").boundingBox())!.y).toBeGreaterThanOrEqual(0);
  await press(game, "Close");
  await more(game, "Set up a position");
  const beside = page.getByRole("dialog").evaluate((each) => each.scrollWidth - each.clientWidth);
  expect(await beside).toBe(0);
});

test("the board is a grid of named cells; one region tells changes", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  // Changes are told by one region alone, politely.
  await expect(page.locator("[aria-live]")).toHaveCount(1);
  await expect(game.said).toHaveAttribute("aria-live", "polite");
  await game.cell(4).click();
  await expect(game.board).toMatchAriaSnapshot(`
    - grid "Board, 3 in a row on 3×3. O to move":
      - rowgroup:
        - row "a1, empty b1, empty c1, empty":
          - gridcell "a1, empty"
          - gridcell "b1, empty"
          - gridcell "c1, empty"
        - row "a2, empty b2, X c2, empty":
          - gridcell "a2, empty"
          - gridcell "b2, X" [disabled]
          - gridcell "c2, empty"
        - row "a3, empty b3, empty c3, empty":
          - gridcell "a3, empty"
          - gridcell "b3, empty"
          - gridcell "c3, empty"
  `);
  // One stop for Tab, the rest for the arrows; taken cells can still be visited.
  expect(await page.locator("[role=gridcell][tabindex='0']").count()).toBe(1);
  await expect(game.cell(4)).toBeFocused();
  await expect(game.cell(4)).not.toHaveAttribute("disabled");
  for (const [key, cell] of [
    ["ArrowUp", 1],
    ["End", 2],
    ["ArrowRight", 2],
    ["ArrowDown", 5],
    ["Home", 3],
    ["Control+End", 8],
    ["ArrowDown", 8],
    ["Control+Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(game.cell(cell)).toBeFocused();
  }
});

test("the shortcuts of one key can be switched off", async ({ game, page }) => {
  await game.open({ keys: false });
  await page.keyboard.press("?");
  await page.keyboard.press("v");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Values" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
});

test("the shortcuts are shown by ? and work", async ({ game, page }) => {
  await game.open({ level: "hard" });
  const keys = page.getByRole("dialog", { name: "Keys" });
  await page.keyboard.press("?");
  await expect(keys).toBeVisible();
  // A key pressed between the closing of a dialog and the browser's event that tells of it.
  for (const closing of ["Escape", "Close"]) {
    await page.evaluate(async (way) => {
      const dialog = document.querySelector("dialog")!;
      if (way === "Escape") dialog.requestClose();
      else dialog.querySelector<HTMLElement>("[aria-label=Close]")!.click();
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
      await new Promise((done) => dialog.addEventListener("close", done));
    }, closing);
    await expect(keys, closing).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("body")).toBeFocused();
  await page.keyboard.press("5");
  await expect.poll(() => game.position()).toContain("O");
  await expect(game.status).toHaveText("Your turn");
  await page.keyboard.press("u");
  expect(await game.position()).toBe(".........");
  await page.keyboard.press("r");
  expect(await game.position()).toContain("X");
  await page.keyboard.press("v");
  await expect(page.locator(".cell .note").first()).toBeVisible();
  await page.keyboard.press("h");
  await expect(game.said).not.toBeEmpty();
  // A game that is under way is not thrown away by a key.
  await page.keyboard.press("n");
  const start = page.getByRole("button", { name: "Start", exact: true });
  await expect(start).toBeVisible();
  expect(await game.position()).toContain("X");
  await start.click();
  await page.getByRole("button", { name: "End it and start" }).click();
  await expect.poll(() => game.position()).toBe(".........");
});

test("in forced colours everything drawn is in the system's colours", async ({ game, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await game.open({ opponent: "person" });
  for (const cell of [4, 0]) await game.cell(cell).click();
  const seen = await page.evaluate(() => {
    const stroke = (selector: string) => getComputedStyle(document.querySelector(selector)!).stroke;
    const probe = document.body.appendChild(document.createElement("i"));
    const system = (name: string) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    };
    return {
      x: [stroke("g.X"), system("CanvasText")],
      o: [stroke("g.O"), system("LinkText")],
      rule: [stroke(".rule"), system("CanvasText")],
    };
  });
  for (const [drawn, system] of Object.values(seen)) expect(drawn).toBe(system);
});

test("each theme can be set and is kept", async ({ game, page }) => {
  await game.open();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [theme, name] of [
    ["light", "paper"],
    ["dark", "slate"],
    ["contrast", "high contrast"],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme === "light" ? "dark" : "light" });
    const before = await paper();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name }).check({ force: true });
    expect(await paper(), theme).not.toBe(before);
    const after = await paper();
    await page.getByRole("button", { name: "Close" }).click();
    await page.reload();
    expect(await paper(), theme).toBe(after);
  }
});

test("a dialog's end is seen on a small phone; boxes are of one size", async ({ game, page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await game.open();
  await page.getByRole("button", { name: /^New/ }).click();
  const start = page.getByRole("button", { name: "Start", exact: true });
  await expect(start).toBeInViewport({ ratio: 1 });
  const last = page.getByRole("checkbox").last();
  await last.focus();
  const [over, under] = [await start.boundingBox(), await last.boundingBox()];
  expect(under!.y + under!.height).toBeLessThanOrEqual(over!.y);

  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Settings" }).click();
  const boxes = page.getByRole("dialog").getByRole("checkbox");
  await expect(boxes.nth(1)).toBeVisible();
  const widths = await boxes.evaluateAll((all) =>
    all.map((box) => box.getBoundingClientRect().width),
  );
  expect(new Set(widths).size).toBe(1);
});

test("nothing jumps when a page arrives in pieces", async ({ page, baseURL }) => {
  const server = createServer(async ({ url }, answer) => {
    const whole = await fetch(`${baseURL}${url}`);
    const type = whole.headers.get("content-type")!;
    const body = Buffer.from(await whole.arrayBuffer());
    answer.setHeader("content-type", type);
    if (type.startsWith("text/html"))
      for (let at = 0; at < body.length; at += 2000) {
        answer.write(body.subarray(at, at + 2000));
        await setTimeout(50);
      }
    answer.end(type.startsWith("text/html") ? undefined : body);
  }).listen(0, "127.0.0.1");
  try {
    await watchJumps(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const { port } = server.address() as AddressInfo;
    for (const path of ["/", "/learn/order"]) {
      await page.goto(`http://127.0.0.1:${port}${path}`);
      expect(await jumped(page), path).toBeLessThan(0.01);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

for (const [width, height] of WINDOWS) {
  test(`nothing jumps at ${width}×${height}, and nothing overflows`, async ({ game, page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.setViewportSize({ width, height });
    await watchJumps(page);
    await game.open({ level: "hard", pause: 100 });
    await game.finish("best", (cell) => game.cell(cell).click());
    expect(await jumped(page)).toBeLessThan(0.01);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    if (width === 320) return;
    for (const [wide, high] of [
      [390, 844],
      [844, 390],
      [720, 450],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width: wide, height: high });
      expect(await overflow(page), `at ${wide}×${high}`).toBeLessThanOrEqual(0);
    }
  });
}
