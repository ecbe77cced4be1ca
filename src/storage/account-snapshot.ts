import { readCookie, writeCookie } from "./cookies.ts";

/** A cookie: a browser that is short of room drops databases before cookies, and a refusal must outlive them. */
const cookieName = "godwit_book";
const maxAgeSec = 365 * 24 * 3600;

/**
 * Whether this device may keep the account snapshot, the rows of class "account" in keys.ts: balances, positions,
 * orders, bills, receipts and the user's own record, to be read without a network as of their time. On until the
 * person says otherwise; asked at each write, so that a choice made in another tab counts at once.
 */
export function keepsAccountSnapshot(): boolean {
  try {
    return readCookie(cookieName) !== "off";
  } catch {
    return true;
  }
}

/** Only a departure from the default is written. */
export function chooseAccountSnapshot(on: boolean): void {
  writeCookie(cookieName, on ? "" : "off", on ? 0 : maxAgeSec);
}
