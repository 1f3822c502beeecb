/** Two people on two devices, for the tests of games by link. */

import type { Browser, BrowserContext } from "@playwright/test";
import { SharedPage, type Asked } from "./shared";
import { expect, test, type Page } from "./test";

export const cell = (page: Page, name: string) => page.getByRole("gridcell", { name: `${name},` });
export const state = (page: Page) => page.getByRole("heading", { level: 1 });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Make a game and return its link. */
export async function make(
  page: Page,
  { side = "X, first", name = "Ada", games = "", time = "", opening = "" } = {},
) {
  await page.goto("/game");
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("radio", { name: side }).check({ force: true });
  if (games) await page.getByRole("radio", { name: games }).check({ force: true });
  if (time) await page.getByRole("radio", { name: time }).check({ force: true });
  if (opening) {
    await button(page, "Gomoku").click();
    await page.getByRole("radio", { name: opening }).check({ force: true });
  }
  await button(page, "Make the link").click();
  const link = page.getByRole("textbox", { name: "The link" });
  await expect(link).toHaveValue(/\/game#[\w-]{22}$/);
  return link.inputValue();
}

export async function join(page: Page, link: string, name = "Bob") {
  await page.goto(link);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await button(page, "Join the game").click();
  await expect(button(page, "Resign")).toBeVisible();
}

/** Devices that tests of a file have put away. */
const spare = new WeakMap<Browser, Map<string, SharedPage[]>>();

/** Another device: a browser with a memory of its own, which is empty. To close it puts it away for the next test. */
export async function device(browser: Browser): Promise<[Page, BrowserContext]> {
  const { file, project } = test.info();
  const all = spare.get(browser) ?? new Map<string, SharedPage[]>();
  spare.set(browser, all);
  const devices = all.get(file) ?? [];
  all.set(file, devices);
  const shared = devices.pop() ?? (await SharedPage.open(browser, project.use as Asked));
  const { context } = shared;
  const { close } = context;
  context.close = async () => {
    context.close = close;
    if (await shared.clear()) devices.push(shared);
  };
  return [context.pages()[0]!, context];
}

export async function two(page: Page, browser: Browser, terms = {}) {
  const link = await make(page, terms);
  const [bob, context] = await device(browser);
  await join(bob, link);
  return { link, bob, context };
}
