import { timingSafeEqual } from "node:crypto";
import { securityHeaders } from "../../http/security-headers.ts";
import { isLoopback } from "../../settings/settings.ts";
import type { Watch } from "./watch.ts";

const headers = {
  ...securityHeaders("api", null),
  "Cache-Control": "no-store",
  "Content-Type": "text/plain; charset=utf-8",
};

/**
 * `/healthz` (200 while the process lives) and `/readyz` (200 while people should be sent here); undefined for any
 * other path. They say why not to this machine alone.
 */
export async function answerHealth(
  watch: Watch,
  path: string,
  ip: string,
): Promise<Response | undefined> {
  if (path !== "/healthz" && path !== "/readyz") return undefined;
  const why = path === "/healthz" ? watch.health() : await watch.readiness();
  if (why.length === 0) return new Response("ok\n", { headers });
  const reasons = isLoopback(ip) ? `: ${why.join(", ")}` : "";
  return new Response(`${path === "/healthz" ? "not well" : "not ready"}${reasons}\n`, {
    status: 503,
    headers: { ...headers, "Retry-After": "5" },
  });
}

/** Whether the request may read metrics: from this machine, or with the token of the settings. */
export function mayReadMetrics(request: Request, ip: string, token: string | null): boolean {
  if (token === null) return isLoopback(ip);
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The metrics, as Prometheus reads them. */
export async function answerMetrics(watch: Watch): Promise<Response> {
  const { text, type } = await watch.metrics();
  return new Response(text, { headers: { ...headers, "Content-Type": type } });
}
