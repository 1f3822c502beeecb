import { show } from "../site/show";
import "./learn.css";
import { loadTable } from "../game/table";
import { chapterAt } from "./chapters";
import Learn from "./Learn.svelte";
import { loadLessons } from "./lessons";

const at = chapterAt(location.pathname);

async function fetchContent() {
  if (!at) return { overview: (await import("./Overview.svelte")).default };
  const [lessons, table, { default: page }] = await Promise.all([
    loadLessons(),
    loadTable(),
    at.load(),
  ]);
  return { lessons, table, page };
}

// Nothing is shown before its numbers are loaded, so that nothing jumps.
fetchContent().then(
  (content) => show(Learn, { at, content }),
  () => show(Learn, { at, content: undefined }),
);
