import { writeContext } from "./write-context.ts";
import { createWriter } from "./writer.ts";

/** The writer of this page, for screens (`useWrite`) and for what runs beside them. */
export const pageWriter = createWriter(writeContext, {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  wait: pause,
});

/** Ends early with `signal`, and when the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms);
    const cleanup = new AbortController();
    function end() {
      clearTimeout(timer);
      cleanup.abort();
      done();
    }
    addEventListener("online", end, { signal: cleanup.signal });
    signal.addEventListener("abort", end, { signal: cleanup.signal });
  });
}
