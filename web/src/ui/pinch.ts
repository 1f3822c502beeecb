/** A pinch with two fingers, on something that has two sizes. */

import { on } from "svelte/events";

const CLEARLY = 1.25;

/**
 * Watch an element; call back when fingers have clearly moved together (below 1) or apart (above),
 * around a point. Returns a function to stop.
 */
export function watchPinch(
  element: HTMLElement,
  ondone: (scale: number, x: number, y: number) => void,
): () => void {
  let began: number | null = null;

  function follow(event: TouchEvent) {
    const [a, b] = event.touches;
    if (!a || !b) {
      began = null;
      return;
    }
    event.preventDefault();
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    began ??= apart;
    const scale = apart / began;
    if (scale < 1 / CLEARLY || scale > CLEARLY) {
      began = null;
      ondone(scale, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    }
  }
  const rest = () => (began = null);

  const offs = [
    on(element, "touchstart", follow, { passive: false }),
    on(element, "touchmove", follow, { passive: false }),
    on(element, "touchend", rest),
  ];
  return () => offs.forEach((off) => off());
}
