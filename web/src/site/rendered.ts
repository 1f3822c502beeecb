/** `#render` during prerendering (package.json). In a browser it is `unrendered.ts`. */
export { render } from "svelte/server";
