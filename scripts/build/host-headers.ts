import type { InlineParts } from "../../venue/http/page-policy.ts";
import { securityHeaders } from "../../venue/http/security-headers.ts";

/**
 * The text of `_headers`: what a static host is to say with each file, in the form that most of them read. With a page
 * it says what the venue says.
 * @param inline what the pages contain of their own
 */
export function hostHeaders(inline: InlineParts): string {
  const rule = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  return [
    rule("/*", securityHeaders("document", null, inline)),
    rule("/assets/*", { "Cache-Control": "public, max-age=31536000, immutable" }),
  ].join("\n");
}
