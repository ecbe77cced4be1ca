import { isIPv4 } from "node:net";
import { WrongSetting } from "./wrong-setting.ts";

/** Where HTX's words are spoken. Addresses may have a path, as another Godwit's `/htx` has. */
export interface HtxHosts {
  /** Of the spot API, best first. */
  spot: readonly string[];
  /** Of the USDT-margined contracts, best first. */
  contracts: readonly string[];
  stream: string;
}

export const htxHosts: HtxHosts = {
  spot: ["https://api.huobi.pro", "https://api-aws.huobi.pro"],
  contracts: ["https://api.hbdm.com", "https://api.hbdm.vn"],
  stream: "wss://api.huobi.pro/ws",
};

const most = 4;

/** Addresses of a REST API joined by commas; undefined where one is clear HTTP beyond this machine or carries more than a path. */
export function readRestHosts(text: string): string[] | undefined {
  const hosts = text.split(",").map((part) => readAddress(part.trim(), "http"));
  return hosts.length <= most && hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** Address of a stream, by the same rule. */
export function readStreamHost(text: string): string | undefined {
  return readAddress(text, "ws");
}

/**
 * HTX's own addresses where none is set.
 * @throws WrongSetting where some are set and others not: prices of one market and books of another
 */
export function hostsOf({
  spot,
  contracts,
  stream,
}: { [Host in keyof HtxHosts]: HtxHosts[Host] | null }): HtxHosts {
  if (spot === null && contracts === null && stream === null) return htxHosts;
  if (spot === null || contracts === null || stream === null)
    throw new WrongSetting(
      "HTX_REST_URL, HTX_WS_URL and HTX_CONTRACT_REST_URL go together: set all of them or none.",
    );
  return { spot, contracts, stream };
}

function readAddress(text: string, scheme: "http" | "ws"): string | undefined {
  const url = URL.parse(text);
  if (
    !url ||
    !/^([a-z0-9.-]+|\[::1\])$/.test(url.hostname) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    url.password !== ""
  )
    return undefined;
  const isAllowed =
    url.protocol === `${scheme}s:` || (url.protocol === `${scheme}:` && isOwnMachine(url.hostname));
  return isAllowed ? url.href.replace(/\/$/, "") : undefined;
}

function isOwnMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}
