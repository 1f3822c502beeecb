import { expect, test, type Game } from "./test";

// As most people see it: strokes are drawn while one plays.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const byMouse = (game: Game) => (cell: number) => game.cell(cell).click();

/** Walk to the cell with the arrows from wherever the focus is, then press Enter. */
const byArrows = (game: Game) => async (cell: number) => {
  const focused = () =>
    game.page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.cell));
  await game.page.keyboard.press("Control+Home");
  for (let row = 0; row < Math.floor(cell / 3); row += 1) {
    await game.page.keyboard.press("ArrowDown");
  }
  for (let column = 0; column < cell % 3; column += 1) {
    await game.page.keyboard.press("ArrowRight");
  }
  expect(await focused()).toBe(cell);
  await game.page.keyboard.press("Enter");
};

const byNumber = (game: Game) => (cell: number) => game.page.keyboard.press(String(cell + 1));

test.describe("a full game against the computer", () => {
  test("is won against easy, by mouse, and leads on", async ({ game, page }) => {
    // The easy level draws its moves from these dice: always the first free cell.
    await page.addInitScript(() => (Math.random = () => 0));
    await game.open({ level: "easy" });
    for (const cell of [4, 2, 6]) await byMouse(game)(cell);
    await expect(game.status).toHaveText("You win");
    await expect(game.said).toHaveText("You: a3. You win.");
    await expect(page.locator(".strike")).toHaveCount(1);
    await expect(page.getByTestId("ending")).toContainText("You win!");
    await page.getByRole("button", { name: "Next: try beginner" }).press("Enter");
    await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
    await expect(page.getByLabel("Level", { exact: true })).toHaveValue("beginner");
    expect(await game.position()).toBe(".........");
  });

  for (const [name, hand, sides] of [
    ["arrows", byArrows, "O"],
    ["numbers", byNumber, "X"],
  ] as const) {
    test(`is drawn against hard as ${sides}, by ${name}`, async ({ game, page }) => {
      await game.open({ level: "hard", sides });
      await expect.poll(() => game.position()).toContain(sides === "X" ? "........." : "X");
      await page.getByRole("gridcell").first().focus();
      await game.finish("best", hand(game));
      await expect(game.status).toHaveText("A draw");
      await expect(page.locator(".ring")).toHaveCount(1);
      await expect(page.locator(".goal")).toContainText("1 draw in a row");
    });
  }

  test("is lost against hard, on purpose", async ({ game, page }) => {
    await game.open({ level: "hard" });
    await game.finish("worst", byMouse(game));
    await expect(game.status).toHaveText("Computer wins");
    await expect(page.locator(".strike")).not.toHaveCount(0);
    // Beside its button no word is broken, however large: two words have at most two lines.
    await page.setViewportSize({ width: 390, height: 800 });
    const lines = await game.status.evaluate((status) => {
      document.documentElement.style.fontSize = "200%";
      const range = document.createRange();
      range.selectNodeContents(status);
      const found = range.getClientRects().length;
      document.documentElement.style.fontSize = "";
      return found;
    });
    expect(lines).toBeLessThanOrEqual(2);
    const review = page.getByRole("heading", { name: "Review" });
    await expect(review).toBeVisible();
    // What is not of this game comes after it, to the eye and to keys.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const rest = page.getByRole("group", { name: "More" });
      expect((await rest.boundingBox())!.y).toBeGreaterThan((await review.boundingBox())!.y);
    }
    const stops = await page.locator(".side button").allInnerTexts();
    expect(stops.indexOf("Try again from there")).toBeLessThan(stops.indexOf("Set up a position"));
  });

  test("waits for the pause, and says that it is thinking", async ({ game }) => {
    await game.open({ level: "hard", pause: 10_000 });
    await game.cell(4).click();
    await expect(game.status).toHaveText("Computer is thinking");
    expect(await game.position()).toBe("....X....");
    // A cell that may not be played says so, and a tap on it does nothing.
    await expect(game.cell(0)).toHaveAttribute("aria-disabled", "true");
    await game.cell(0).click({ force: true });
    expect(await game.position()).toBe("....X....");
  });
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a game is drawn; everything to press is 44 pixels or more", async ({ game, page }) => {
    await game.open({ level: "hard" });
    await game.finish("best", (cell) => game.cell(cell).tap());
    await expect(game.status).toHaveText("A draw");
    await page.getByRole("button", { name: "Play again" }).tap();
    await game.cell(4).tap();
    const sizes = await page.locator("button:visible, [role=gridcell], select").evaluateAll((all) =>
      all.map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return [each.outerHTML.slice(0, 80), Math.min(width, height)] as const;
      }),
    );
    expect(sizes.length).toBeGreaterThan(9);
    expect(sizes.filter(([, size]) => size < 44)).toEqual([]);
  });
});

test("a best of three keeps its score over rounds and over a reload", async ({ game, page }) => {
  await game.open({ opponent: "person", length: 3, sides: "alternate" });
  const scores = page.locator("dd");
  for (const cell of [0, 3, 1, 4, 2]) await game.cell(cell).click();
  await expect(scores.nth(0)).toHaveText("1");
  await page.reload();
  await expect(scores.nth(0)).toHaveText("1");
  await expect(game.status).toHaveText("X wins");

  await page.getByRole("button", { name: "Next round" }).click();
  await expect(page.getByText("Round 2 of 3")).toBeVisible();
  // Player 1 has O now; the score stays with the player.
  for (const cell of [0, 3, 1, 4, 8, 5]) await game.cell(cell).click();
  await expect(game.status).toHaveText("O wins");
  await expect(scores.nth(0)).toHaveText("2");
  await expect(page.locator(".series")).toHaveText("Player 1 wins the series, 2 to 0.");
  await page.getByRole("button", { name: "New series" }).click();
  await expect(scores.nth(0)).toHaveText("0");
});

test("a new game is set up in the dialog, by keyboard alone", async ({ game, page }) => {
  await game.open();
  await page.getByRole("button", { name: "New game" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New game" });
  await expect(dialog).toBeVisible();
  // On a phone a shadow of the last line shows that there is more below.
  await page.setViewportSize({ width: 390, height: 844 });
  const none = /^none|^rgba\(0, 0, 0, 0\)/;
  await expect(dialog.locator(".finish")).not.toHaveCSS("box-shadow", none);
  await dialog.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  await expect(dialog.locator(".finish")).toHaveCSS("box-shadow", none);
  await dialog.getByRole("radio", { name: "someone here" }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("radio", { name: "best of 5" }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Start", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Round 1 of 5")).toBeVisible();
  await expect(game.status).toHaveText("X to move");
});

test("a new game is offered on the board of the game that a link brought", async ({ page }) => {
  await page.goto("/#rules=15,15,5&moves=h8");
  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.getByRole("button", { name: "Gomoku" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("Start asks before it throws away a game that is under way", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  const dialog = page.getByRole("dialog", { name: "New game" });
  const start = async () => {
    await page.getByRole("button", { name: "New game" }).click();
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
  };
  await start(); // nothing is lost yet
  await expect(dialog).toBeHidden();
  await game.cell(4).click();
  await start();
  await expect(dialog).toContainText(
    "Your game isn't over yet. If you start a new one, it is lost.",
  );
  expect(await game.position()).toBe("....X....");
  // A second press of Enter loses nothing.
  await expect(dialog.getByRole("button", { name: "Keep playing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await game.position()).toBe("....X....");
  await start();
  await dialog.getByRole("button", { name: "End it and start" }).click();
  await expect(dialog).toBeHidden();
  expect(await game.position()).toBe(".........");
});
