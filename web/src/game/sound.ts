/** The sound of a stroke: a short scratch of filtered noise. Nothing is loaded for it. */

let context: AudioContext | undefined;

export function scratch(sharp: boolean): void {
  context ??= new AudioContext();
  const seconds = 0.12;
  const noise = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) {
    // Swell and fade, with the tremble of paper.
    const t = index / samples.length;
    samples[index] =
      (Math.random() * 2 - 1) * Math.sin(Math.PI * t) * (0.7 + 0.3 * Math.sin(t * 90));
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, {
    type: "bandpass",
    frequency: sharp ? 3800 : 2600,
    Q: 0.9,
  });
  const volume = new GainNode(context, { gain: 0.25 });
  source.connect(filter).connect(volume).connect(context.destination);
  source.start();
}

/** A win: a few strokes, each a little higher, as one underlines a result. */
export function flourish(): void {
  for (const [index, delay] of [150, 300, 450].entries()) {
    setTimeout(() => scratch(index % 2 === 0), delay);
  }
}
