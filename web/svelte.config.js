import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Svelte's own names are longer, and a hundredth of the page. Equal styles may share one.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};
