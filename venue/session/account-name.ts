import { emailPattern, type LoginType, phonePattern } from "#protocol/session.ts";

/**
 * The form an account is stored and looked up in, or `undefined` where it is none of its kind. Letters that
 * two keyboards write in two ways (é whole, or e with an accent) are one account.
 */
export function accountName(account: string, logintype: LoginType): string | undefined {
  const pattern = logintype === "email" ? emailPattern : phonePattern;
  return pattern.test(account) ? account.normalize().toLowerCase() : undefined;
}
