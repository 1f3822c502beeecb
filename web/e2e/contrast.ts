/** What can be read on a page, by the pixels of its picture: styles alone do not tell. */

import type { Page } from "./test";

interface Label {
  readonly text: string;
  /** The best contrast that its letters have with what is around them, from 1 to 21. */
  readonly contrast: number;
}

/** A line of words. */
interface Place {
  /** Lines of one text have one number: what can be read of it is read of its best line. */
  id: number;
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where words stand that can be seen, line by line. */
const placesOfWords = (page: Page): Promise<Place[]> =>
  page.evaluate(() => {
    const places: Place[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let id = 0, node = walker.nextNode(); node; id += 1, node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const parent = node.parentElement!;
      const hidden = parent.closest(".unseen, script, style, [aria-hidden=true]");
      if (!text || hidden || !parent.checkVisibility({ visibilityProperty: true })) continue;
      // What is clipped to a point until it has the focus, as the way past the head.
      if (parent.getBoundingClientRect().width < 6) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects()) {
        // A few pixels of a glyph prove nothing; what is scrolled away or covered is not seen.
        if (width < 6 || height < 6) continue;
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const seen = top && (top.contains(parent) || parent.contains(top) || onIt(top, parent));
        if (seen) places.push({ id, text, x, y, width, height });
      }
    }
    return places;

    /** Whether a control without a face of its own lies over the words, as over an option's. */
    function onIt(top: Element, words: Element) {
      return top instanceof HTMLInputElement && top.closest("label")?.contains(words);
    }
  });

/** Look at all words in a picture of the window, which should be as tall as the page. */
export async function labels(page: Page): Promise<Label[]> {
  // Strokes and transitions that still run would be caught in the middle.
  await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
  let places = await placesOfWords(page);
  let picture = "";
  // What came to the page meanwhile, such as an answer, may have moved the words.
  for (let before = ""; before !== JSON.stringify(places);) {
    before = JSON.stringify(places);
    picture = (await page.screenshot()).toString("base64");
    places = await placesOfWords(page);
  }
  // An image is no request, which this page's content policy might forbid.
  return page.evaluate(
    async ({ places, picture }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", { willReadFrequently: true })!;
      context.drawImage(image, 0, 0);
      const linear = (part: number) =>
        part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      const lights = new Map<number, number>();
      const light = (colour: number) => {
        const known = lights.get(colour);
        if (known !== undefined) return known;
        const [red, green, blue] = [0, 8, 16].map((shift) => linear((colour >> shift) & 255));
        const found = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
        lights.set(colour, found);
        return found;
      };
      const best = new Map<number, Label>();
      for (const { id, text, x, y, width, height } of places) {
        const { data } = context.getImageData(x, y, width, height);
        const seen = new Map<number, number>();
        // A pixel at a time: four bytes are one number.
        for (const colour of new Uint32Array(data.buffer))
          seen.set(colour, (seen.get(colour) ?? 0) + 1);
        const shades = new Map<number, number>();
        for (const [colour, count] of seen) {
          const shade = light(colour);
          shades.set(shade, (shades.get(shade) ?? 0) + count);
        }
        // The commonest shade is the ground; the letters are what differs most from it.
        const [ground] = [...shades].reduce((a, b) => (b[1] > a[1] ? b : a));
        const ratios = [...shades.keys()].map(
          (shade) => (Math.max(shade, ground) + 0.05) / (Math.min(shade, ground) + 0.05),
        );
        const contrast = Math.max(...ratios, best.get(id)?.contrast ?? 1);
        best.set(id, { text, contrast });
      }
      return [...best.values()];
    },
    { places, picture },
  );
}

/** The controls whose border, where they have one, is told from its ground by less than 3:1. */
export const faintBorders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const controls = document.querySelectorAll<HTMLElement>(
      "button, select, input, textarea, .button, label:has(input)",
    );
    const enabled = [...controls].filter(
      (each) => !each.matches(':disabled, :has(:disabled), [aria-disabled="true"]'),
    );
    return enabled.filter((each) => !fine(each)).map((each) => each.outerHTML.slice(0, 200));

    function fine(control: HTMLElement) {
      const { width, height } = control.getBoundingClientRect();
      const { borderTopWidth, borderTopColor, borderTopStyle } = getComputedStyle(control);
      const drawn = borderTopWidth !== "0px" && borderTopStyle !== "none";
      // What is not seen, what its words alone tell, and what has its border of the browser.
      if (!drawn || !control.checkVisibility() || Math.min(width, height) < 6) return true;
      if (control.matches("[type=radio], [type=checkbox], [type=range], [type=file]")) return true;
      const [border, ground] = [
        [...grounds(control.parentElement!), borderTopColor],
        grounds(control.parentElement!),
      ].map(light) as [number, number];
      const clear = border === ground; // no border is meant to be seen
      const ratio = (Math.max(border, ground) + 0.05) / (Math.min(border, ground) + 0.05);
      return clear || ratio >= 3;
    }

    /** What is painted behind the insides of an element, from the bottom up. */
    function grounds(element: Element | null): string[] {
      if (!element) return [];
      return [...grounds(element.parentElement), getComputedStyle(element).backgroundColor];
    }

    function light(colours: string[]) {
      for (const colour of ["#fff", ...colours]) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    }
  });
