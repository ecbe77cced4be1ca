import { readCookie, writeCookie } from "../lib/cookie.ts";

/** The beginnings of the keys under which a user's own records lie; the user's id comes next. */
const prefixes = ["queries:user:", "user:", "receipts:"] as const;
/** A cookie: a browser that makes room lets databases go and cookies stay, and who said no must not be overheard. */
const cookieName = "godwit_book";
const maxAgeSec = 365 * 24 * 3600;

/**
 * Whether this device may keep the account book: balances, positions, orders, bills, receipts and the user's own
 * record, to be read without a network as of their time. On until the person says otherwise; asked at each write,
 * so that a choice made in another tab counts at once.
 */
export function keepsAccountBook(): boolean {
  try {
    return readCookie(cookieName) !== "off";
  } catch {
    return true;
  }
}

/** Only what differs from the usual is written down. */
export function chooseAccountBook(on: boolean): void {
  writeCookie(cookieName, on ? "" : "off", on ? 0 : maxAgeSec);
}

/** True of the key of a record of the account book. */
export function isAccountBook(key: string): boolean {
  return prefixes.some((prefix) => key.startsWith(prefix));
}

/** Whose record lies under a key of the account book. */
export function bookOwner(key: string): string | undefined {
  const prefix = prefixes.find((known) => key.startsWith(known));
  return prefix === undefined ? undefined : key.slice(prefix.length).split(":")[0];
}
