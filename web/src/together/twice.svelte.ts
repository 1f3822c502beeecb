/** What cannot be undone takes two taps. A double tap is one of them, so that no hasty finger does it. */

const DOUBLE = 400;

export class Twice {
  /** Whether the next tap does it. */
  sure = $state(false);
  #asked = 0;

  constructor(private readonly act: () => unknown) {}

  tap = ({ timeStamp }: Pick<Event, "timeStamp">): void => {
    if (!this.sure) {
      this.sure = true;
      this.#asked = timeStamp;
    } else if (timeStamp - this.#asked > DOUBLE) {
      this.sure = false;
      this.act();
    }
  };

  /** Something else was done in between. */
  forget = (): void => {
    this.sure = false;
  };
}
