/** The page's colours, whatever its theme, for a canvas to paint with. */

export type Ink = Readonly<Record<(typeof INKS)[number], string>>;

const INKS = [
  "sheet",
  "pencil",
  "pencil-soft",
  "pencil-faint",
  "x",
  "o",
  "even",
  "marker",
  "focus",
  "hand",
] as const;

export function readInk(element: Element): Ink {
  // A theme's colour is only resolved as the value of a property.
  const probe = element.ownerDocument.createElement("i");
  element.append(probe);
  const entries = INKS.map((name) => {
    if (name === "hand") return [name, getComputedStyle(element).getPropertyValue("--hand")];
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Ink;
}
