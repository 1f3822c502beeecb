import "../site/app.css";
import { show } from "../site/show";
import Embed from "./Embed.svelte";

show(Embed);
