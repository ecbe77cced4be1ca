/** The one `fetch` of calls, with the specification's retries. */
import { takeEarly } from "./early-reads.ts";

const retryStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const bodylessMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const timeoutMs = 30_000;
const maxRetryAfterMs = 10_000;

/**
 * Sends a request made anew for each try (so that each is signed with its own nonce). Methods without a
 * body are tried once more on the eight statuses; POST, PUT, PATCH and DELETE never.
 */
export async function sendHttp(
  makeRequest: () => Request,
  signal?: AbortSignal,
): Promise<Response> {
  const first = makeRequest();
  const response =
    (await begunEarly(first)) ?? (await fetch(first, { signal: withTimeout(signal) }));
  if (!retryStatuses.has(response.status) || !bodylessMethods.has(first.method)) return response;
  await pause(retryAfterMs(response), signal);
  return fetch(makeRequest(), { signal: withTimeout(signal) });
}

/** What the page's first script has asked for in the same words: unsigned, without a body. A failure of it is none yet. */
async function begunEarly(request: Request): Promise<Response | undefined> {
  if (request.method !== "GET" || !request.headers.keys().next().done) return undefined;
  const response = await takeEarly(request.url)?.catch(() => undefined);
  return response?.ok ? response : undefined;
}

function withTimeout(signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function retryAfterMs(response: Response): number {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, maxRetryAfterMs) : 0;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
