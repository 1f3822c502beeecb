/** The chapters: their words, and where each one's page comes from. */

import type { Component } from "svelte";
import type { Table } from "../game/table";
import { t } from "../site/t";
import list from "./chapters.json";
import type { Lessons } from "./lessons";

/** The data of the chapters: the numbers, and every 3×3 position with its value. */
export interface Facts {
  lessons: Lessons;
  table: Table;
}

export type Page = Component<Facts>;

const PAGES: Record<string, () => Promise<{ default: Page }>> = {
  trees: () => import("./chapters/Trees.svelte"),
  minimax: () => import("./chapters/Minimax.svelte"),
  write: () => import("./chapters/Write.svelte"),
  depth: () => import("./chapters/Depth.svelte"),
  pruning: () => import("./chapters/Pruning.svelte"),
  cutting: () => import("./chapters/Cutting.svelte"),
  order: () => import("./chapters/Order.svelte"),
  levels: () => import("./chapters/Levels.svelte"),
  rules: () => import("./chapters/Rules.svelte"),
  ideas: () => import("./chapters/Ideas.svelte"),
  bigger: () => import("./chapters/Bigger.svelte"),
  falling: () => import("./chapters/Falling.svelte"),
  proof: () => import("./chapters/Proof.svelte"),
};

export const CHAPTERS = list.map((chapter, index) => ({
  ...chapter,
  number: index + 1,
  load: PAGES[chapter.slug]!,
}));

export type Chapter = (typeof CHAPTERS)[number];

/** The chapter of an address in any language, with or without .html; undefined is the overview. */
export const chapterAt = (path: string): Chapter | undefined =>
  CHAPTERS.find(({ slug }) => path.replace(/(\.html|\/)$/, "").endsWith(`/learn/${slug}`));

/** The name of a chapter within another one. */
export const named = (slug: string): string =>
  t("chapter {number}", { number: CHAPTERS.find((each) => each.slug === slug)!.number });
