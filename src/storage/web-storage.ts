/**
 * What this device keeps where it can be read at once: `localStorage`, and `sessionStorage`, which lasts as long as
 * the tab. A browser whose storage is off or full keeps nothing, and nothing is thrown.
 */
import type { Key } from "./keys.ts";

/** A key of a row, for code that writes by other means, such as an atom of jotai. */
export function localKey(key: Key<"localStorage">): string {
  return key;
}

/** The text of a key, unchecked; null where there is none. */
export function readLocal(key: Key<"localStorage">): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: Key<"localStorage">, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The choice lasts as long as its page.
  }
}

export function removeLocal(key: Key<"localStorage">): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing.
  }
}

/** The text of a key, null where there is none; undefined where the browser has no storage for the tab. */
export function readSession(key: Key<"sessionStorage">): string | null | undefined {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Writes a text, or removes the key where it is null. Answers whether the browser did. */
export function writeSession(key: Key<"sessionStorage">, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
