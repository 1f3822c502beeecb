import { expect, test } from "vitest";
import { accented, longest } from "../languages";

test("the pseudo-language has the longest translation, with the longest word of all", () => {
  expect(longest(["Proofs", "Beweise", "Pruebas de"])).toBe("Beweise de");
  expect(longest(["a win", "Gewinnstellung", "il y a une victoire"])).toBe(
    "il y a une Gewinnstellung",
  );
  expect(longest(["{count} lookups", "{count} nach\u00adgeschlagen"])).toBe(
    "{count} nach\u00adgeschlagen",
  );
  expect(longest(["{before}, {next}", "{before}, {next}"])).toBe("{before}, {next}");
});

test("its words have accents, and none of the placeholders and tags", () => {
  expect(accented("Đến <a>lượt</a> của {player}")).toBe("Déñ <a>lúót</a> çúá {player}");
});
