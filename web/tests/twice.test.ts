import { expect, it, vi } from "vitest";
import { Twice } from "../src/together/twice.svelte";

it("takes two taps, of which a double tap is one", () => {
  const act = vi.fn();
  const twice = new Twice(act);
  for (const timeStamp of [1000, 1150, 1300]) twice.tap({ timeStamp });
  expect(twice.sure).toBe(true);
  expect(act).not.toHaveBeenCalled();
  twice.tap({ timeStamp: 2000 });
  expect(act).toHaveBeenCalledOnce();
  expect(twice.sure).toBe(false);
});

it("begins anew after something else", () => {
  const act = vi.fn();
  const twice = new Twice(act);
  twice.tap({ timeStamp: 1000 });
  twice.forget();
  twice.tap({ timeStamp: 3000 });
  expect(act).not.toHaveBeenCalled();
});
