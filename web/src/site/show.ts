import "./app.css";
import { hydrate, mount, type Component } from "svelte";

/** Parts waiting to be hydrated on a prerendered page; else null. */
let waiting: Set<() => void> | null = null;

/** Run in a separate task during hydration, else at once; returns a function to cancel. */
export function later(task: () => void): () => void {
  if (!waiting) task();
  else waiting.add(task);
  return () => waiting?.delete(task);
}

/** After the browser has had a turn, for heavy work that may wait. */
export const soon = () => new Promise((done) => setTimeout(done));

/**
 * Show a page. The prerendered page is that of a first visit, and is hydrated part by part
 * (`Later.svelte`). Visitors with stored data (`early.js` knows) see their own content in its place
 * as soon as it is ready.
 */
export function show<Props extends Record<string, unknown>>(
  page: Component<Props>,
  props: Props = {} as Props,
): void {
  const target = document.getElementById("app")!;
  const { dataset } = document.documentElement;
  if (!target.firstChild || dataset.early !== "") {
    target.replaceChildren();
    mount(page, { target, props });
    end();
    return;
  }
  // Separate tasks, so that the browser can handle input between loading the code and this, and
  // between the parts.
  setTimeout(() => {
    waiting = new Set();
    hydrate(page, { target, props });
    setTimeout(next);
  });

  function next() {
    const [task] = waiting!;
    if (!task) {
      waiting = null;
      end();
      return;
    }
    waiting!.delete(task);
    task();
    setTimeout(next);
  }

  function end() {
    document.getElementById("drawn")?.remove();
    delete dataset.early;
    const touched = target.querySelector<HTMLElement>(
      "skip" in dataset ? ".skip" : "[data-touched]",
    );
    delete dataset.skip;
    touched?.removeAttribute("data-touched");
    touched?.click();
  }
}
