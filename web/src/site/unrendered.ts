/**
 * `#render` in a browser (package.json): pages are prerendered, so Svelte's server code is left
 * out.
 */
export function render(): never {
  throw new Error("Pages are only prerendered by the build.");
}
