/** Prerenders the pages for a first visit, during the build. */

import type { Component } from "svelte";
import { render } from "svelte/server";
import rooms from "../../src/noughts/web/rooms.json";
import App from "./App.svelte";
import AtlasRoom from "./atlas/AtlasRoom.svelte";
import CheckRoom from "./check/CheckRoom.svelte";
import Lab from "./lab/Lab.svelte";
import { CHAPTERS, type Facts } from "./learn/chapters";
import Learn from "./learn/Learn.svelte";
import Overview from "./learn/Overview.svelte";
import LedgerRoom from "./ledger/LedgerRoom.svelte";
import ProofRoom from "./proof/ProofRoom.svelte";
import Puzzles from "./puzzles/Puzzles.svelte";
import Theatre from "./search/Theatre.svelte";
import TeachRoom from "./teach/TeachRoom.svelte";
import Together from "./together/Together.svelte";

const ROOMS: Record<Exclude<keyof typeof rooms, "learn" | "embed" | "api">, Component> = {
  play: App,
  search: Theatre,
  lab: Lab,
  proof: ProofRoom,
  proofs: LedgerRoom,
  atlas: AtlasRoom,
  game: Together,
  check: CheckRoom,
  teach: TeachRoom,
  puzzles: Puzzles,
};

/**
 * A page's HTML by the name of its file, with a chapter's numbers; null if no content is the same
 * for everyone.
 */
export async function draw(name: string, facts: Facts): Promise<string | null> {
  for (const [room, content] of Object.entries(ROOMS)) {
    const { file = room } = rooms[room as keyof typeof ROOMS] as { file?: string };
    if (name === `${file}.html`) return render(content).body;
  }
  const slug = /^learn(?:\/(.+))?\.html$/.exec(name);
  if (!slug) return null;
  const at = CHAPTERS.find((each) => each.slug === slug[1]);
  const content = at ? { ...facts, page: (await at.load()).default } : { overview: Overview };
  return render(Learn, { props: { at, content } }).body;
}
