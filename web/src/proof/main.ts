import { mount } from "svelte";
import "../site/app.css";
import ProofRoom from "./ProofRoom.svelte";

mount(ProofRoom, { target: document.getElementById("app")! });
