/** Register the service worker; `newer` is called with each newer one that waits to take over. */
export async function register(newer: (worker: ServiceWorker) => void): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || import.meta.env.DEV) return;
  // A page may be without one, as where a browser keeps nothing.
  const found = await workers.register("/sw.js").catch(() => null);
  const tell = () => {
    if (!found?.waiting || !workers.controller) return;
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    newer(found.waiting);
  };
  tell();
  found?.addEventListener("updatefound", () =>
    found.installing?.addEventListener("statechange", tell),
  );
}
