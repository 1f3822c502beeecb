/** What `#render` is where pages are drawn (package.json). In a browser it is `unrendered.ts`. */
export { render } from "svelte/server";
