import type { Page } from "playwright-core";

/** All that the app keeps in this device's database, by key; undefined where there is no database of its form. */
export function storedOn(page: Page): Promise<Record<string, unknown> | undefined> {
  return page.evaluate(
    () =>
      new Promise<Record<string, unknown> | undefined>((done) => {
        const opening = indexedDB.open("godwit");
        opening.addEventListener("error", () => done(undefined));
        opening.addEventListener("success", () => {
          const database = opening.result;
          const end = (stored: Record<string, unknown> | undefined) => {
            database.close();
            done(stored);
          };
          if (!database.objectStoreNames.contains("kept")) return end(undefined);
          const store = database.transaction("kept").objectStore("kept");
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          values.addEventListener("success", () =>
            end(
              Object.fromEntries(
                keys.result.map((key, at) => [
                  key as string,
                  JSON.parse(JSON.stringify(values.result[at] ?? null)) as unknown,
                ]),
              ),
            ),
          );
        });
      }),
  );
}

/** Where any of these words stands on this device: on screen, in the database, in a cache (but the files of the build), a storage or a cookie. */
export async function placesOf(page: Page, words: readonly string[]): Promise<string[]> {
  const places: Record<string, string> = await page.evaluate(async () => {
    const found: Record<string, string> = {
      screen: document.documentElement.outerHTML,
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      cookies: document.cookie,
    };
    for (const name of (await caches.keys()).filter((one) => !one.includes("precache"))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found[`cache ${request.url}`] =
          request.url + ((await (await cache.match(request))?.text()) ?? "");
    }
    return found;
  });
  for (const [key, value] of Object.entries((await storedOn(page)) ?? {}))
    places[`kept ${key}`] = key + JSON.stringify(value);
  for (const cookie of await page.context().cookies())
    places[`cookie ${cookie.name}`] = decodeURIComponent(cookie.value);
  return Object.entries(places).flatMap(([place, text]) =>
    words.filter((word) => isIn(text, word)).map((word) => `${word} in ${place}`),
  );
}

/** A number that is the end of a longer one is another number. */
function isIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\d/.test(word[0] ?? "") || !/[\d.,]/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

/** Every route that the app has, each with what it needs in its address. */
export const everyRoute = [
  "/",
  "/coins?symbol=btcusdt",
  "/contracts?symbol=btcusdt",
  "/seconds?symbol=btcusdt",
  "/assets",
  "/history",
  "/recharge",
  "/withdraw",
  "/withdraw/bankcard",
  "/certification",
  "/currency/detail?symbol=btcusdt",
  "/password/modify",
  "/password/withdraw",
  "/password/forgot",
  "/useragreement",
  "/login",
  "/register",
  "/security",
  "/invite",
] as const;

/** Takes the keys of sessions from the browser, as the system may where there is little room. */
export function loseDeviceKeys(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open("godwit");
        opening.addEventListener("success", () => {
          const database = opening.result;
          const writing = database.transaction("kept", "readwrite");
          const all = writing.objectStore("kept").getAllKeys();
          all.addEventListener("success", () => {
            for (const key of all.result as string[])
              if (key.startsWith("device-key:")) writing.objectStore("kept").delete(key);
          });
          writing.addEventListener("complete", () => {
            database.close();
            done();
          });
        });
      }),
  );
}

/** What the browser says where a page would have the key of the session in each form there is. */
export function exportDeviceKey(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const key = await new Promise<CryptoKey>((done, fail) => {
      const opening = indexedDB.open("godwit");
      opening.addEventListener("success", () => {
        const values = opening.result.transaction("kept").objectStore("kept");
        const reading = values.getAll(IDBKeyRange.bound("device-key:", "device-key:~"));
        reading.addEventListener("success", () => done(reading.result[0] as CryptoKey));
        reading.addEventListener("error", () => fail(new Error("nothing was read")));
      });
    });
    const why = (error: unknown) => String(error);
    return Promise.all([
      crypto.subtle.exportKey("jwk", key).then(() => "given away", why),
      crypto.subtle.exportKey("pkcs8", key).then(() => "given away", why),
    ]);
  });
}
