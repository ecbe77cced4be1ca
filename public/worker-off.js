/*
 * Stands in the place of /sw.js while the worker is switched off. It keeps and answers nothing: it takes
 * over at once, clears what the worker kept, and leaves; every page is the network's again. What is typed
 * and drafted is kept elsewhere and stays.
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  })());
});
