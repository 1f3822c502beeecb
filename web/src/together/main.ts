import { mount } from "svelte";
import "../site/app.css";
import Together from "./Together.svelte";

mount(Together, { target: document.getElementById("app")! });
