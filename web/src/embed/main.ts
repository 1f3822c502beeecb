import { show } from "../site/show";
import { progress } from "../learn/progress.svelte";
import Embed from "./Embed.svelte";

progress.detach();
// The package for learning platforms says so; other pages are not asked for their API.
const course = "scorm" in document.documentElement.dataset;
if (course)
  void import("./scorm").then(({ findApi, startSession }) => startSession(findApi(window)));
show(Embed, { course });
