import { atom } from "jotai";
import { sessionAtom, userAtom } from "../session-atoms.ts";
import { accountStatusOf, type AccountStatus } from "./account-status.ts";

/** The venue's last answer to a private call of a session: it refused the call as blocked, with the operator's reason, or served it. */
export interface Answered {
  token: string;
  as: "blocked" | "served";
  reason: string;
}

export const answeredAtom = atom<Answered | null>(null);

/** What the account may do at present; `normal` for a visitor. A new session begins without an answer. */
export const accountStatusAtom = atom<AccountStatus>((get) => {
  const session = get(sessionAtom);
  if (!session) return "normal";
  const answered = get(answeredAtom);
  return accountStatusOf(
    get(userAtom),
    answered?.token === session.token ? answered.as : undefined,
  );
});

/** Why the account is limited, in the operator's words; empty where nothing is known. */
export const statusReasonAtom = atom((get) => {
  const answered = get(answeredAtom);
  const refusalReason = answered?.token === get(sessionAtom)?.token ? answered?.reason : undefined;
  return (refusalReason || String(get(userAtom)?.memo ?? "")).trim();
});
