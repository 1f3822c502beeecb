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

  /** Back to the page. */
  leave(): void {
    const { slide } = this;
    if (!slide) return;
    this.show(null);
    slide.scrollIntoView({ block: "nearest" });
    slide.querySelector<HTMLElement>("[data-enlarge]")?.focus({ preventScroll: true });
    if (document.fullscreenElement) void document.exitFullscreen();
  }
}

export const wall = new Wall();
