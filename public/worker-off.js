/*
 * Stands in the place of /sw.js while the worker is switched off. It keeps and answers nothing: it takes
 * over at once, clears what the worker kept, and leaves; every page is the network's again. What is typed
 * and drafted is kept elsewhere and stays.
 */
// Nothing is cut short by what comes after it: a page that knows lets the next worker take over at once.
self.addEventListener("message", (event) => {
  if (event.data?.type === "IS_OFF") event.ports[0]?.postMessage(true);
});
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.map((name) => caches.delete(name)));
      await self.registration.unregister();
    })(),
  );
});
