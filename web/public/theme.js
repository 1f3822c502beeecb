// Runs before the first paint, so that a theme never flashes another one.
const more = matchMedia("(prefers-contrast: more)");
const tell = () => document.documentElement.toggleAttribute("data-contrast", more.matches);
tell();
more.addEventListener("change", tell);

try {
  const theme = JSON.parse(localStorage.getItem("noughts") ?? "{}").settings?.theme;
  if (theme && theme !== "system") document.documentElement.dataset.theme = theme;
} catch {
  // A page that may not store anything follows the system.
}
