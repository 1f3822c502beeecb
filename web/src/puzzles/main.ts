import { show } from "../site/show";
import Puzzles from "./Puzzles.svelte";

show(Puzzles);
