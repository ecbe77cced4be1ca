import { type LoginType, emailPattern, phonePattern } from "#protocol/api/session.ts";

/**
 * The form in which an account is stored and looked up; undefined where the text is no account of
 * this kind. Unicode forms of one letter (é, or e with a combining accent) are one account.
 */
export function accountName(account: string, logintype: LoginType): string | undefined {
  const pattern = logintype === "email" ? emailPattern : phonePattern;
  return pattern.test(account) ? account.normalize().toLowerCase() : undefined;
}

/** An account for logs: its owner recognises it, but nobody can write to it. */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf("@");
  return at > 0
    ? `${account.slice(0, 1)}***${account.slice(at)}`
    : `${account.slice(0, 3)}***${account.slice(-2)}`;
}
