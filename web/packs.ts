/**
 * The packs of puzzles beside the page: the files of `noughts.puzzles`, each at an address that
 * changes with its content, and the list of them.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import type { PackEntry, PackFile } from "./src/puzzles/entry.ts";

const folder = new URL("../src/noughts/puzzles/packs/", import.meta.url);
const NAME = "virtual:packs";
/** Up to which difficulty a puzzle is easy, and medium: `noughts.puzzles.difficulty`. */
const MOST = [30, 50, 100];

interface Shipped {
  entry: PackEntry;
  content: Buffer;
}

function read(file: string): Shipped {
  const content = readFileSync(new URL(file, folder));
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const { rules, puzzles } = JSON.parse(content.toString()) as PackFile;
  const name = file.replace(/\.json$/, "");
  const kinds: Record<string, number> = {};
  for (const { kind } of puzzles) kinds[kind] = (kinds[kind] ?? 0) + 1;
  // The easiest come first.
  const upTo = MOST.map((most) => puzzles.filter((each) => each.difficulty <= most).length);
  const counts = upTo.map((count, at) => count - (upTo[at - 1] ?? 0));
  return {
    entry: { name, rules, address: `/packs/${name}-${digest}.json`, kinds, counts, group: 0 },
    content,
  };
}

/** By name, as Python sorts them. */
function shipped(): Shipped[] {
  const found = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map(read)
    .sort(({ entry: one }, { entry: two }) => (one.name < two.name ? -1 : 1));
  const group = groups(found.map(({ entry }) => entry));
  return found.map(({ entry, content }) => ({
    entry: { ...entry, group: group.get(entry.rules)! },
    content,
  }));
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
const added = (one: readonly number[], two: readonly number[]) =>
  one.map((count, at) => count + two[at]!);

/** Deal the games into groups, the twin of `noughts.puzzles.shipped.groups`. */
function groups(entries: readonly PackEntry[]): Map<string, number> {
  const games = new Map<string, number[]>();
  const none = [0, 0, 0];
  for (const { rules, counts } of entries)
    games.set(rules, added(games.get(rules) ?? none, counts));
  const every = [...games.values()].reduce(added, none);
  const loads = [none, none, none];
  const found = new Map<string, number>();
  const largestFirst = [...games].sort(
    ([one, first], [two, second]) => total(second) - total(first) || (one < two ? -1 : 1),
  );
  for (const [rules, counts] of largestFirst) {
    const fullest = loads.map((load) =>
      Math.max(
        ...added(load, counts).map((all, at) => all * every[(at + 1) % 3]! * every[(at + 2) % 3]!),
      ),
    );
    const at = fullest.indexOf(Math.min(...fullest));
    loads[at] = added(loads[at]!, counts);
    found.set(rules, at);
  }
  return found;
}

/** Puts the packs beside the page, and the list of them into it. */
export function packs(): Plugin {
  return {
    name: "packs",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      return `export default ${JSON.stringify(shipped().map(({ entry }) => entry))};`;
    },
    generateBundle() {
      for (const { entry, content } of shipped())
        this.emitFile({ type: "asset", fileName: entry.address.slice(1), source: content });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const found = shipped().find(({ entry }) => entry.address === request.url);
        if (found) response.end(found.content);
        else next();
      });
    },
  };
}
