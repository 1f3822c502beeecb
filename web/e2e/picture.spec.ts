/**
 * The README opens with this picture of the page. If the page has changed, take it anew and look
 * at it: `npx playwright test picture.spec.ts --update-snapshots`.
 */

import { expect, test } from "./test";

test.use({ paints: true, viewport: { width: 1080, height: 700 }, colorScheme: "light" });

test("the README's picture is of this page", async ({ game, page }) => {
  await game.open({ opponent: "person", values: true });
  for (const cell of [0, 3]) await game.cell(cell).click();
  await page.mouse.move(0, 0);
  await expect(game.board.getByText("W5").first()).toBeVisible();
  await expect(page).toHaveScreenshot("page.png");
});
