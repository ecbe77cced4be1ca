import { deleteCookie, readCookie, writeCookie } from "../../storage/cookies.ts";
import type { Session } from "./session-atoms.ts";

/** Only what signs calls: the whole user would not fit a cookie reliably. */
const cookieName = "__Host-godwit-client";
/** As long as a session of the venue lives at most. */
const maxAgeSec = 7 * 24 * 3600;

export function readSessionCookie(): Session | null {
  try {
    const value: unknown = JSON.parse(readCookie(cookieName) ?? "null");
    if (typeof value !== "object" || value === null || !("id" in value) || !("token" in value))
      return null;
    const { id, token } = value;
    if (typeof id !== "string" || typeof token !== "string" || token === "") return null;
    const key = "key" in value ? value.key : undefined;
    return { id, token, ...(typeof key === "string" && { deviceKey: key }) };
  } catch {
    return null;
  }
}

export function writeSessionCookie(session: Session | null): void {
  if (!session) return deleteCookie(cookieName);
  const { id, token, deviceKey: key } = session;
  writeCookie(cookieName, JSON.stringify({ id, token, key }), maxAgeSec);
}
