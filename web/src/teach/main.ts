import { show } from "../site/show";
import TeachRoom from "./TeachRoom.svelte";

show(TeachRoom);
