/** The certificates that travel with the page. The tests check each; a build reads what they say. */

import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Plugin } from "vite";
import type { Entry } from "./src/proof/entry.ts";

/** How many bytes one may have, and all together: the smaller ones first. */
const EACH = 20_000;
const ALL = 300_000;
/** Connect Four's, of any size. */
const CONNECT_FOUR = "7,6,4-gravity";

const folder = new URL("../certificates/", import.meta.url);
const NAMES = "virtual:proof-names";

const RULES = /^rules (.*?)(, O only blocks)?$/m;
/** The moves before the position, in a file's name. */
const AFTER = /-after-([a-z-]+)\.cert$/;

interface Shipped {
  entry: Entry;
  content: Buffer;
}

function ship(): Shipped[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".cert"))
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))
    .sort((one, two) => one.content.length - two.content.length);
  let bytes = 0;
  const chosen = files.filter(({ name, content: { length } }) => {
    if (name.startsWith(CONNECT_FOUR)) return true;
    bytes += length;
    return length <= EACH && bytes <= ALL;
  });
  const key = ({ entry: { rules, moves = "" } }: Shipped) => `${rules} ${moves}`;
  return chosen
    .map(({ name, content }) => ({ entry: entryOf(name, content), content }))
    .sort((one, two) => key(one).localeCompare(key(two), "en", { numeric: true }));
}

/** What a certificate says that it shows. */
export function entryOf(name: string, content: Buffer): Entry {
  const text = gunzipSync(content).toString("latin1");
  const [, rules = "", blocks] = RULES.exec(text)!;
  const moves = AFTER.exec(name)?.[1];
  const digest = content.subarray(10, 74).toString("latin1");
  return {
    rules,
    ...(moves && { moves }),
    ...(blocks && { blocks: true }),
    shows: text.match(/^[XO] (wins|does not win)/gm) ?? [],
    claims: text.match(/^[hw] /gm)?.length ?? 0,
    bytes: content.length,
    digest,
    address: addressOf(name, digest),
  };
}

/** Another content has another address, so that it can be kept for ever. */
function addressOf(name: string, digest: string): string {
  return `/assets/${name.replace(/\.cert$/, "")}-${digest.slice(0, 8)}.cert`;
}

/** Puts the certificates, and the list of them, beside the page. */
export function proofs(): Plugin {
  let ready: Shipped[] | null = null;
  const shipped = () => (ready ??= ship());
  const list = () => JSON.stringify(shipped().map(({ entry }) => entry));
  return {
    name: "proofs",
    resolveId: (id) => (id === NAMES ? `\0${NAMES}` : null),
    load(id) {
      if (id !== `\0${NAMES}`) return null;
      const whole = shipped().filter(({ entry }) => !entry.moves && !entry.blocks);
      const shown = whole.map(({ entry: { rules, shows } }) => [rules, shows]);
      return `export default ${JSON.stringify(Object.fromEntries(shown))};`;
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "proofs.json", source: list() });
      for (const { entry, content } of shipped()) {
        this.emitFile({ type: "asset", fileName: entry.address.slice(1), source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent(request.url ?? "");
        const found = shipped().find(({ entry }) => entry.address === path);
        if (found) response.end(found.content);
        else if (path === "/proofs.json") response.end(list());
        else next();
      });
    },
  };
}
