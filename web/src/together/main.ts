import { show } from "../site/show";
import Together from "./Together.svelte";

show(Together);
