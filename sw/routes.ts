/** Which strategy answers a request. Pure: facts in, strategy out; `sw.ts` only carries it out. */

export type Strategy =
  /** From the installed shell. */
  | "shell"
  /** From the network, with the kept copy when there is none; what was answered is kept. */
  | "network-first"
  /** From the kept copy, renewed behind. */
  | "cache-first"
  /** The worker stays out of it. */
  | "network";

export interface RequestFacts {
  method: string;
  mode: string;
  sameOrigin: boolean;
  pathname: string;
  /** Carries the headers of a session. */
  signed: boolean;
}

/**
 * Only what the contract marks public may be kept; whatever carries a session, moves money, or comes from
 * elsewhere never is.
 */
export function strategyFor(request: RequestFacts, publicPaths: ReadonlySet<string>): Strategy {
  if (request.method !== "GET" || !request.sameOrigin) return "network";
  if (request.pathname === "/config.json") return "network-first";
  if (request.pathname.startsWith("/icons/")) return "cache-first";
  if (request.pathname.startsWith("/api/")) return publicPaths.has(request.pathname) ? "network-first" : "network";
  if (request.pathname.startsWith("/builds/") || request.pathname.endsWith("/_payload.json") || request.pathname === "/_payload.json") return "network";
  return request.mode === "navigate" ? "shell" : "network";
}
