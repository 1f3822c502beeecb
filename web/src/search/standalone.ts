/** A drawing of the page as a standalone file, with its styles written into it. */

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "color",
  "font-family",
  "font-size",
  "font-style",
  "text-anchor",
];

export function standalone(drawing: Element): string {
  const copy = drawing.cloneNode(true) as Element;
  const copies = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((each, index) => {
    const style = getComputedStyle(each);
    const own = copies[index]!;
    own.removeAttribute("class");
    own.removeAttribute("style");
    // As attributes, because the page's policy forbids inline styles.
    if (each.namespaceURI !== SVG) return;
    for (const name of STYLES) own.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", SVG);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

const SVG = "http://www.w3.org/2000/svg";
