import { mount } from "svelte";
import "../site/app.css";
import Embed from "./Embed.svelte";

mount(Embed, { target: document.getElementById("app")! });
