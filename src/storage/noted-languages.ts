import { languagesCache, languagesPath } from "#protocol/api/worker-messages.ts";

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
