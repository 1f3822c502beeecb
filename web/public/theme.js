// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const theme = JSON.parse(localStorage.getItem("noughts") ?? "{}").settings?.theme;
  if (theme && theme !== "system") document.documentElement.dataset.theme = theme;
} catch {
  // A page that may not store anything follows the system.
}
