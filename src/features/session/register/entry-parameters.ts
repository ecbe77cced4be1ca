import { invitePattern } from "#protocol/api/session.ts";
import { removeLocal, writeLocal, readLocal } from "../../../storage/web-storage.ts";

const storageKey = "godwit:entry";

/**
 * `m` and `invite` of the entry address. They are stored on this device until registration, also when the app is
 * closed before; the newest link counts. The form shows the invitation, and nothing is sent by itself.
 */
export function captureEntryParameters(search: string): { invite: string; m: string } {
  const query = new URLSearchParams(search);
  const stored = readEntry();
  const entry = {
    invite: valid(query.get("invite")) || stored.invite,
    m: valid(query.get("m")) || stored.m,
  };
  if (entry.invite || entry.m) writeLocal(storageKey, JSON.stringify(entry));
  return entry;
}

export function forgetEntryParameters(): void {
  removeLocal(storageKey);
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
