/** Which strategy answers a request. Pure: facts in, strategy out; `sw.ts` carries it out. */

export type Strategy =
  /** From the installed shell. */
  | "shell"
  /** From the network, and cached; from the cache where the network does not answer. */
  | "network-first"
  /** From the cache, which is then renewed from the network. */
  | "stale-while-revalidate"
  /** The worker does not answer. */
  | "network";

export interface RequestFacts {
  method: string;
  mode: string;
  sameOrigin: boolean;
  pathname: string;
}

/**
 * Only answers that the API marks public may be cached, without the headers of the request. What belongs to a user and
 * what moves money never is, and of other origins nothing but the API's public answers.
 */
export function strategyFor(request: RequestFacts, publicPaths: ReadonlySet<string>): Strategy {
  const { pathname } = request;
  if (request.method !== "GET") return "network";
  // The config may name another origin for the API, also below a path. What else a page calls, its policy says.
  if (!request.sameOrigin)
    return request.mode === "cors" && publicPaths.has(apiPath(pathname))
      ? "network-first"
      : "network";
  if (pathname === "/config.json") return "network-first";
  if (pathname.startsWith("/icons/")) return "stale-while-revalidate";
  if (pathname.startsWith("/api/")) return publicPaths.has(pathname) ? "network-first" : "network";
  const isFile = /\.[a-z0-9]+$/i.test(pathname);
  return request.mode === "navigate" && !isFile && !pathname.startsWith("/builds/")
    ? "shell"
    : "network";
}

function apiPath(pathname: string): string {
  return pathname.slice(Math.max(0, pathname.indexOf("/api/")));
}

/** The installed page that opens a route: the one the build wrote for it, else the shell, which is nobody's. */
export function pageFor(pathname: string, installed: ReadonlySet<string>): string {
  const written = `${pathname.replace(/\/+$/, "")}/index.html`;
  return installed.has(written) ? written : "/shell.html";
}
