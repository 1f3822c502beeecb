import { show } from "../site/show";
import LedgerRoom from "./LedgerRoom.svelte";

show(LedgerRoom);
