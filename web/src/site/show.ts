import { hydrate, mount, type Component } from "svelte";

/** Parts that wait for their turn, while a page that was drawn comes alive; else null. */
let waiting: Set<() => void> | null = null;

/** Do it in a task of its own if the page is coming alive, else at once; returns how to call it off. */
export function later(task: () => void): () => void {
  if (!waiting) task();
  else waiting.add(task);
  return () => waiting?.delete(task);
}

/** After the browser has had its turn, for what is heavy and comes later anyway. */
export const soon = () => new Promise((done) => setTimeout(done));

/**
 * Show a page. What was drawn when it was built is the page of a first visit, and comes alive part
 * by part (`Later.svelte`); whoever has something of their own (`early.js` tells) sees it as soon as
 * it is there, in its place.
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
  // Tasks of their own: the browser may answer a finger between reading the code and this, and
  // between one part and the next.
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
    const touched = target.querySelector<HTMLElement>("[data-touched]");
    touched?.removeAttribute("data-touched");
    touched?.click();
  }
}
