import { invitePattern } from "#protocol/session.ts";
import { forgetLocal, keepLocal, readLocal } from "../../storage/local-store.ts";

const storageKey = "godwit:entry";

/**
 * `m` and `invite` of any entry address. They are kept on this device until registration, however often the
 * app is closed before it; the newest link counts. The form shows the invitation, and nothing is sent by itself.
 */
export function captureEntryParameters(search: string): { invite: string; m: string } {
  const query = new URLSearchParams(search);
  const kept = readEntry();
  const entry = {
    invite: valid(query.get("invite")) || kept.invite,
    m: valid(query.get("m")) || kept.m,
  };
  if (entry.invite || entry.m) keepLocal(storageKey, JSON.stringify(entry));
  return entry;
}

export function forgetEntryParameters(): void {
  forgetLocal(storageKey);
}

function readEntry(): { invite: string; m: string } {
  try {
    const value = JSON.parse(readLocal(storageKey) ?? "{}") as Partial<
      Record<"invite" | "m", unknown>
    >;
    return { invite: valid(value.invite), m: valid(value.m) };
  } catch {
    return { invite: "", m: "" };
  }
}

function valid(value: unknown): string {
  return typeof value === "string" && invitePattern.test(value) ? value : "";
}
