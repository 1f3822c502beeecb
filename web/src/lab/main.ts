import { show } from "../site/show";
import Lab from "./Lab.svelte";

show(Lab);
