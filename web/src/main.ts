import { mount } from "svelte";
import "./site/app.css";
import App from "./App.svelte";
import { loadTable } from "./game/table";

mount(App, { target: document.getElementById("app")! });

// The table of 3×3 is fetched when the page is up, before the first answer is asked for.
setTimeout(() => void loadTable().catch(() => undefined), 500);
