// @vitest-environment ./tests/device.ts
/** What a learning platform is told: SCORM 1.2. */

import { describe, expect, it } from "vitest";
import chapters from "../src/learn/chapters.json";
import { openDevice } from "./device";

openDevice();
const { findApi, pack, score, span, unpack } = await import("../src/embed/scorm");

const keys = chapters.flatMap(({ slug, questions }) => questions.map((each) => `${slug}/${each}`));

describe("a platform", () => {
  it("keeps all answers within 4,096 characters, and gives them back", () => {
    const longest = Object.fromEntries(
      keys.map((key) => [key, { tried: [0, 1, 2], open: true, found: true }]),
    );
    expect(pack(longest).length).toBeLessThan(4096);
    const some = {
      [keys[0]!]: { tried: [2, 0], open: true, found: true },
      [keys[1]!]: { tried: [], open: true, found: false },
      [keys[2]!]: { tried: [18_000], open: true },
      [keys[3]!]: { tried: [1], open: false },
    };
    expect(unpack(pack(some))).toEqual(some);
    expect(unpack("")).toEqual({});
    expect(unpack("a;b:1;:2:f")).toEqual({});
    expect(score(some)).toBe(Math.round((100 * 2) / keys.length));
  });

  it("is found above, below other windows, and not in another site's", () => {
    const API = {} as never;
    const top = { API, parent: null as unknown };
    top.parent = top;
    const within = { parent: { parent: top } };
    expect(findApi(within as never)).toBe(API);
    const alone = { parent: null as unknown, opener: { API } };
    alone.parent = alone;
    expect(findApi({ parent: alone } as never)).toBe(API);
    const foreign = {
      get API() {
        throw new DOMException("another site");
      },
    };
    expect(findApi({ parent: foreign } as never)).toBeNull();
    const circle = { parent: null as unknown };
    circle.parent = { parent: circle };
    expect(findApi(circle as never)).toBeNull();
  });

  it("counts time in hours, minutes and seconds", () => {
    expect([0, 61_000, 36_000_000 + 3_599_999].map(span)).toEqual([
      "0000:00:00",
      "0000:01:01",
      "0010:59:59",
    ]);
  });
});
