import { type InlineParts, pagePolicy } from "./page-policy.ts";

/** Headers by class of answer (reliability.md, 4.2); the tests hold them to the letter. */
export type ResponseClass = "document" | "worker" | "api" | "asset";

const permissions = [
  "accelerometer=()",
  "camera=(self)",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "microphone=()",
  "midi=()",
  "payment=()",
  "usb=()",
  "clipboard-read=()",
  "clipboard-write=(self)",
  "screen-wake-lock=(self)",
].join(", ");

/** What a browser reads with any answer. */
const everywhere: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** What a browser reads with what may run: a page or a worker. */
const running: Readonly<Record<string, string>> = {
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": permissions,
};

const ofClass: Readonly<Record<ResponseClass, Readonly<Record<string, string>>>> = {
  document: { ...running, "Reporting-Endpoints": 'csp="/api/csp"' },
  worker: running,
  api: { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" },
  asset: {},
};

/**
 * Where the address people open is https they are held to it.
 * @param inline what the app's pages contain of their own
 * @param elsewhere origins beyond its own that the app calls
 */
export function securityHeaders(
  kind: ResponseClass,
  publicUrl: string | null,
  inline?: InlineParts,
  elsewhere: readonly string[] = [],
): Record<string, string> {
  const transport = publicUrl?.startsWith("https:")
    ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }
    : {};
  const policy =
    kind === "document"
      ? { "Content-Security-Policy": pagePolicy(inline, elsewhere) }
      : kind === "worker"
        ? { "Content-Security-Policy": workerPolicy(elsewhere) }
        : {};
  return { ...everywhere, ...policy, ...ofClass[kind], ...transport };
}

/** A worker asks for what its pages ask for. */
function workerPolicy(elsewhere: readonly string[]): string {
  const connect = ["connect-src 'self'", ...elsewhere].join(" ");
  return `default-src 'none'; script-src 'self'; ${connect}`;
}
