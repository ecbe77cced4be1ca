/**
 * Unhandled errors go to the console, each once: React, the router and the browser may all come upon the
 * same one.
 */
const logged = new WeakSet<object>();

export function logOnce(error: unknown): void {
  if (typeof error === "object" && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.error(error);
}

/** Logs uncaught errors in place of the browser. Answers the function that stops it. */
export function logUnhandled(target: EventTarget): () => void {
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    // Without an error it is a remark of the browser, such as one about a size it watches.
    logOnce(error ?? message);
    event.preventDefault();
  };
  const onRejection = (event: Event) => {
    logOnce((event as PromiseRejectionEvent).reason);
    event.preventDefault();
  };
  target.addEventListener("error", onError);
  target.addEventListener("unhandledrejection", onRejection);
  return () => {
    target.removeEventListener("error", onError);
    target.removeEventListener("unhandledrejection", onRejection);
  };
}

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

/** Facts for customer service: the build, the path without its search, the error. */
export function errorReport(error: unknown, build: string, path: string): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Godwit ${build}\n${path}\n${what}`;
}

function field(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined;
}
