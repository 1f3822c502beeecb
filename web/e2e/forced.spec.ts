/** Forced colours: the system's own few, in both themes. Every word and edge has to be seen. */

import { labels } from "./contrast";
import { ask } from "./looks";
import { answered } from "./reader";
import { expect, test, type Game, type Page } from "./test";

const NEW_GAME = "New game";

/** Every page in the states that show its buttons, options and bars. */
const SCREENS: Record<string, (page: Page, game: Game) => Promise<void>> = {
  "a game with its values and a hint": async (page, game) => {
    await game.open({ values: true, level: "hard" });
    await page.getByRole("button", { name: "Hint" }).click();
  },
  "a game that is over": async (page, game) => {
    await game.open({}, "#rules=3,3,3&moves=b2-a2-a1-c3-b1-b3-c1");
    await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
  },
  "a new game": async (page, game) => {
    await game.open();
    await page.getByRole("button", { name: NEW_GAME }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the settings": async (page, game) => {
    await game.open();
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the games of this device": async (page, game) => {
    await game.open({ level: "hard" });
    await game.finish("best", (cell) => game.cell(cell).click());
    await more(page, "My games");
    await expect(page.getByRole("dialog").locator("tbody tr")).toHaveCount(1);
  },
  "a position to set up for a game": async (page, game) => {
    await game.open();
    await more(page, "Set up a position");
    await page.getByRole("dialog").locator('[data-cell="4"]').click();
  },
  "a board for the whole class": async (page, game) => {
    await game.open();
    await more(page, "Present");
    await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
  },
  "what can be shared": async (page, game) => {
    await game.open();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "how to go on with a game from a link": async (page, game) => {
    await game.open({}, "#moves=b2-a1");
    await expect(page.getByRole("button", { name: "O, against the computer" })).toBeVisible();
  },
  "a board in another page": async (page) => {
    await page.goto("/embed#rules=3,3,3&moves=b2-a1&level=easy");
    await expect(page.getByRole("status")).not.toBeEmpty();
  },
  "a game to make with a friend": (page) => open(page, "/game"),
  "a game that waits for a friend": async (page) => {
    await open(page, "/game");
    await page.getByRole("button", { name: "Make the link" }).click();
    await expect(page.getByRole("textbox", { name: "The link" })).toBeVisible();
  },
  "the overview of the chapters": (page) => open(page, "/learn"),
  "a question that waits for an answer": async (page) => {
    await open(page, "/learn/trees");
    await page.locator(".question input").first().check({ force: true });
  },
  "a chapter whose questions are answered": async (page) => {
    await answered(page);
    await open(page, "/learn/minimax");
  },
  "the chapter of the proof": (page) => open(page, "/learn/proof"),
  "a search": async (page) => {
    await open(page, "/search");
    await expect(page.getByTestId("clock")).toBeVisible();
  },
  "a position to set up": async (page) => {
    await open(page, "/search");
    await page.getByRole("button", { name: "Position" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the laboratory": (page) => open(page, "/lab"),
  "a proof that holds": async (page) => {
    await open(page, "/proof#rules=6,5,4");
    await expect(page.getByText("It holds.")).toBeVisible();
  },
  "the page of the API": (page) => open(page, "/docs"),
};

const more = (page: Page, name: string) =>
  page.getByRole("group", { name: "More" }).getByRole("button", { name }).click();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("h1")).toBeVisible();
}

/** Force colours, over a system that is light, then dark, and look each time. */
async function forced(page: Page, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await test.step(colorScheme, async () => {
      await ask(page, {
        forcedColors: "active",
        colorScheme,
        // Who forces colours mostly asks for contrast as well; the page's own must not win.
        contrast: colorScheme === "dark" ? "more" : "no-preference",
      });
      await look();
    });
  }
}

/** What works, but has the colour of what is switched off. */
const switchedOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "GrayText";
    const faint = getComputedStyle(probe).color;
    probe.remove();
    const controls = document.querySelectorAll(
      ":is(button, input, select, summary, a.button):enabled, a.button, label > input:enabled + span",
    );
    return [...controls]
      .filter((each) => each.checkVisibility())
      .filter((each) => {
        const { borderTopColor, borderTopWidth, color } = getComputedStyle(each);
        return color === faint || (borderTopWidth !== "0px" && borderTopColor === faint);
      })
      .map((each) => each.outerHTML.slice(0, 120));
  });

test.describe("in forced colours", () => {
  test.use({ viewport: { width: 1280, height: 2600 } });

  for (const [name, reach] of Object.entries(SCREENS)) {
    test(`every word can be read, and what works looks so: ${name}`, async ({ page, game }) => {
      await page.emulateMedia({ forcedColors: "active" });
      await reach(page, game);
      await forced(page, async () => {
        const faint = (await labels(page)).filter(({ contrast }) => contrast < 4.5);
        expect(faint).toEqual([]);
        expect(await switchedOff(page)).toEqual([]);
      });
    });
  }

  test("a bar shows how far a match has come", async ({ page }) => {
    await page.goto("/lab#players=tactics,easy&games=2");
    await page.getByRole("button", { name: /^Play [\d,]+ games?$/ }).click();
    await expect(page.getByTestId("said")).toContainText("All games are played.");
    const bar = page.getByRole("progressbar", { name: "Games played" });
    const value = await bar.evaluate((each: HTMLProgressElement) => each.value);
    const picture = async (part: number) => {
      await bar.evaluate((each: HTMLProgressElement, to) => (each.value = to), part);
      return bar.screenshot();
    };
    await forced(page, async () => {
      expect((await picture(value)).equals(await picture(0))).toBe(false);
    });
  });
});
