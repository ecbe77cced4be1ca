/** Who may open what. Pure: the router asks before each move. */

const visitorPaths: ReadonlySet<string> = new Set([
  "",
  "/",
  "/login",
  "/register",
  "/useragreement",
  "/password/forgot",
  "/coins",
  "/contracts",
  "/seconds",
]);

/** The routes of the specification. */
export const knownPaths: ReadonlySet<string> = new Set([
  "/",
  "/coins",
  "/login",
  "/register",
  "/assets",
  "/history",
  "/seconds",
  "/contracts",
  "/recharge",
  "/withdraw",
  "/withdraw/bankcard",
  "/certification",
  "/currency/detail",
  "/password/forgot",
  "/password/modify",
  "/password/withdraw",
  "/useragreement",
]);

/** Routes of ours beside them; anything else is a 404 for everybody. */
export const furtherPaths: ReadonlySet<string> = new Set(["/security", "/invite"]);

/** The log-in pages: a logged-in user leaves them, and they are no destination after a login. */
const loginPaths: ReadonlySet<string> = new Set(["/login", "/register"]);

/** Longer targets are none of ours. */
const maxTargetLength = 2048;
/** Stands in for our own address, which decides nothing about a target that begins with one slash. */
const anyOrigin = "https://app.invalid";

export type Verdict =
  | { kind: "open" }
  /** Already logged in: the log-in pages lead home, or where they were to lead to. */
  | { kind: "onward"; to: string }
  /** Ask in place: the person stays where they are and goes on after the login. */
  | { kind: "prompt"; to: string }
  /** Arrived by direct entry: to `/login` with the intended full path. */
  | { kind: "login"; to: string };

/**
 * @param fullPath path with search and hash, as it would be called
 * @param directEntry true for the first location of this page's life
 */
export function judge(
  path: string,
  fullPath: string,
  authorized: boolean,
  directEntry: boolean,
): Verdict {
  const normal = withoutTrailingSlash(path);
  if (authorized)
    return loginPaths.has(normal)
      ? { kind: "onward", to: safeTarget(targetIn(fullPath)) }
      : { kind: "open" };
  if (visitorPaths.has(normal) || !isKnown(normal)) return { kind: "open" };
  return directEntry ? { kind: "login", to: fullPath } : { kind: "prompt", to: fullPath };
}

/**
 * The target of `to` if it is a known route of this origin that a login may lead to, else home. Refuses
 * other origins, `//host`, backslashes and control characters.
 */
export function safeTarget(to: string | null | undefined): string {
  if (
    !to ||
    to.length > maxTargetLength ||
    !to.startsWith("/") ||
    to.startsWith("//") ||
    to.includes("\\") ||
    hasControlCharacter(to)
  )
    return "/";
  let url: URL;
  try {
    url = new URL(to, anyOrigin);
  } catch {
    return "/";
  }
  const path = withoutTrailingSlash(url.pathname);
  if (url.origin !== anyOrigin || !isKnown(path) || loginPaths.has(path)) return "/";
  return path + url.search + url.hash;
}

function isKnown(path: string): boolean {
  return knownPaths.has(path) || furtherPaths.has(path);
}

function targetIn(fullPath: string): string | null {
  return URL.canParse(fullPath, anyOrigin)
    ? new URL(fullPath, anyOrigin).searchParams.get("to")
    : null;
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " " || character === "\u007f");
}
