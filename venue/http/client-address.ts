import { isIP } from "node:net";
import { plainAddress } from "../address-group.ts";

/**
 * The client's address: the peer's, or where the peer is a proxy we trust, the last address in
 * `X-Forwarded-For` that is no such proxy.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  const own = plainAddress(peer);
  if (!trustedProxies.includes(own)) return own;
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => isIP(hop) !== 0);
  return hops.findLast((hop) => !trustedProxies.includes(hop)) ?? own;
}
