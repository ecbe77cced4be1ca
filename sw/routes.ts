/** Which strategy answers a request. Pure: facts in, strategy out; `sw.ts` only carries it out. */

export type Strategy =
  /** From the installed shell. */
  | "shell"
  /** From the network, with the kept copy when there is none; what was answered is kept. */
  | "network-first"
  /** From the kept copy, renewed behind. */
  | "stale-while-revalidate"
  /** The worker stays out of it. */
  | "network";

export interface RequestFacts {
  method: string;
  mode: string;
  sameOrigin: boolean;
  pathname: string;
}

/**
 * Only what the contract marks public may be kept, and it is kept without the headers of whoever asked;
 * what is of a user, what moves money and what comes from elsewhere never is.
 */
export function strategyFor(request: RequestFacts, publicPaths: ReadonlySet<string>): Strategy {
  const { pathname } = request;
  if (request.method !== "GET" || !request.sameOrigin) return "network";
  if (pathname === "/config.json") return "network-first";
  if (pathname.startsWith("/icons/")) return "stale-while-revalidate";
  if (pathname.startsWith("/api/")) return publicPaths.has(pathname) ? "network-first" : "network";
  const isFile = /\.[a-z0-9]+$/i.test(pathname);
  return request.mode === "navigate" && !isFile && !pathname.startsWith("/builds/")
    ? "shell"
    : "network";
}

/** The installed page that opens a route: the one the build wrote for it, else the shell, which is nobody's. */
export function pageFor(pathname: string, installed: ReadonlySet<string>): string {
  const written = `${pathname.replace(/\/+$/, "")}/index.html`;
  return installed.has(written) ? written : "/shell.html";
}
