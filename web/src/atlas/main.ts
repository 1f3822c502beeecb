import { show } from "../site/show";
import AtlasRoom from "./AtlasRoom.svelte";

show(AtlasRoom);
