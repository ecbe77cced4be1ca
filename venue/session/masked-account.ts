/** An account as it may stand in a log: enough for its owner to know it again, too little to write to. */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf("@");
  return at > 0
    ? `${account.slice(0, 1)}***${account.slice(at)}`
    : `${account.slice(0, 3)}***${account.slice(-2)}`;
}
