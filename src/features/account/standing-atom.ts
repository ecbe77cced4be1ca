import { atom } from "jotai";
import { sessionAtom, userAtom } from "../session/session-atoms.ts";
import { standingOf, type Standing } from "../session/standing.ts";

/** What the venue last did with a private call of a session: refused it as blocked, with the operator's reason, or served it. */
export interface Answered {
  token: string;
  as: "blocked" | "served";
  reason: string;
}

export const answeredAtom = atom<Answered | null>(null);

/** What the account may do at present; `normal` for a visitor. A new session begins without a verdict. */
export const standingAtom = atom<Standing>((get) => {
  const session = get(sessionAtom);
  if (!session) return "normal";
  const answered = get(answeredAtom);
  return standingOf(get(userAtom), answered?.token === session.token ? answered.as : undefined);
});

/** Why the account is limited, in the operator's words; empty where nothing is known. */
export const standingReasonAtom = atom((get) => {
  const answered = get(answeredAtom);
  const told = answered?.token === get(sessionAtom)?.token ? answered?.reason : undefined;
  return (told || String(get(userAtom)?.memo ?? "")).trim();
});
