import { expect, it, vi } from "vitest";
import { Twice } from "../src/ui/twice.svelte";

it("takes two taps, of which a double tap is one", () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const twice = new Twice(act);
  twice.tap();
  vi.advanceTimersByTime(150);
  twice.tap();
  // That such a tap does nothing can be seen.
  expect(twice).toMatchObject({ sure: true, early: true });
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(twice.early).toBe(false);
  twice.tap();
  expect(act).toHaveBeenCalledOnce();
  expect(twice.sure).toBe(false);
});

it("begins anew after something else", () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const twice = new Twice(act);
  twice.tap();
  twice.forget();
  expect(twice).toMatchObject({ sure: false, early: false });
  // The first tap's time is over, but not that of the second.
  vi.advanceTimersByTime(200);
  twice.tap();
  vi.advanceTimersByTime(300);
  twice.tap();
  expect(act).not.toHaveBeenCalled();
});
