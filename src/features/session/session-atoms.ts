import { atom } from "jotai";
import type { User } from "#protocol/api/user.ts";

/** What signs requests. The token never leaves this atom but into the session cookie. */
export interface Session {
  id: string;
  token: string;
  /** The name of the key that signs its calls besides (`api/device-key.ts`). */
  deviceKey?: string | undefined;
}

export const sessionAtom = atom<Session | null>(null);

/** The user as the venue last described it; kept in memory and, per user, in IndexedDB. */
export const userAtom = atom<User | null>(null);

/** A user is authorized when the token is non-empty. */
export const authorizedAtom = atom((get) => (get(sessionAtom)?.token ?? "") !== "");

/** Why the log-in dialog is open, and where to go after it. */
export interface AuthPrompt {
  reason: "required" | "expired";
  to: string | null;
}

export const authPromptAtom = atom<AuthPrompt | null>(null);

/** `invite` and `m` of the entry address, kept until registration. */
export const entryAtom = atom<{ invite: string; m: string }>({ invite: "", m: "" });
