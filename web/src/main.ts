import "./site/app.css";
import App from "./App.svelte";
import { loadTable } from "./game/table";
import { show } from "./site/show";

// A link with its game after a question mark, where the server sees it and can show a preview,
// is the same as one with it after the hash.
if (location.search && !location.hash) {
  history.replaceState(history.state, "", `${location.pathname}#${location.search.slice(1)}`);
}
show(App);

// The table of 3×3 is fetched when the page is up, before the first answer is asked for.
setTimeout(() => void loadTable().catch(() => undefined), 500);
