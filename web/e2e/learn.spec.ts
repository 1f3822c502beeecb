/** A reader's way through the chapters, right and wrong, and the pictures one can touch. */

import { readFileSync } from "node:fs";
import type { Lessons } from "../src/learn/lessons";
import { noughts } from "./program";
import { answered, readerTest } from "./reader";
import { expect, test } from "./test";

const lessons = JSON.parse(
  readFileSync(new URL("../generated/lessons.json", import.meta.url), "utf8"),
) as Lessons;

const count = (value: number) => value.toLocaleString("en");

// -- the questions ---------------------------------------------------------------------------------

readerTest(
  "a wrong answer leaves the keys where they were; the board unfolds",
  async ({ reader, page }) => {
    await reader.open("trees");
    const question = reader.question("two-moves");
    const check = question.getByRole("button", { name: "Check my answer" });
    await expect(check).toBeDisabled();
    await expect(check).toHaveAccessibleDescription("Choose an answer first.");
    // What is switched off looks switched off.
    const off = await check.evaluate((each) => getComputedStyle(each).backgroundColor);
    await question.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await expect(check).not.toHaveCSS("background-color", off);
    await expect(question.getByText("Choose", { exact: false })).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(check).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(reader.reply("two-moves")).toContainText("Not quite.");
    await expect(question.getByRole("radio", { name: /^17/ })).toBeFocused();
    await expect(check).toHaveAccessibleDescription("Choose another one.");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(reader.reply("two-moves")).toContainText("Yes.");
    await expect(reader.reply("two-moves")).toBeFocused();

    // Down to a leaf of the tree, and up again.
    await expect(page.getByText(`${count(lessons.size.games)} games can follow`)).toBeVisible();
    for (const move of ["X plays b2", "O plays b1:", "X plays a1", "O plays a2"]) {
      await page.getByRole("button", { name: move }).click();
    }
    await page.getByRole("button", { name: "X plays c3: X wins" }).click();
    await expect(page.getByText("X has won. No replies: this is a leaf")).toBeVisible();
    await page.getByRole("button", { name: "One move up" }).click();
    await page.getByRole("button", { name: "Back to the empty board" }).click();
    await expect(page.getByText(`${count(lessons.size.games)} games can follow`)).toBeVisible();
  },
);

readerTest("an answer can be shown, and is kept", async ({ reader, page }) => {
  await reader.open("trees");
  await expect(reader.question("games").getByRole("button", { name: "Show" })).toHaveCount(0);
  await reader.answer("games", /^More/);
  await reader.question("games").getByRole("button", { name: "Show the answer" }).click();
  await expect(reader.reply("games")).toContainText(`The answer: Fewer than ${count(362880)}.`);
  await expect(reader.opened("games")).toBeVisible();
  await page.reload();
  await expect(reader.reply("games")).toContainText("The answer: Fewer");
  await page.goto("/learn");
  await expect(page.getByRole("listitem").filter({ hasText: "Games are trees" })).toContainText(
    "1 of 3 answered",
  );
  await page.getByRole("link", { name: "Continue with chapter 1" }).click();
  await expect(page).toHaveURL(/learn\/rules$/);
  await page.goto("/learn");
  await page.getByRole("button", { name: "Forget my answers" }).click();
  await expect(page.getByText("answered", { exact: false })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Begin" })).toBeVisible();
});

readerTest("guesses on the log scale are weighed", async ({ reader, page }) => {
  await reader.open("order");
  const { calls } = lessons;
  const rows = {
    pruned: calls.alphabeta,
    ordered: calls.alphabeta_ordered,
    remembered: calls.memoised_worked_out,
    turned: calls.symmetric_worked_out,
  };
  const keys = ["Home", "End", "ArrowLeft", "PageDown"];
  for (const [index, [id, truth]] of Object.entries(rows).entries()) {
    const question = reader.question(id);
    await expect(question.getByRole("button", { name: "Check my guess" })).toBeDisabled();
    await expect(question.locator("div.screen")).toContainText("?");
    // What the questions from here on ask for stands in none of their pictures.
    for (const [, hidden] of Object.entries(rows).slice(index)) {
      await expect(page.locator(".question .screen", { hasText: count(hidden) })).toHaveCount(0);
    }
    await question.getByRole("slider").focus();
    await page.keyboard.press(keys[index]!);
    await question.getByRole("button", { name: "Check my guess" }).click();
    await expect(reader.reply(id)).toContainText(`It is ${count(truth)}.`);
    await expect(question.locator("div.screen")).toContainText(count(truth));
  }
  await expect(reader.reply("pruned")).toContainText("times as many");
  await expect(reader.reply("ordered")).toContainText("times as many");
  await page.reload();
  await expect(reader.reply("pruned")).toContainText("times as many");
  await expect(page.getByText("All 4 questions")).toBeVisible();
});

readerTest("what is picked before the page comes alive stays picked", async ({ reader, page }) => {
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      const radio = document.querySelector<HTMLInputElement>("[data-question=games] [value='1']");
      if (radio && document.readyState === "interactive") radio.checked = true;
    });
  });
  await reader.open("trees");
  await reader.question("games").scrollIntoViewIfNeeded();
  await reader.question("games").getByRole("button", { name: "Check my answer" }).click();
  await expect(reader.reply("games")).toContainText(/Yes\.|Not quite\./);
});

readerTest(
  "a slider that is moved before the page comes alive keeps its place",
  async ({ reader, page }) => {
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => {
        const slider = document.querySelector<HTMLInputElement>("[data-question=pruned] input");
        if (slider && document.readyState === "interactive") slider.value = "0";
      });
    });
    await reader.open("order");
    const question = reader.question("pruned");
    await question.scrollIntoViewIfNeeded();
    await expect(question.getByText("Your guess: 1")).toBeVisible();
    await question.getByRole("button", { name: "Check my guess" }).click();
    await expect(reader.reply("pruned")).toContainText("times as many");
  },
);

readerTest("what is being read stays where it is", async ({ reader, page }) => {
  const question = reader.question("games");
  const top = () => question.evaluate((each) => each.getBoundingClientRect().top);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => localStorage.clear());
    await reader.open("trees");
    await question.evaluate((each) => each.scrollIntoView({ block: "start" }));
    const before = await top();
    await reader.answer("games", /^More/);
    expect(await top(), `at ${width}`).toBe(before);
    await reader.answer("games", /^Fewer/);
    expect(await top(), `at ${width}`).toBe(before);
    await expect(reader.reply("games")).toBeInViewport();
  }
});

readerTest("a search in the page finds what an answer opens", async ({ reader, page }) => {
  await page.goto("/learn/trees#:~:text=Keep%20these%20three%20numbers");
  await expect(page.getByText("Keep these three numbers in mind")).toBeInViewport();
  await expect(reader.opened("games")).toBeHidden();
});

readerTest("an answer that the question no longer has is left out", async ({ reader, page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("noughts.learn", '{"rules/list": {"tried": [7], "open": false}}'),
  );
  await reader.open("rules");
  await reader.answer("list", "Many");
  await expect(reader.reply("list")).toContainText("Not quite.");
});

test("a chapter whose numbers are missing says so, and makes none up", async ({ page }) => {
  await page.route("**/lessons-*.json", (route) => route.abort("internetdisconnected"));
  await page.goto("/learn/trees");
  await expect(page.getByText("This chapter's numbers could not be loaded")).toBeVisible();
  await expect(page.getByRole("link", { name: "load the page again" })).toBeVisible();
});

readerTest("boards name the cells at their edge", async ({ reader, page }) => {
  await answered(page);
  for (const slug of ["depth", "rules"]) {
    await reader.open(slug);
    // All on the screen; what is only printed is made of the same.
    const boards = page.locator("figure .screen svg:has(.grid), figure .board");
    await expect(boards.first()).toBeVisible();
    for (const text of await boards.allTextContents())
      expect(text, slug).toMatch(/a\s*b\s*c\s*1\s*2\s*3/);
  }
});

// -- the pictures ----------------------------------------------------------------------------------

readerTest(
  "the map is read by keys, by pointer and as a table; a drawing has its faces",
  async ({ reader, page }) => {
    await answered(page);
    await reader.open("order");
    const figure = reader.opened("ordered").locator("figure").first();
    await figure.scrollIntoViewIfNeeded();
    const said = figure.locator(".told");
    await expect(said).toHaveText(
      `${count(lessons.calls.alphabeta)} calls. It never looks at 58 of the 765 positions.`,
    );
    await figure.getByRole("radio", { name: "centre and corners first" }).check({ force: true });
    await expect(said).toContainText(`${count(lessons.calls.alphabeta_ordered)} calls.`);

    const map = figure.getByRole("slider", { name: "A position on the map" });
    await map.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(map).toHaveAttribute("aria-valuetext", "1 mark: X a1. O to move: a draw.");
    await figure.getByRole("listitem").getByRole("button", { name: "X a1, O b2." }).click();
    await expect(map).toHaveAttribute("aria-valuetext", "2 marks: X a1, O b2. X to move: a draw.");
    // In the top middle is the empty board.
    const box = (await map.locator("svg").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 4);
    await expect(map).toHaveAttribute(
      "aria-valuetext",
      "0 marks: The empty board. X to move: a draw.",
    );
    await figure.getByText("The map in numbers").click();
    await expect(figure.getByRole("row", { name: "all" })).toHaveText(/all\s*339\s*426/);

    const faces = page.locator("[aria-live]").filter({ hasText: /different picture|All eight/ });
    await expect(faces).toHaveText("4 different pictures, one position.");
    await page.getByRole("button", { name: "Wipe" }).click();
    await expect(faces).toHaveText("All eight are the same picture.");
    await page.locator('[data-cell="4"]').click();
    await expect(faces).toHaveText("All eight are the same picture.");
    await page.locator('[data-cell="1"]').click();
    await page.locator('[data-cell="2"]').click();
    await expect(faces).toHaveText("8 different pictures, one position.");
  },
);

readerTest(
  "the tree grows by keys alone, the values climb, and phones show all of it",
  async ({ reader, page }) => {
    await reader.open("minimax");
    const nodes = page.locator(".screen .node");
    await expect(nodes).toHaveCount(1);
    for (let opened = 0; opened < 20 && (await nodes.count()) < lessons.tree.calls.minimax;) {
      await page.locator(".screen .node.unvisited").first().focus();
      await page.keyboard.press("Enter");
      opened += 1;
    }
    await expect(nodes).toHaveCount(lessons.tree.calls.minimax);
    await nodes.first().focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/X is to move and takes the highest of .*: 0\./)).toBeVisible();
    await page.getByRole("button", { name: "Fold up" }).click();
    await expect(nodes).toHaveCount(1);

    await page.getByRole("button", { name: "Open all" }).click();
    const tree = page.getByRole("group", { name: "The tree as far as it is open" });
    await expect(tree.locator(".node").nth(10)).toBeAttached();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const nodes = await tree
        .locator(".node")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(nodes.length).toBeGreaterThan(10);
      const room = await tree.evaluate((each) => each.parentElement!.getBoundingClientRect().right);
      expect(Math.max(...nodes), `at ${width}`).toBeLessThanOrEqual(room);
    }
  },
);

readerTest("the engine that toys is shown toying", async ({ reader }) => {
  await reader.open("depth");
  await reader.answer("toying", /^b2/);
  const race = reader.opened("toying");
  for (let move = 0; move < lessons.toying.blind.length; move += 1) {
    await race.getByRole("button", { name: "Next move" }).click();
    if (move === 0) await expect(race).toContainText("It could have won at b3.");
  }
  await expect(race).toContainText(`Over after ${lessons.toying.aware.length}.`);
  await expect(race.getByRole("button", { name: "Next move" })).toBeDisabled();
});

readerTest("a branch that was cut off says why", async ({ reader, page }) => {
  await reader.open("pruning");
  await reader.answer("needed", /^No/);
  const figure = reader.opened("needed");
  const next = figure.getByRole("button", { name: "Next step" });
  while (await next.isEnabled()) await next.click();
  await figure.locator(".screen .node.pruned").first().click();
  await expect(figure.locator("p[aria-live]")).toContainText(
    "X already has a draw elsewhere; here O can force a win, so X never comes here",
  );
  await expect(page.locator(".screen .node.pruned")).toHaveCount(2);

  // The reader cuts every branch: right where there is a cut, and the search says so.
  await reader.open("cutting");
  await expect(page.getByText("Cut or look?").last()).toBeVisible();
  const over = page.getByText("The search is over");
  // In the page, for it takes dozens of taps.
  const told = await page.evaluate(async () => {
    const tap = async (name: RegExp) => {
      const buttons = [...document.querySelectorAll("button")];
      const button = buttons.find((each) => name.test(each.textContent.trim()));
      button?.click();
      await new Promise((done) => setTimeout(done));
      return button;
    };
    const words = /Yes\. Cut: α is not below β|Not quite\. Look: α .+ is below β/;
    const told: (string | undefined)[] = [];
    while (await tap(/^Cut$/)) {
      told.push(words.exec(document.querySelector("main")!.innerText)?.[0].slice(0, 3));
      await tap(/^(Next branch|To the end)$/);
    }
    return told;
  });
  expect(new Set(told)).toEqual(new Set(["Yes", "Not"]));
  const cuts = { right: told.filter((each) => each === "Yes").length, all: told.length };
  await expect(over).toContainText(`You were right ${cuts.right} of ${cuts.all} times.`);
  expect(cuts.right).toBe(5);

  // A leaf is dragged, and above a cut one nothing changes.
  const tree = page.getByRole("group", { name: "A tree with leaves to change" }).first();
  const lit = tree.locator(".lit");
  const drag = async (name: RegExp, by: number) => {
    const leaf = tree.getByRole("button", { name }).first();
    await leaf.scrollIntoViewIfNeeded();
    const { x, y, width } = (await leaf.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 20 + by / 2);
    await page.mouse.move(x + width / 2, y + 20 + by);
    await page.mouse.up();
  };
  await drag(/a leaf, 0$/, 60);
  await expect(page.getByText(/^The first position is now worth −1\./)).toBeVisible();
  await expect(lit).not.toHaveCount(0);
  await page.getByRole("button", { name: "As in the game" }).click();
  await expect(lit).toHaveCount(0);
  const cut = tree.getByRole("button", { name: /a leaf, .+, cut off$/ }).first();
  const before = Number((await cut.getAttribute("aria-label"))!.includes("−1"));
  await drag(/a leaf, .+, cut off$/, before ? -60 : 60);
  await expect(page.getByText("nothing above it changes")).toBeVisible();
  await expect(lit).toHaveCount(1);
  await cut.focus();
  await page.keyboard.press(before ? "ArrowDown" : "ArrowUp");
  await expect(page.getByText("nothing above it changes")).toBeVisible();
});

readerTest(
  "the list plays; the hunt finds a losing line, by hints, and keeps it",
  async ({ reader, page }) => {
    await reader.open("rules");
    const figure = page.locator("figure").first();
    await figure.locator('[data-cell="0"]').click();
    await expect(figure.getByText("The list plays b2. Rule 5, centre:")).toBeVisible();
    await figure.locator('[data-cell="8"]').click();
    await expect(figure.getByText(/Rule 4, stop a fork: X could fork at/)).toBeVisible();
    await expect(figure.locator("li[aria-current]")).toContainText("stop a fork");
    await figure.getByRole("button", { name: "Take back" }).click();
    await figure.getByRole("radio", { name: "O" }).check({ force: true });
    await expect(figure.getByText("The list plays b2. Rule 5, centre:")).toBeVisible();

    await reader.answer("short-list", /a few/);
    const hunt = reader.opened("short-list");
    const all = lessons.games.naive.O.losses + lessons.games.naive.X.losses;
    await expect(hunt.getByText(`It can lose in ${all} ways`)).toBeVisible();
    const over = hunt.getByText(/You win!/);
    const again = hunt.getByRole("button", { name: "Let it choose again" });
    for (let turn = 0; turn < 60 && !(await over.isVisible()); turn += 1) {
      await hunt.getByRole("button", { name: "Give me a hint" }).click();
      const ringed = hunt.locator(".cell.ringed");
      if (await ringed.count()) await ringed.click();
      else if (await again.isVisible()) await again.click();
      else await hunt.getByRole("button", { name: "Take back" }).click();
    }
    await expect(over).toBeVisible();
    await expect(hunt.getByText(`Found: 1 of ${all} lost games.`)).toBeVisible();
    await page.reload();
    await expect(hunt.getByText(`Found: 1 of ${all} lost games.`)).toBeVisible();
    await hunt.getByRole("listitem").getByRole("link").click();
    await expect(page.getByText("wins").first()).toBeVisible();
  },
);

readerTest("a search looks further until it knows", async ({ reader, page }) => {
  await reader.open("bigger");
  await reader.answer("guess", /^Nothing/);
  const figure = reader.opened("guess");
  const slider = figure.getByRole("slider");
  for (const row of lessons.deepening.rows) {
    await slider.fill(String(row.depth));
    await expect(figure).toContainText(`${count(row.nodes)} positions`);
    await expect(figure).toContainText(row.proven ? "Proved: X" : "A guess:");
    await expect(figure.locator(row.proven ? ".note.win" : ".note.guess").first()).toBeVisible();
  }
  await reader.open("ideas");
  const table = page.getByRole("table");
  for (const board of lessons.boards) {
    const text = board.solved
      ? "proved by our solver"
      : board.published
        ? "published: "
        : "open: we know of no proof";
    const name = `${board.k} in a row on ${board.shape.join("×")}`;
    await expect(table.getByRole("row").filter({ hasText: name }).first()).toContainText(text);
  }

  // A reply in the zone of a win needs another plan, one outside does not.
  const board = page.getByRole("grid", { name: "A win and its zone" });
  await board.locator('[data-cell="90"]').click();
  await expect(page.getByText(/^a10 is outside the zone\. X wins by the plan/)).toBeVisible();
  await page.getByRole("button", { name: "Try another reply" }).click();
  const [inside] = Object.keys(lessons.zone.zone);
  await board.locator(`[data-cell="${inside}"]`).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/ is in the zone, and in the way of the plan\./)).toBeVisible();

  // O answers with the partner, and on top.
  const pairs = page.getByRole("figure").filter({ hasText: "Each number is a pair" });
  await pairs.getByRole("gridcell").first().click();
  await expect(pairs).toContainText("You take a1, and O takes c1.");
  await reader.open("falling");
  await reader.answer("rows", /^The even/);
  const gravity = reader.opened("rows");
  await gravity.getByRole("gridcell").first().click();
  await expect(gravity).toContainText("You play a4, so O answers on top: a3.");

  // A proof of one claim: it is checked here, and answers right above until d5 is left.
  const proof = page.getByRole("figure").filter({ hasText: "Arrows point to X's answers" });
  await proof.getByRole("button", { name: "Check it, and play O" }).click();
  await expect(proof.getByText("Your browser has checked it: X wins.")).toBeVisible();
  await proof
    .getByRole("gridcell", { name: /falls to a6/ })
    .first()
    .click();
  await expect(proof.getByTestId("why")).toContainText("a5 is right above a6");
  await proof
    .getByRole("gridcell", { name: /falls to d5/ })
    .first()
    .click();
  await expect(proof.getByTestId("why")).toContainText("d4 completes a line.");
  await reader.answer("even", /outside column d/);
});

readerTest("the page plays every game and agrees with noughts prove", async ({ reader, page }) => {
  const told = JSON.parse(noughts("prove", "--json")) as Record<
    "X" | "O",
    { games: number; wins: number; draws: number; losses: number }
  >;
  await reader.open("proof");
  await page.getByRole("button", { name: "Play every game" }).click();
  // The page stays alive: it answers while it plays.
  await reader.answer("how-many", /^Only/);
  await expect(page.getByText("games, and there are no more. Lost: 0.")).toBeVisible();
  await expect(page.getByText("None of its moves gave anything away.")).toBeVisible();
  await expect(page.getByText("Python's engine counts the same.")).toBeVisible();
  for (const side of ["X", "O"] as const) {
    const { games, wins, draws, losses } = told[side];
    await expect(page.getByRole("row", { name: new RegExp(`^${side} `) })).toHaveText(
      new RegExp(`${side}\\s*${games}\\s*${wins}\\s*${draws}\\s*${losses}`),
    );
  }
  await page.getByRole("slider").fill("100");
  await expect(page.getByText(/^Game 101: hard plays O/)).toBeVisible();
  await page.locator("[data-game='3']").click();
  await expect(page.getByText(/^Game 4: hard plays X/)).toBeVisible();
  await page.getByRole("link", { name: "On the board" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});
