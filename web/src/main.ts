import { show } from "./site/show";
import App from "./App.svelte";
import { loadTable } from "./game/table";

// A link may have its game after a question mark, where the server can see it for a preview. It
// means the same as after the hash.
if (location.search && !location.hash) {
  history.replaceState(history.state, "", `${location.pathname}#${location.search.slice(1)}`);
}
show(App);

// The table of 3×3 is loaded when the page is up, before the first question.
setTimeout(() => void loadTable().catch(() => undefined), 500);
