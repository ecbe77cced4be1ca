/** Which origins may call. The venue never authenticates by cookie, so this is a second barrier only. */
import { deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { signatureHeaders } from "#protocol/wire/signature.ts";
import type { Settings } from "../settings/settings.ts";

type OriginSettings = Pick<Settings, "corsOrigins" | "publicUrl">;

/** True for a write that a page of another origin sent. */
export function isForeignWrite(request: Request, settings: OriginSettings): boolean {
  const origin = request.headers.get("origin");
  if (origin !== null) return isForeignOrigin(origin, new URL(request.url).host, settings);
  return request.headers.get("sec-fetch-site") === "cross-site";
}

/**
 * Whose page sent a form. Our pages send no referrer, so the origin of their forms is `null`.
 * `Sec-Fetch-Site` shows the sender, but browsers leave it out over plain http.
 */
export function formSender(
  request: Request,
  settings: OriginSettings,
): "own" | "foreign" | "untold" {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "own" : "foreign";
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return "untold";
  return isForeignOrigin(origin, new URL(request.url).host, settings) ? "foreign" : "own";
}

/** Our origin is the host of the request: behind a proxy the scheme differs, the host does not. A request without an origin comes from no page. */
export function isForeignOrigin(
  origin: string | undefined,
  host: string | undefined,
  settings: OriginSettings,
): boolean {
  if (
    origin === undefined ||
    settings.corsOrigins.includes(origin) ||
    origin === settings.publicUrl
  )
    return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** The headers that let a listed origin read the answer. */
export function corsHeaders(request: Request, settings: OriginSettings): Record<string, string> {
  if (settings.corsOrigins.length === 0) return {};
  const origin = request.headers.get("origin");
  if (origin === null || !settings.corsOrigins.includes(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "Retry-After",
  };
}

/** The headers of the answer to a preflight of a listed origin. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": `content-type, ${deviceSignatureHeader}, ${Object.values(signatureHeaders).join(", ")}`,
  "Access-Control-Max-Age": "600",
};
