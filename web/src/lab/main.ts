import { mount } from "svelte";
import "../site/app.css";
import Lab from "./Lab.svelte";

mount(Lab, { target: document.getElementById("app")! });
