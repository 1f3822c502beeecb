// @vitest-environment ./tests/device.ts
/** The code that pupils hand in, and the file of their answers. */

import { describe, expect, it } from "vitest";
import chapters from "../src/learn/chapters.json";
import {
  csv,
  fileOf,
  handIn,
  readCode,
  readFile,
  summary,
  type Answers,
} from "../src/learn/handIn";
import { openDevice } from "./device";

const keys = chapters.flatMap(({ slug, questions }) => questions.map((id) => `${slug}/${id}`));
const some: Answers = Object.fromEntries([
  [keys[0]!, { tried: [2], open: true, found: true }],
  [keys[1]!, { tried: [0, 1], open: true, found: true }],
  [keys[2]!, { tried: [1], open: true, found: false }],
  [keys[3]!, { tried: [1], open: false }],
  [keys[4]!, { tried: [1], open: true }], // of before `found` was kept
]);
const code = handIn(some);

describe("a code to hand in", () => {
  it("is short, and says how each question was answered", () => {
    expect(code.length).toBeLessThan(30);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-)+[0-9A-HJKMNP-TV-Z]{1,4}$/);
    for (const line of [code, `Ada Lovelace: ${code}`, `Ada Lovelace ${code.toLowerCase()} `]) {
      const read = readCode(line);
      expect(read).toMatchObject({
        name: line.startsWith("Ada") ? "Ada Lovelace" : "",
        states: { [keys[0]!]: "first", [keys[1]!]: "later", [keys[2]!]: "shown" },
      });
      if (!("states" in read)) throw new Error("not read");
      expect(read.states[keys[3]!]).toBe("open");
      expect(read.states[keys[4]!]).toBe("later");
      expect(summary(read.states)[0]).toMatchObject({ answered: 3, first: 1, shown: 1 });
    }
    expect(readCode(code.replaceAll("-", " ").replaceAll("0", "o"))).toHaveProperty("states");
  });

  it("has a typo wherever one digit is wrong, or two are swapped", () => {
    const digits = [...code.replaceAll("-", "")];
    for (const [at, digit] of digits.entries()) {
      for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
        if (other === digit) continue;
        expect(readCode(digits.with(at, other).join(""))).toMatchObject({ wrong: "a typo" });
      }
      const next = digits[at + 1];
      if (next === undefined || next === digit) continue;
      const swapped = digits.with(at, next).with(at + 1, digit);
      expect(readCode(swapped.join(""))).toMatchObject({ wrong: "a typo" });
    }
  });

  it.each(["", "Ada", "Ada has none", "7KQ2-1111", "äöü".repeat(20)])("is not in %j", (line) => {
    expect(readCode(line)).toMatchObject({ wrong: "no code" });
  });

  it("fills a table of the class", () => {
    const table = csv([readCode(`Ada "the first" ${code}`), readCode("Bob")]);
    const [head, ada, bob] = table.split("\r\n");
    expect(head).toBe(["name", ...keys].join(","));
    expect(ada).toMatch(/^"Ada ""the first""",first,later,shown,open,later,open/);
    expect(bob).toBe('"Bob",not read: no code');
  });
});

describe("a file of answers", () => {
  it("is read back, and nothing else is", async () => {
    openDevice();
    const { progress } = await import("../src/learn/progress.svelte");
    progress.load(readFile(fileOf(some)));
    expect(progress.all).toEqual(some);
    progress.load({ "trees/x": 3 });
    expect(progress.all).toEqual(some);
    for (const text of ["", "{}", "[1]", "null", '{"format":"noughts learn","answers":3}']) {
      expect(readFile(text)).toBeNull();
    }
  });
});
