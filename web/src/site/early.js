// Before the code of a page has come, what was drawn for a first visit stands in its place
// (site/show.ts). Whoever has something of their own here shall not see it, and what a finger
// touches in the meantime is remembered.
{
  const { dataset } = document.documentElement;
  dataset.early = "";
  try {
    if (location.hash || location.search || localStorage.length || history.state) {
      dataset.early = "own";
    }
  } catch {
    // A page that may not store anything has nothing of one's own.
  }
  addEventListener("click", (event) => {
    const { target } = event;
    const touched = target instanceof Element && target.closest("button, .skip, [role=gridcell]");
    if (!touched || dataset.early === undefined) return;
    // The way past the head is there for everybody. The browser itself would change the address,
    // which may hold a game.
    if (touched.matches(".skip")) dataset.skip = "";
    else if (dataset.early === "") touched.toggleAttribute("data-touched", true);
    else return;
    event.preventDefault();
  });
}
