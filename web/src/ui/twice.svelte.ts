/** What cannot be undone takes two taps. A double tap is one of them, so that no hasty finger does it. */

const DOUBLE = 400;

export class Twice {
  /** Whether the next tap does it. */
  sure = $state(false);
  /** Whether a tap would still be the second half of a double tap; the button looks disabled. */
  early = $state(false);
  #timer?: ReturnType<typeof setTimeout>;

  constructor(private readonly act: () => unknown) {}

  /** The attributes of its button. */
  get button() {
    return { "aria-disabled": this.early, onclick: this.tap, onblur: this.forget };
  }

  tap = (): void => {
    if (!this.sure) {
      this.sure = this.early = true;
      this.#timer = setTimeout(() => (this.early = false), DOUBLE);
    } else if (!this.early) {
      this.sure = false;
      this.act();
    }
  };

  /** Something else was done in between. */
  forget = (): void => {
    clearTimeout(this.#timer);
    this.sure = this.early = false;
  };
}
