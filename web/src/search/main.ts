import { mount } from "svelte";
import "../site/app.css";
import Theatre from "./Theatre.svelte";

mount(Theatre, { target: document.getElementById("app")! });
