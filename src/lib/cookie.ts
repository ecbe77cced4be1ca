/** Cookies of this origin, read and written as text. */

export function readCookie(name: string): string | undefined {
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
  name: string,
  value: string,
  maxAgeSec: number,
  sameSite: "Strict" | "Lax" = "Strict",
): void {
  const secure = name.startsWith("__Host-") || location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=${sameSite}; Max-Age=${maxAgeSec}${secure}`;
}

export function deleteCookie(name: string): void {
  writeCookie(name, "", 0);
}
