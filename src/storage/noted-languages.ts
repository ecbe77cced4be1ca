import { deskPath, languagesCache, languagesPath } from "#protocol/api/worker-messages.ts";

/**
 * Notes a language that this device shows, so that the worker installs its texts. One that was shown once stays.
 * @returns whether it is new here
 */
export async function noteLanguage(locale: string): Promise<boolean> {
  try {
    const cache = await caches.open(languagesCache);
    const noted: unknown = await (await cache.match(languagesPath))?.json().catch(() => undefined);
    const languages = Array.isArray(noted) ? noted.map(String) : [];
    if (languages.includes(locale)) return false;
    await cache.put(languagesPath, Response.json([...languages, locale]));
    return true;
  } catch {
    // Without the note the worker installs every language.
    return false;
  }
}

/**
 * Notes that this device has a window wide enough for a desk, or a keyboard, so that the worker installs what only such
 * a device asks for. What was noted once stays.
 * @returns whether it is new here
 */
export async function noteDesk(): Promise<boolean> {
  try {
    const cache = await caches.open(languagesCache);
    if (await cache.match(deskPath)) return false;
    await cache.put(deskPath, Response.json(true));
    return true;
  } catch {
    return false;
  }
}
