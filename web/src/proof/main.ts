import { show } from "../site/show";
import ProofRoom from "./ProofRoom.svelte";

show(ProofRoom);
