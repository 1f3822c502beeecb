/** A lesson on the wall: one picture or question at a time, over the whole window. */

/** Asks a question to show its answer. */
export const REVEAL = "reveal";

class Wall {
  /** What is shown; null is the page. */
  slide = $state.raw<HTMLElement | null>(null);

  show(slide: HTMLElement | null): void {
    this.slide?.removeAttribute("data-wall");
    this.slide = slide;
    slide?.setAttribute("data-wall", "");
  }
}

export const wall = new Wall();
