/** A pinch with two fingers, on something that has two sizes. */

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

  element.addEventListener("touchstart", follow, { passive: false });
  element.addEventListener("touchmove", follow, { passive: false });
  element.addEventListener("touchend", rest);
  return () => {
    element.removeEventListener("touchstart", follow);
    element.removeEventListener("touchmove", follow);
    element.removeEventListener("touchend", rest);
  };
}
