import "../site/app.css";
import { show } from "../site/show";
import CheckRoom from "./CheckRoom.svelte";

show(CheckRoom);
