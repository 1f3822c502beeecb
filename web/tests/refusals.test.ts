import { describe, expect, it } from "vitest";
import { reasonWords } from "../src/proof/refusals";
import english from "../generated/refusals.json";
import messages from "../generated/refusal-messages.json";

describe("why a proof is refused", () => {
  it("is said with the line and its text", () => {
    const why = "a stone floats";
    expect(reasonWords({ why })).toBe("A stone floats.");
    expect(reasonWords({ why: "" })).toBe("It cannot be read.");
    expect(reasonWords({ why, line: 5, text: "w 0 1 - 2?" })).toBe(
      "Line 5, “w 0 1 - 2?”: a stone floats.",
    );
    expect(reasonWords({ why, line: 5, text: "w ".repeat(30) })).toContain("w w …”: a stone");
  });

  it("has a message for each reason, in the same order", () => {
    expect(messages.refusal).toEqual(english);
  });
});
