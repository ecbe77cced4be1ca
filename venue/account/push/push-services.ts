/** The push services of the browsers: pushes go to no other host, since it is the client who names the address. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:.+\.)?push\.services\.mozilla\.com$/,
  /^(?:.+\.)?push\.apple\.com$/,
  /^(?:.+\.)?notify\.windows\.com$/,
];

/**
 * Whether the venue sends to this address.
 * @param extra origins that the operator added (`PUSH_SERVICES`)
 */
export function isPushService(endpoint: string, extra: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username } = new URL(endpoint);
  if (username !== "") return false;
  if (extra.includes(origin)) return true;
  return protocol === "https:" && port === "" && services.some((one) => one.test(hostname));
}
