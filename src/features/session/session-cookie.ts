import { deleteCookie, readCookie, writeCookie } from "../../storage/cookies.ts";
import type { Session } from "./session-atoms.ts";

/** Only the id and the token: the whole user would not fit a cookie reliably. */
const cookieName = "__Host-godwit-client";
/** As long as a session of the venue lives at most. */
const maxAgeSec = 7 * 24 * 3600;

export function readSessionCookie(): Session | null {
  try {
    const value: unknown = JSON.parse(readCookie(cookieName) ?? "null");
    if (typeof value !== "object" || value === null || !("id" in value) || !("token" in value))
      return null;
    return typeof value.id === "string" && typeof value.token === "string" && value.token !== ""
      ? { id: value.id, token: value.token }
      : null;
  } catch {
    return null;
  }
}

export function writeSessionCookie(session: Session | null): void {
  if (session)
    writeCookie(cookieName, JSON.stringify({ id: session.id, token: session.token }), maxAgeSec);
  else deleteCookie(cookieName);
}
