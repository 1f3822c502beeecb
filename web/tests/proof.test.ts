/** The page's checker of certificates against Python's, and against files that mean harm. */

import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { check } from "../src/proof/checker";
import { Refusal } from "../src/proof/file";
import { playOut } from "../src/proof/strategy";

interface Vector {
  how: string;
  /** The file, in base64. */
  file: string;
  /** The statements that hold; else what is wrong, why, and in which line. */
  shown?: string[];
  bad?: "no certificate" | "does not hold";
  line?: number;
  why?: string;
}

const folder = new URL("../../certificates/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const vectors = JSON.parse(
  readFileSync(new URL("../generated/certificates.json", import.meta.url), "utf8"),
) as Vector[];

/** What is wrong, without the line that Python names before it. */
const reason = (why: string) => why.replace(/^line [0-9]+, .*: /s, "");

/** What the checker makes of a file, in the words of the vectors. */
async function verdict(file: Uint8Array<ArrayBuffer>): Promise<Partial<Vector>> {
  try {
    const { proof } = await check(file);
    const words = proof.statements.map(
      ({ attacker, wins, stolen }) =>
        `${attacker} ${wins ? "wins" : "does not win"}${stolen ? " by strategy stealing" : ""}`,
    );
    return { shown: words };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = error.message || "it cannot be read";
    if (error.failed === "none") return { bad: "no certificate", why };
    return { bad: "does not hold", line: error.line!, why };
  }
}

/** The header, with a digest that fits, before lines that are packed. */
async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = gzipSync(text).subarray(10);
  const sum = Buffer.from(await crypto.subtle.digest("SHA-256", body)).toString("hex");
  const header = Buffer.from("1f8b08100000000002ff", "hex");
  return new Uint8Array(Buffer.concat([header, Buffer.from(`${sum}\0`), body]));
}

describe("a certificate that somebody has been at", () => {
  it("is judged as Python judges it, with the same line and reason", async () => {
    for (const { how, file, shown, bad, line, why } of vectors) {
      const found = await verdict(new Uint8Array(Buffer.from(file, "base64")));
      const expected = bad ? { bad, ...(line && { line }), why: reason(why!) } : { shown };
      if (JSON.stringify(found) !== JSON.stringify(expected))
        expect(found, `${how}: ${why ?? "holds"}`).toEqual(expected);
    }
    const count = (which: Vector["bad"]) => vectors.filter(({ bad }) => bad === which).length;
    expect(count("does not hold")).toBeGreaterThan(500);
    expect(count("no certificate")).toBeGreaterThan(100);
    expect(count(undefined)).toBeGreaterThan(50);
  }, 300_000);

  it("knows a proof by threats, which it leaves to others", async () => {
    const file = await packed("noughts certificate 5\nrules 3,3,3\n");
    await expect(check(file)).rejects.toMatchObject({ failed: "threats" });
  });

  it("can be played to the end where its last position has no claim", async () => {
    const text = "noughts certificate 2\nrules 3,1,3 misere\nposition ...\n";
    const file = await packed(`${text}h - - - 01 10 20\nX does not win: -\n`);
    const { proof } = await check(file);
    const [statement] = proof.statements;
    expect(playOut(proof, statement!, [0]).now).toBeNull();
    expect(playOut(proof, statement!, [0, 2]).outcome).toEqual({ winner: null });
  });

  it("says which line fails, and why", async () => {
    const text = "noughts certificate 2\nrules 3,3,3\nposition .../.../...\n";
    const file = await packed(`${text}h 0 - - =12\nX does not win: -\n`);
    await expect(check(file)).rejects.toMatchObject({
      message: "an open line contains no pair",
      line: 4,
      text: "h 0 - - =12",
    });
    const odd = await packed(`${text}w 0 1 - 2?\nX wins: -\n`);
    await expect(check(odd)).rejects.toMatchObject({
      message: "",
      line: 4,
      text: "w 0 1 - 2?",
    });
  });

  it("counts the claims before each statement", async () => {
    const text = gunzipSync(read("4,4,4.cert")).toString();
    const counts = text.split(/^[XO] .*\n/m).map((part) => part.match(/^[hw] /gm)?.length ?? 0);
    const { proof } = await check(read("4,4,4.cert"));
    expect([...proof.statements.map(({ count }) => count), 0]).toEqual(counts);
    expect(counts[0]).toBeGreaterThan(0);
  });

  it("takes no dash for a cell of a pair", async () => {
    const start = "noughts certificate 2\nrules 2,2 lines 012\nposition ../..\n";
    for (const pairs of ["0-1", "-"]) {
      const file = await packed(`${start}X does not win: -=${pairs}\n`);
      await expect(check(file)).rejects.toThrow("a pair does not have two cells");
    }
    expect(
      (await check(await packed(`${start}X does not win: -=01\n`))).proof.statements,
    ).toHaveLength(1);
  });
});

describe("files that are none", () => {
  it("with a root that is no move, or lines by another name", async () => {
    const root = "rules 2,2 lines 123\nposition X./..\nX does not win: =12\n";
    const rules = "rules 2,2 linesX 01\nposition ../..\nX does not win: -\n";
    for (const lines of [root, rules]) {
      const file = await packed(`noughts certificate 2\n${lines}`);
      await expect(check(file)).rejects.toMatchObject({ failed: "none" });
    }
  });

  it("of another version", async () => {
    await expect(check(await packed("noughts certificate 1\n"))).rejects.toMatchObject({
      failed: "none",
    });
  });

  it("wherever one is cut", async () => {
    const file = read("3,3,3.cert");
    for (let length = 0; length < file.length; length += 1) {
      await expect(check(file.slice(0, length)), `${length}`).rejects.toMatchObject({
        failed: "none",
      });
    }
  });

  it("and whichever bit is turned", async () => {
    const file = read("5,5,5.cert");
    for (let bit = 0; bit < 8 * file.length; bit += 1) {
      const changed = file.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await expect(check(changed), `bit ${bit}`).rejects.toMatchObject({ failed: "none" });
    }
  });

  it("compressed a thousandfold", async () => {
    const dots = ".".repeat(50_000_000);
    const file = await packed(`noughts certificate 2\nrules 3,3,3\nposition ${dots}`);
    expect(file.length).toBeLessThan(60_000);
    await expect(check(file)).rejects.toThrow("a line is too long");
    const among = await packed(`noughts certificate 2\nrules ${"3".repeat(70_000)}\n`);
    await expect(check(among)).rejects.toThrow("a line is too long");
  });
});
