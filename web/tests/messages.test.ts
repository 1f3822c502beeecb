import { expect, test } from "vitest";
import { inlined, known, markedComponent, misplaced, pieces } from "../messages";

/** A component with one sentence in another language. */
const said = (code: string, text: string, other: string) =>
  inlined(markedComponent(code), (key) => (known.get(key)!.text === text ? other : "?"));
const message = (text: string) => [...known.values()].find((each) => each.text === text)!;

test("a component keeps its English", () => {
  const code = '<p title="Play {mark}">{won} won, <b>{lost}</b> lost</p>';
  expect(inlined(markedComponent(code), (key) => known.get(key)!.text)).toBe(code);
});

test.each([
  ["<p>Play {mark}</p>", "Play {mark}", "{mark} spielen", "<p>{mark} spielen</p>"],
  ['<p title="Play {mark}" />', "Play {mark}", "Mit {mark}!", '<p title="Mit {mark}!" />'],
  ["<p>{a} of {b}</p>", "{a} of {b}", "共 {a}{b} 局", "<p>共 {a}{b} 局</p>"],
  ["<p>All of <b>it</b></p>", "All of <b>it</b>", "<b>Alles</b>", "<p> <b>Alles</b></p>"],
])("%s has room for a text in front and behind", (code, text, other, shown) => {
  expect(said(code, text, other)).toBe(shown);
  expect(misplaced(message(text), other)).toBeNull();
});

test("what the markup cannot say is refused", () => {
  markedComponent("<p><b>Now</b> {now} of {all}</p>");
  const { text } = message("<b>Now</b> {now} of {all}");
  const refused = (other: string) => misplaced(message(text), other);
  expect(refused("<b>Jetzt</b> {now} von {all}.")).toBeNull();
  expect(refused("<b>今</b>{all}局のうち{now}")).toContain(
    "keep the order of <b> </b> {now} {all}",
  );
  expect(refused("<b>Jetzt</b> {now}")).toContain("keep the order");
  expect(refused("So: <b>jetzt</b> {now} von {all}")).toContain(`no place for "So: "`);
  expect(pieces(text)).toHaveLength(9);
});

test("a sentence that stands in two places has only the room that both have", () => {
  const sentence = "<b>Play</b> {mark} first";
  const refused = () => misplaced(message(sentence), "Jetzt <b>spiel</b> {mark} zuerst");
  const [roomy, tight] = [`<p>\n${sentence}</p>`, `<p>${sentence}</p>`];
  markedComponent(roomy);
  expect(refused()).toBeNull();
  markedComponent(tight);
  expect(refused()).toContain("no place");
  markedComponent(roomy);
  expect(refused()).toContain("no place");
});

test("a message of `t` takes any order", () => {
  markedComponent(
    '<script>import { t } from "../site/t";</script>{t("{one} then {two}", { one, two })}',
  );
  expect(misplaced(message("{one} then {two}"), "{two}, {one}")).toBeNull();
});

test("a message with a form for 1 and one for other numbers becomes one text", () => {
  const script = '<script>import { t, tn, tag } from "../site/t";</script>';
  const code = `${script}{tn("{count} cup", "{count} cups", { count })}`;
  expect(said(code, "{count} cup", "{count} Tasse|{count} Tassen")).toBe(
    `${script.replace(", tn", "")}{t("{count} Tasse|{count} Tassen", { count })}`,
  );
});
