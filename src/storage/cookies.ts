/** Cookies of this origin, read and written as text. */
import type { Key } from "./keys.ts";

export function readCookie(name: Key<"cookie">): string | undefined {
  for (const part of document.cookie.split("; ")) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) {
      try {
        return decodeURIComponent(part.slice(at + 1));
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

export function writeCookie(
  name: Key<"cookie">,
  value: string,
  maxAgeSec: number,
  sameSite: "Strict" | "Lax" = "Strict",
): void {
  const secure = name.startsWith("__Host-") || location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=${sameSite}; Max-Age=${maxAgeSec}${secure}`;
}

export function deleteCookie(name: Key<"cookie">): void {
  writeCookie(name, "", 0);
}
