import { emailPattern, type LoginType, phonePattern } from "#protocol/session.ts";

/** The form an account is stored and looked up in, or `undefined` where it is none of its kind. */
export function accountName(account: string, logintype: LoginType): string | undefined {
  const pattern = logintype === "email" ? emailPattern : phonePattern;
  return pattern.test(account) ? account.toLowerCase() : undefined;
}
