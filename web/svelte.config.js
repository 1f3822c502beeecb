import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Svelte's own names are longer: 0.1 kB of `/`, packed. Equal styles may share one.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};
