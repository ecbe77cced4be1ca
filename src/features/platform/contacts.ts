import * as v from "valibot";
import { deceiving } from "#protocol/api/endpoint.ts";
import { contact, type Contact } from "#protocol/api/platform.ts";

/** Further contacts are ignored. */
const maxContacts = 50;
const maxLength = 500;

const schemes: ReadonlySet<string> = new Set(["https:", "mailto:", "tel:"]);

/** Reads the contact list, which arrives as a JSON string. Anything else gives an empty list. */
export function parseContacts(list: unknown): Contact[] {
  if (typeof list !== "string") return [];
  try {
    const value: unknown = JSON.parse(list);
    return Array.isArray(value) ? value.slice(0, maxContacts).flatMap(readContact) : [];
  } catch {
    return [];
  }
}

/** Whether a link from the venue is safe to follow: an allowed scheme, and no user name before the host. */
export function isSafeAddress(address: string): boolean {
  if (!/^(https:\/\/|mailto:|tel:)/i.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  return schemes.has(url.protocol) && url.username === "" && url.password === "";
}

function readContact(entry: unknown): Contact[] {
  const parsed = v.safeParse(contact, entry);
  if (!parsed.success) return [];
  const { url } = parsed.output;
  const name = parsed.output.name.replaceAll(deceiving, "").trim();
  const isReadable =
    name !== "" &&
    name.length <= maxLength &&
    url.length <= maxLength &&
    url.replaceAll(deceiving, "") === url;
  return isReadable && isSafeAddress(url) ? [{ ...parsed.output, name }] : [];
}
