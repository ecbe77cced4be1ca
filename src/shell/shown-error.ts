/** What an error page reads from the error it is about. */

/** The HTTP status an error carries, if it does. */
export function statusOf(error: unknown): number | undefined {
  const status = field(error, "status") ?? field(error, "statusCode");
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : undefined;
}

/** The error's own words for its status; the page has its default where it has none. */
export function statusTextOf(error: unknown): string | undefined {
  const text = field(error, "statusText");
  return typeof text === "string" && text.trim() !== "" && text.length <= 100 ? text : undefined;
}

/** What helps whoever is asked about it: the build, the place without what was looked for there, the error. */
export function errorReport(error: unknown, build: string, path: string): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Godwit ${build}\n${path}\n${what}`;
}

function field(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined;
}
