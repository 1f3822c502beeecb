import { expect, it } from "vitest";
import { isMetered } from "../src/site/metered";

it.each([
  [undefined, false],
  [{ effectiveType: "4g", saveData: false }, false],
  [{ effectiveType: "4g", type: "wifi" }, false],
  [{ saveData: true }, true],
  [{ effectiveType: "3g" }, true],
  [{ effectiveType: "slow-2g" }, true],
  [{ effectiveType: "4g", type: "cellular" }, true],
])("a network that says %o is metered: %s", (connection, metered) => {
  expect(isMetered(connection)).toBe(metered);
});
