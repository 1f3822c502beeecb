/** Certificates that hold, and as players: whatever is tried, they keep what they have shown. */

import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cellName } from "../src/game/notation";
import { entryOf } from "../proofs";
import { check, type Checked, type Proof, type Statement } from "../src/proof/checker";
import { ONE_CLAIM, ONE_CLAIM_FILE } from "../src/learn/oneClaim";
import { playOut as playGravity } from "../src/proof/gravityPlay";
import { playOut, visitorOf, type Scene } from "../src/proof/strategy";
import { whyWords } from "../src/proof/tell";

const folder = new URL("../../certificates/", import.meta.url);
/** Without those under gravity, and 4×4×4, which take seconds. */
const names = readdirSync(folder).flatMap(
  (name) => /^(?!.*-gravity|4,4,4,4\.)(.*)\.cert$/.exec(name)?.[1] ?? [],
);
/** Those that take longest, of kinds that others have: only `make test-deep` plays against them. */
const LONG = /^(4,4,4,4-|7,4,4|1[0-5],4,4$|7,7,5|8,8,7|9,5,5|9,6,6)/;
const DEEP = "DEEP" in process.env;
const usual = names.filter((name) => DEEP || !LONG.test(name));
const file = (name: string) => readFileSync(new URL(`${name}.cert`, folder));

/** The page's list says of a file what the checker found in it. */
function listed(name: string, { proof, digest }: Checked): void {
  const { rules, blocks = false, shows, claims, ...rest } = entryOf(`${name}.cert`, file(name));
  expect({ rules, blocks, digest: rest.digest }).toEqual({
    rules: proof.game.rules,
    blocks: Boolean(proof.game.blocks),
    digest,
  });
  expect(shows).toEqual(
    proof.statements.map(({ attacker, wins }) => `${attacker} ${wins ? "wins" : "does not win"}`),
  );
  expect(claims).toBe(proof.statements.reduce((sum, { count }) => sum + count, 0));
}

/** What has been checked once: the largest takes seconds. */
const checked = new Map<string, Promise<Checked>>();

async function read(name: string): Promise<Proof> {
  if (!checked.has(name)) checked.set(name, check(new Uint8Array(file(name))));
  return (await checked.get(name)!).proof;
}

const empty = ({ stones }: Scene): number[] =>
  stones.flatMap((mark, cell) => (mark === null ? [cell] : []));

const kept = ({ attacker, wins }: Statement, { outcome }: Scene): boolean =>
  (outcome?.winner === attacker) === wins;

/** What a game has to be: the visitor and the proof in turn, each move explained. */
function inOrder(scene: Scene): boolean {
  return scene.plies.every(
    ({ mark, why }, at) =>
      at === 0 ||
      (mark !== scene.plies[at - 1]!.mark &&
        (why === null) !== (scene.plies[at - 1]!.why === null)),
  );
}

describe("every reply", () => {
  const SMALL = ["3,3,3", "4,3,3", "3,3,3-torus", "3,3,3-misere", "3,3,3-maker-breaker", "3,3,3,3"];
  it.each(SMALL)("of %s is answered", async (name) => {
    const proof = await read(name);
    for (const statement of proof.statements.filter(({ stolen }) => !stolen)) {
      let games = 0;
      const waiting: number[][] = [[]];
      while (waiting.length > 0) {
        const moves = waiting.pop()!;
        const scene = playOut(proof, statement, moves);
        if (scene.outcome) {
          games += 1;
          expect(kept(statement, scene), moves.join(" ")).toBe(true);
          expect(inOrder(scene)).toBe(true);
        } else {
          waiting.push(...empty(scene).map((cell) => [...moves, cell]));
        }
      }
      expect(games).toBeGreaterThan(0);
    }
  });
});

/** Numbers that look like chance and are the same each time. */
const chance = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** Only empty cells say something, and each arrow points to a cell of the proof's side. */
function drawn({ notes, now, stones }: Scene, width: number): void {
  expect(now?.kind).toBe("said");
  for (const [cell, { text }] of notes!) {
    expect(stones[cell]).toBeNull();
    if (text === "↑") expect(notes!.get(cell - width)!.text).toMatch(/^[XO]$/);
  }
}

/** A game under gravity to its end, at random against the proof. */
function fallen(proof: Proof, statement: Statement, seed: number): Scene {
  const draw = chance(seed);
  const [width] = proof.game.shape as [number];
  const moves: number[] = [];
  for (;;) {
    const scene = playGravity(proof, statement, moves);
    if (scene.outcome) return scene;
    drawn(scene, width);
    const open = empty(scene).filter((cell) => scene.stones[cell + width] !== null);
    moves.push(open[Math.floor(draw() * open.length)]!);
  }
}

describe("under gravity", () => {
  const vectors = JSON.parse(
    readFileSync(new URL("../generated/certificates.json", import.meta.url), "utf8"),
  ) as { how: string; file: string; shown?: string[] }[];
  const whole = vectors.filter(({ how, shown }) => shown && /gravity$|^connect-four$/.test(how));

  it.each(["4,4,4", "4,8,4", "5,4,4", "5,5,4", "6,4,4", "5,6,4", ...(DEEP ? ["7,4,4"] : [])])(
    "%s is listed as what it is",
    async (name) => {
      const path = `${name}-gravity`;
      listed(path, await check(new Uint8Array(file(path))));
    },
  );

  it("diagrams and replies keep what is shown, and each move has its reason", async () => {
    expect(whole.length).toBeGreaterThan(3);
    const said = new Set<string>();
    for (const { how, file } of whole) {
      const { proof } = await check(new Uint8Array(Buffer.from(file, "base64")));
      for (const statement of proof.statements) {
        for (let seed = 1; seed <= 60; seed += 1) {
          const scene = fallen(proof, statement, seed);
          expect(kept(statement, scene), `${how}: ${seed}`).toBe(true);
          expect(inOrder(scene)).toBe(true);
          for (const [at, { why }] of scene.plies.entries()) {
            if (why) said.add(whyWords(proof, scene.plies, at).replace(/[a-h][1-8]|[0-9]+/g, "_"));
          }
        }
      }
    }
    for (const words of [
      "completes a line",
      "stops it",
      "right above",
      "is listed",
      "can be played",
    ])
      expect([...said].join("\n")).toContain(words);
  });
});

describe("the one claim in Learn", () => {
  it("holds, and wins against everything that O tries", async () => {
    const bytes = Uint8Array.from(Buffer.from(ONE_CLAIM_FILE, "base64"));
    expect(gunzipSync(bytes).toString()).toBe(`${ONE_CLAIM.join("\n")}\n`);
    const { proof } = await check(bytes);
    const [statement] = proof.statements as [Statement];
    for (let seed = 1; seed <= 60; seed += 1) {
      const scene = fallen(proof, statement, seed);
      expect(scene.outcome!.winner).toBe("X");
      // As the chapter says: X never needs anything but the cell above, or a line.
      scene.plies.forEach(({ cell, why }, at) => {
        if (why && why.rule !== "line") expect(cell).toBe(scene.plies[at - 1]!.cell - 7);
      });
    }
  });
});

describe("a certificate holds, and its strategy keeps what is shown", () => {
  it.each(usual)(
    "%s, whatever is played",
    async (name) => {
      const done: number[] = [];
      checked.set(
        name,
        check(new Uint8Array(file(name)), (share) => done.push(share)),
      );
      const { proof, digest, bytes } = await checked.get(name)!;
      listed(name, { proof, digest, bytes });
      expect(proof.statements.length).toBeGreaterThan(0);
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBe(file(name).length);
      expect(done.at(-1)).toBe(1);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      for (const statement of proof.statements.filter(({ stolen }) => !stolen)) {
        // Large proofs take long to look things up in: fewer games against them.
        const games = statement.claims.size > 1000 ? 3 : 30;
        for (let seed = 1; seed <= games; seed += 1) {
          const draw = chance(seed);
          const moves: number[] = [];
          let scene = playOut(proof, statement, moves);
          while (!scene.outcome) {
            // Half of the moves go where the proof says that it matters.
            const open = empty(scene);
            const told = [...(scene.zone ?? []), ...scene.pairs.flat()];
            const choice = told.length > 0 && draw() < 0.5 ? told : open;
            expect(told.every((cell) => open.includes(cell))).toBe(true);
            moves.push(choice[Math.floor(draw() * choice.length)]!);
            scene = playOut(proof, statement, moves);
          }
          expect(kept(statement, scene), `${visitorOf(statement)} plays ${moves.join(" ")}`).toBe(
            true,
          );
          expect(inOrder(scene)).toBe(true);
        }
      }
    },
    300_000,
  );
});

describe("one who only blocks", () => {
  it("answers a twin with the other of the two, and shows them before", async () => {
    const proof = await read("6,4,4-maker-breaker");
    const statement = proof.statements[0]!;
    const cells = empty(playOut(proof, statement, []));
    const games = cells.flatMap((one) => cells.map((two) => [one, two]));
    const inClaim = games.filter((moves) => playOut(proof, statement, moves).now?.kind === "claim");
    let twins = 0;
    for (const moves of inClaim) {
      for (const pair of playOut(proof, statement, moves).pairs) {
        for (const [one, two] of [pair, pair.toReversed()]) {
          const { plies } = playOut(proof, statement, [...moves, one!]);
          expect(plies.at(-1)).toMatchObject({
            cell: two,
            why: { rule: "twin" },
          });
          const name = (cell: number) => cellName(proof.game.shape, cell);
          expect(whyWords(proof, plies, plies.length - 1)).toMatch(
            `${name(two!)} is on every line through ${name(one!)} that`,
          );
          twins += 1;
        }
      }
    }
    expect(twins).toBeGreaterThan(100);
  });
});
