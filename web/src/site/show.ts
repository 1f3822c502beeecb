import { hydrate, mount, type Component } from "svelte";

/**
 * Show a page. What was drawn when it was built is the page of a first visit, and comes alive;
 * whoever has something of their own (`early.js` tells) sees it as soon as it is there, in its place.
 */
export function show<Props extends Record<string, unknown>>(
  page: Component<Props>,
  props: Props = {} as Props,
): void {
  const target = document.getElementById("app")!;
  const { dataset } = document.documentElement;
  const drawn = target.firstChild && dataset.early === "";
  const start = () => {
    if (!drawn) target.replaceChildren();
    (drawn ? hydrate : mount)(page, { target, props });
    document.getElementById("drawn")?.remove();
    delete dataset.early;
    const touched = target.querySelector<HTMLElement>("[data-touched]");
    touched?.removeAttribute("data-touched");
    touched?.click();
  };
  // In a task of its own: the browser may answer a finger between reading the code and this.
  if (drawn) setTimeout(start);
  else start();
}
