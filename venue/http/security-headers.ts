/** Headers by class of answer (reliability.md, 4.2); the tests hold them to the letter. */
export type ResponseClass = "document" | "worker" | "api" | "asset";

const documentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types sw-url",
  "report-to csp",
  "report-uri /api/csp",
].join("; ");

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

const everywhere: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": permissions,
};

const ofClass: Readonly<Record<ResponseClass, Readonly<Record<string, string>>>> = {
  document: { "Content-Security-Policy": documentPolicy, "Reporting-Endpoints": 'csp="/api/csp"' },
  worker: {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
  },
  api: { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" },
  asset: {},
};

/** Where the address people open is https they are held to it. */
export function securityHeaders(
  kind: ResponseClass,
  publicUrl: string | null,
): Record<string, string> {
  const transport = publicUrl?.startsWith("https:")
    ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }
    : {};
  return { ...everywhere, ...ofClass[kind], ...transport };
}
