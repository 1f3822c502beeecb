import { show } from "../site/show";
import Theatre from "./Theatre.svelte";

show(Theatre);
