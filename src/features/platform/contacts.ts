import * as v from "valibot";
import { contact, type Contact } from "#protocol/platform.ts";

/** The online-service list arrives as a JSON string; anything else gives an empty list, silently. */
export function parseContacts(list: string | undefined): Contact[] {
  try {
    const value: unknown = JSON.parse(list ?? "");
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry) => {
      const parsed = v.safeParse(contact, entry);
      return parsed.success && isSafeAddress(parsed.output.url) ? [parsed.output] : [];
    });
  } catch {
    return [];
  }
}

/** Links of a venue are text from outside: only these schemes may be followed. */
export function isSafeAddress(url: string): boolean {
  return /^(https:\/\/|mailto:|tel:)/i.test(url);
}
