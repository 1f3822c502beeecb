/**
 * The certificates that travel with the page. Each is checked as the page is built, so that none is
 * offered that does not hold; those that are large stay in the repository.
 */

import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { check } from "./src/proof/checker.ts";
import type { Entry } from "./src/proof/entry.ts";

/** How many bytes one may have, and all together: the smaller ones first. */
const EACH = 20_000;
const ALL = 300_000;

const folder = new URL("../certificates/", import.meta.url);
const NAMES = "virtual:proof-names";

/**
 * What takes a browser from ten seconds to a minute each: Python's checker and one in C check them
 * in the tests.
 */
const CONNECT_FOUR = "7,6,4-gravity";
/** The moves before the position, in a file's name. */
const AFTER = /-after-([a-z-]+)\.cert$/;

interface Shipped {
  entry: Entry;
  content: Buffer;
}

async function ship(): Promise<Shipped[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".cert") && !name.startsWith(CONNECT_FOUR))
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))
    .sort((one, two) => one.content.length - two.content.length);
  const found: Shipped[] = [];
  let bytes = 0;
  for (const { name, content } of files) {
    bytes += content.length;
    if (content.length > EACH || bytes > ALL) break;
    const { proof, digest } = await check(new Uint8Array(content));
    const { game, statements } = proof;
    const entry = {
      rules: game.rules,
      ...(game.blocks && { blocks: true }),
      shows: statements.map(
        ({ attacker, wins }) => `${attacker} ${wins ? "wins" : "does not win"}`,
      ),
      claims: statements.reduce((sum, { count }) => sum + count, 0),
      bytes: content.length,
      digest: digest!,
      address: addressOf(name, digest!),
    };
    found.push({ entry, content });
  }
  found.push(...connectFour());
  const key = ({ entry: { rules, moves = "" } }: Shipped) => `${rules} ${moves}`;
  return found.sort((one, two) => key(one).localeCompare(key(two), "en", { numeric: true }));
}

/** Another content has another address, so that it can be kept for ever. */
function addressOf(name: string, digest: string): string {
  return `/assets/${name.replace(/\.cert$/, "")}-${digest.slice(0, 8)}.cert`;
}

/** Connect Four's certificates, as the index of the folder describes them. */
function connectFour(): Shipped[] {
  const index = readFileSync(new URL("README.md", folder), "utf8");
  const rows = index.split("\n").filter((line) => line.startsWith(`| \`${CONNECT_FOUR}`));
  return rows.map((row) => {
    const [, file = "", shown = "", claims = ""] = row.split("|").map((cell) => cell.trim());
    const name = file.replaceAll("`", "");
    const content = readFileSync(new URL(name, folder));
    const digest = content.subarray(10, 74).toString("latin1");
    const entry = {
      rules: "7,6,4 gravity",
      ...(AFTER.test(name) && { moves: AFTER.exec(name)![1] }),
      shows: shown === "draw" ? ["X does not win", "O does not win"] : [shown],
      claims: Number(claims.replace(",", "")),
      bytes: content.length,
      digest,
      address: addressOf(name, digest),
    };
    return { entry, content };
  });
}

// A build asks twice: for the page, and for what it is drawn with.
let ready: Promise<Shipped[]> | null = null;

/** Puts the certificates, and the list of them, beside the page. */
export function proofs(): Plugin {
  const shipped = () => (ready ??= ship());
  const list = async () => JSON.stringify((await shipped()).map(({ entry }) => entry));
  return {
    name: "proofs",
    resolveId: (id) => (id === NAMES ? `\0${NAMES}` : null),
    async load(id) {
      if (id !== `\0${NAMES}`) return null;
      const whole = (await shipped()).filter(({ entry }) => !entry.moves && !entry.blocks);
      const shown = whole.map(({ entry: { rules, shows } }) => [rules, shows]);
      return `export default ${JSON.stringify(Object.fromEntries(shown))};`;
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "proofs.json", source: await list() });
      for (const { entry, content } of await shipped()) {
        this.emitFile({ type: "asset", fileName: entry.address.slice(1), source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void shipped().then(async (all) => {
          const path = decodeURIComponent(request.url ?? "");
          const found = all.find(({ entry }) => entry.address === path);
          if (found) response.end(found.content);
          else if (path === "/proofs.json") response.end(await list());
          else next();
        }, next);
      });
    },
  };
}
