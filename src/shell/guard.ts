/** Who may open what. Pure: the router asks before each move. */

const visitorPaths: ReadonlySet<string> = new Set([
  "", "/", "/login", "/register", "/useragreement", "/password/forgot", "/coins", "/contracts", "/seconds",
]);

/** Every route there is; anything else is a 404 for everybody. */
export const knownPaths: ReadonlySet<string> = new Set([
  "/", "/coins", "/login", "/register", "/assets", "/history", "/seconds", "/contracts", "/currency/detail", "/useragreement",
]);

export type Verdict =
  | { kind: "open" }
  /** Already logged in: the log-in pages lead home. */
  | { kind: "home" }
  /** Ask in place: the person stays where they are and goes on after the login. */
  | { kind: "prompt"; to: string }
  /** Arrived by direct entry: to `/login` with the intended full path. */
  | { kind: "login"; to: string };

/**
 * @param fullPath path with search and hash, as it would be called
 * @param directEntry true for the first location of this page's life
 */
export function judge(path: string, fullPath: string, authorized: boolean, directEntry: boolean): Verdict {
  const normal = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (authorized) return normal === "/login" || normal === "/register" ? { kind: "home" } : { kind: "open" };
  if (visitorPaths.has(normal) || !knownPaths.has(normal)) return { kind: "open" };
  return directEntry ? { kind: "login", to: fullPath } : { kind: "prompt", to: fullPath };
}

/**
 * The target of `to` if it is a known route of this origin that a login may lead to, else home. Refuses
 * other origins, `//host`, backslashes and control characters.
 */
export function safeTarget(to: string | undefined, origin: string): string {
  if (!to || !to.startsWith("/") || to.startsWith("//") || to.includes("\\") || hasControlCharacter(to)) return "/";
  let url: URL;
  try {
    url = new URL(to, origin);
  } catch {
    return "/";
  }
  if (url.origin !== origin || !knownPaths.has(url.pathname) || url.pathname === "/login" || url.pathname === "/register") return "/";
  return url.pathname + url.search + url.hash;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " " || character === "\u007f");
}
