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

/** Takes over the browser's own log of errors that nobody caught. Answers the way to stop. */
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
