/**
 * A lesson on the wall: one picture or question at a time, over the whole window. What a clicker
 * sends goes forward and back through the steps of a picture, the answer of a question, and the
 * chapter.
 */

/** Asks a question to show its answer. */
export const REVEAL = "reveal";

class Wall {
  /** What is shown; null is the page. */
  slide = $state.raw<HTMLElement | null>(null);
  /** Its place among the slides of the chapter, from 1, and their number. */
  place = $state.raw<readonly [number, number]>([1, 1]);

  show(slide: HTMLElement): void {
    this.slide?.removeAttribute("data-wall");
    this.slide = slide;
    const all = slides();
    this.place = [all.indexOf(slide) + 1, all.length];
    slide.setAttribute("data-wall", "");
    slide.tabIndex = -1;
    slide.scrollTop = 0;
    slide.focus({ preventScroll: true });
  }

  close(): void {
    const { slide } = this;
    if (!slide) return;
    this.slide = null;
    slide.removeAttribute("data-wall");
    slide.scrollIntoView({ block: "nearest" });
    slide.querySelector<HTMLElement>("[data-enlarge]")?.focus({ preventScroll: true });
    if (document.fullscreenElement) void document.exitFullscreen();
  }

  /** The next step of the picture, the answer, or the next slide. */
  forward(): void {
    if (!this.slide || press(this.slide, "[data-forward]")) return;
    if (this.slide.matches("[data-question]:not([data-answered])")) {
      this.slide.dispatchEvent(new Event(REVEAL));
      this.place = [this.place[0], slides().length];
    } else this.#turn(1);
  }

  back(): void {
    if (!this.slide || press(this.slide, "[data-back]")) return;
    this.#turn(-1);
  }

  #turn(by: number) {
    const all = slides();
    const next = all[all.indexOf(this.slide!) + by];
    if (next) this.show(next);
  }
}

export const wall = new Wall();

/** The pictures and questions of the chapter, without what an open question still hides. */
const slides = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(".lesson :is(figure, form.question)")].filter(
    (each) => !each.parentElement!.closest("form.question, figure") && each.checkVisibility(),
  );

function press(slide: HTMLElement, what: string): boolean {
  const button = [...slide.querySelectorAll<HTMLButtonElement>(what)].find(
    (each) => !each.disabled && each.checkVisibility(),
  );
  button?.click();
  return button !== undefined;
}
