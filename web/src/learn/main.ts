import { mount } from "svelte";
import "../site/app.css";
import Learn from "./Learn.svelte";

mount(Learn, { target: document.getElementById("app")! });
