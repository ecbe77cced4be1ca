import { invitePattern } from "#protocol/session.ts";

const storageKey = "godwit:entry";

/**
 * `m` and `invite` of any entry address. They are remembered for this tab until registration, shown in
 * the form and never sent by themselves.
 */
export function captureEntryParameters(search: string): { invite: string; m: string } {
  const query = new URLSearchParams(search);
  const kept = readEntry();
  const entry = { invite: valid(query.get("invite")) || kept.invite, m: valid(query.get("m")) || kept.m };
  try {
    if (entry.invite || entry.m) sessionStorage.setItem(storageKey, JSON.stringify(entry));
  } catch {
    // Without storage the parameters live as long as the page.
  }
  return entry;
}

export function forgetEntryParameters(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}

function readEntry(): { invite: string; m: string } {
  try {
    const value = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<Record<"invite" | "m", unknown>>;
    return { invite: valid(value.invite), m: valid(value.m) };
  } catch {
    return { invite: "", m: "" };
  }
}

function valid(value: unknown): string {
  return typeof value === "string" && invitePattern.test(value) ? value : "";
}
