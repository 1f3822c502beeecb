import { mount } from "svelte";
import "./site/app.css";
import App from "./App.svelte";
import { loadTable } from "./game/table";

mount(App, { target: document.getElementById("app")! });

// The table of 3×3 is fetched when the page is up, so that no answer ever waits for it.
void loadTable().catch(() => undefined);
