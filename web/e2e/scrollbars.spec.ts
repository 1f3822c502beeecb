/** Boards that fit their frames have no scrollbars, in a browser that shows them. */

import { expect, test, type Page } from "./test";

// Their browser is one of its own: one is enough.
test.describe.configure({ mode: "default" });
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

/** The frames that take room for scrollbars, or have something to scroll; not the page itself. */
const scrolling = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((frame) => /auto|scroll/.test(getComputedStyle(frame).overflow))
      .filter((frame) => frame.checkVisibility() && !frame.matches("dialog"))
      .filter((frame) => {
        const { borderLeftWidth, borderRightWidth } = getComputedStyle(frame);
        const edges = parseFloat(borderLeftWidth) + parseFloat(borderRightWidth);
        return (
          frame.offsetWidth - edges > frame.clientWidth ||
          frame.scrollWidth > frame.clientWidth ||
          frame.scrollHeight > frame.clientHeight
        );
      })
      .map(
        (frame) =>
          `${frame.className}: ${frame.scrollWidth}×${frame.scrollHeight} in ${frame.clientWidth}×${frame.clientHeight}`,
      ),
  );

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** Look at what is open in each window. */
async function inEachWindow(
  page: Page,
  look: (at: string) => Promise<void>,
  windows = WINDOWS,
): Promise<void> {
  for (const window of windows) {
    await page.setViewportSize(window);
    await look(`at ${window.width}×${window.height}`);
  }
}

/** The last two are too wide for a phone. */
const BOARDS = ["3,3,3", "7,6,4 gravity", "5,5,4 torus", "4,4,4,4", "10,10,5", "15,15,5"];

for (const coordinates of [false, true])
  test(`no board has scrollbars, coordinates ${coordinates ? "on" : "off"}`, async ({
    game,
    page,
  }) => {
    await game.open({ opponent: "person", coordinates });
    // Without them it is the shape of the board that differs.
    for (const rules of coordinates ? BOARDS : BOARDS.slice(0, 2)) {
      const sides = rules.split(" ")[0]!.split(",").slice(0, -1).map(Number);
      await page.goto(`/#rules=${rules.replaceAll(" ", "+")}`);
      await expect(page.getByRole("grid")).toHaveAttribute("aria-label", /to move|tap/i);
      await expect(page.getByRole("gridcell")).toHaveCount(sides.reduce((a, b) => a * b, 1));
      const windows = sides[0]! < 10 ? WINDOWS : WINDOWS.filter(({ width }) => width > 600);
      await inEachWindow(
        page,
        (at) => expect.poll(() => scrolling(page), `${rules} ${at}`).toEqual([]),
        windows,
      );
    }
  });

test("nor has the board that ends with a line or a draw", async ({ game, page }) => {
  await game.open({ opponent: "person" });
  for (const moves of ["b2-a2-a1-c3-b1-b3-c1", "b2-a1-c1-a3-a2-c2-b1-b3-c3"]) {
    await page.goto(`/#rules=3,3,3&moves=${moves}`);
    await expect(page.locator(".ring, .strike").first()).toBeAttached();
    await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
    await inEachWindow(page, async (at) => expect(await scrolling(page), at).toEqual([]));
  }
});

test("nor has the board of a position that is set up", async ({ game, page }) => {
  await game.open();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await expect(page.getByRole("dialog").getByRole("grid")).toBeVisible();
  await inEachWindow(page, async (at) => expect(await scrolling(page), at).toEqual([]));
});

test("nor has the board of a proof, or of a search", async ({ page }) => {
  for (const [path, frames] of [
    ["/search", "board"],
    ["/proof#rules=4,4,4", "table"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("grid")).toBeVisible();
    await inEachWindow(page, async (at) => {
      const ours = (await scrolling(page)).filter((frame) => frame.startsWith(frames));
      expect(ours, at).toEqual([]);
    });
  }
});
