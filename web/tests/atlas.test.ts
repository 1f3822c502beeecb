import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  atlasLink,
  CHARTS,
  lengths,
  LETTERS,
  linked,
  place,
  read,
  reason,
  rows,
  table,
} from "../src/atlas/atlas";

const folder = new URL("../../src/noughts/atlas/", import.meta.url);
const entries = read(readFileSync(new URL("atlas.csv", folder), "utf8"));
const found = (hash: string) => linked(entries, hash)!;

describe("the file", () => {
  it("is read with its quoted fields", () => {
    expect(rows('a,b\n"1,2","say ""x"""\n,\n')).toEqual([
      ["a", "b"],
      ["1,2", 'say "x"'],
      ["", ""],
    ]);
    expect(entries.length).toBeGreaterThan(9000);
    const { resources } = JSON.parse(readFileSync(new URL("datapackage.json", folder), "utf8")) as {
      resources: [{ schema: { fields: { constraints?: { enum?: string[] } }[] } }];
    };
    const [charts, , values] = resources[0].schema.fields.map((each) => each.constraints?.enum);
    expect(charts!.sort()).toEqual(Object.keys(CHARTS).sort());
    expect(values!.sort()).toEqual(Object.keys(LETTERS).sort());
  });

  it("has a letter, a reason and an address of its own for every entry", () => {
    for (const entry of entries) {
      expect(LETTERS[entry.value]).toBeDefined();
      expect(reason(entry)).not.toMatch(/[{}]|undefined/);
    }
    expect(new Set(entries.map(atlasLink)).size).toBe(entries.length);
  });

  // tests/atlas/test_atlas.py has the same sentences.
  it("says why as Python does", () => {
    expect(reason(found("#rules=7,7,5"))).toBe(
      "Proved: the certificate 7,7,5.cert can be checked.",
    );
    expect(reason(found("#rules=7,7,4+gravity"))).toBe(
      "Proved by the solver: 1,286,239,408 nodes.",
    );
    expect(reason(found("#rules=7,6,6"))).toMatch(/^If X does not win .* Known: 7,6,6\.$/);
    expect(reason(found("#rules=4,3,3"))).toBe(
      "Proved: the certificate 4,3,3.cert can be checked. The solver proved how soon: 52 nodes.",
    );
    const tried = found("#rules=8,8,4+gravity");
    expect(reason(tried)).toBe("Published, not proved here. 600,000 nodes were searched.");
    expect(reason({ ...tried, nodes: 0 })).toBe("Published, not proved here.");
  });
});

describe("a chart", () => {
  it("has rows down and columns across", () => {
    const { down, across, cells } = table(entries, "ordinary", 7);
    expect(down).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(across.slice(0, 2)).toEqual(["7", "8"]);
    expect(cells.get(place("7", "9"))?.game).toBe("9,7,7");
    expect(cells.has(place("8", "7"))).toBe(false); // turned, it is 8,7,7
    expect(lengths(entries, "ordinary")).toEqual(Array.from({ length: 26 }, (_, at) => at + 1));
  });

  it("has boxes down and k across", () => {
    expect(table(entries, "box", 1).cells.get(place("4×4×4", "4"))?.value).toBe("X wins");
  });

  it("is opened by an address, O only blocking or not", () => {
    expect(found("#rules=5,5,4").value).toBe("draw");
    expect(found("#rules=5,5,4&blocks").value).toBe("X wins");
    expect(linked(entries, "#rules=99")).toBeNull();
  });
});
