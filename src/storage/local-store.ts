/**
 * What this device keeps where it can be read at once, in `localStorage`. A browser whose storage is off or full
 * keeps nothing: then a choice lives as long as its page, and nothing is thrown.
 */

/** What is kept under a name, unchecked; null where there is nothing. */
export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, where the browser lets it. */
export function keepLocal(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Kept by its page alone.
  }
}

/** Lets go of what is kept under a name. */
export function forgetLocal(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
