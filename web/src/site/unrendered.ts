/**
 * What `#render` is in a browser (package.json): pages are drawn when they are built, and Svelte's
 * part for servers stays out of them.
 */
export function render(): never {
  throw new Error("Pages are drawn when they are built.");
}
