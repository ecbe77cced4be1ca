import { emailPattern, phonePattern, type LoginType } from "#protocol/api/session.ts";

/** What a person types to name their account; both ways are kept while they switch between them. */
export interface AccountDraft {
  way: LoginType;
  email: string;
  /** Without or with its country code. */
  phone: string;
  /** Country code of the chosen country, digits only. */
  phoneCode: string;
}

export type AccountProblem =
  | "email-missing"
  | "email-malformed"
  | "phone-missing"
  | "phone-malformed";

/** The draft of an account that is known already: one with its country code is a phone. */
export function accountDraftOf(account: string): AccountDraft {
  const isPhone = account.startsWith("+");
  return {
    way: isPhone ? "phone" : "email",
    email: isPhone ? "" : account,
    phone: isPhone ? account : "",
    phoneCode: "",
  };
}

/** Countries whose national numbers keep their leading zero abroad. */
const keepsZero: ReadonlySet<string> = new Set(["39", "378", "379"]);

/**
 * The account as the venue knows it: a trimmed e-mail address, or `+`, country code and national number.
 * A national number whose country is not known is no account: with a `+` it could be somebody else's abroad.
 */
export function accountOf(draft: AccountDraft): string {
  if (draft.way === "email") return draft.email.trim();
  const typed = draft.phone.replace(/[\s().\-\u2010-\u2015/]/g, "").replace(/^00/, "+");
  if (typed.startsWith("+") || typed === "" || draft.phoneCode === "") return typed;
  const national = keepsZero.has(draft.phoneCode) ? typed : typed.replace(/^0/, "");
  return `+${draft.phoneCode}${national}`;
}

export function accountProblem(draft: AccountDraft): AccountProblem | undefined {
  const account = accountOf(draft);
  if (draft.way === "email") {
    if (account === "") return "email-missing";
    return emailPattern.test(account) && account.length <= 254 ? undefined : "email-malformed";
  }
  if (account === "") return "phone-missing";
  return phonePattern.test(account) ? undefined : "phone-malformed";
}
