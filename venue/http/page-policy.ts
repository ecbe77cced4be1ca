import * as v from "valibot";

const hash = v.pipe(v.string(), v.regex(/^sha256-[A-Za-z0-9+/]{43}=$/));
/** What the pages of a build contain of their own, as a content security policy names it; `builds/inline.json`. */
const inlineParts = v.object({ scripts: v.array(hash), styles: v.array(hash) });
export type InlineParts = v.InferOutput<typeof inlineParts>;

const none: InlineParts = { scripts: [], styles: [] };

/** Reads `builds/inline.json`; a text of another form allows nothing. */
export function readInlineParts(text: string | undefined): InlineParts {
  try {
    return v.parse(inlineParts, JSON.parse(text ?? ""));
  } catch {
    return none;
  }
}

/**
 * The content security policy of a page (reliability.md, 4.2).
 * @param inline the inline scripts and styles that are allowed, and no other
 * @param elsewhere origins beyond its own that the page calls
 */
export function pagePolicy(
  { scripts, styles }: InlineParts = none,
  elsewhere: readonly string[] = [],
): string {
  const own = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((one) => `'${one}'`)].join(" ");
  return [
    "default-src 'none'",
    `script-src ${own(scripts)}`,
    `style-src ${own(styles)}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    ["connect-src 'self'", ...elsewhere].join(" "),
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
}
