import * as v from "valibot";
import { type Contact, contact } from "#protocol/api/platform.ts";

const schemes = /^(https:\/\/|mailto:|tel:)\S+$/;

/** Contacts an operator lists as JSON; `undefined` where it is not a list of contacts with safe addresses. */
export function readContacts(text: string): Contact[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(v.array(contact), value);
  return parsed.success && parsed.output.every((entry) => schemes.test(entry.url))
    ? parsed.output
    : undefined;
}
