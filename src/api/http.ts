import { takeEarly } from "./early-reads.ts";

/** The one `fetch` of calls, with the specification's retries. */

const retryStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const bodylessMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const timeoutMs = 30_000;
const maxRetryAfterMs = 10_000;

/**
 * Sends a request that is created for each attempt (so that each is signed with its own nonce). Methods without
 * a body get a second attempt on the eight statuses; POST, PUT, PATCH and DELETE never.
 */
export async function sendHttp(
  makeRequest: () => Promise<Request>,
  signal?: AbortSignal,
): Promise<Response> {
  const first = await makeRequest();
  const response =
    (await begunEarly(first)) ?? (await fetch(first, { signal: withTimeout(signal) }));
  if (!retryStatuses.has(response.status) || !bodylessMethods.has(first.method)) return response;
  await pause(retryAfterMs(response), signal);
  return fetch(await makeRequest(), { signal: withTimeout(signal) });
}

/** The answer to the same request by the page's first script, unsigned and without a body. Where that failed, the request is sent again. */
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

/** Sends a file by XMLHttpRequest, the only way with progress. */

/** The field name of the specification. */
const field = "files";
/** The venue waits a minute for a file. */
const uploadTimeoutMs = 75_000;

interface FileMessage {
  address: URL;
  headers: Headers;
  file: Blob;
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** One POST of one file as multipart/form-data, never repeated. @throws where no answer came, or `signal` ended it */
export function sendFile({
  address,
  headers,
  file,
  onProgress,
  signal,
}: FileMessage): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException("Cancelled", "AbortError"));
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const fail = (cause: TypeError) => () => end(() => reject(cause));
    function end(settle: () => void) {
      signal?.removeEventListener("abort", cancel);
      settle();
    }
    request.open("POST", address);
    request.timeout = uploadTimeoutMs;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && total > 0 && onProgress?.(loaded / total);
    request.onload = () =>
      end(() => {
        // A captive portal redirects and answers its own page.
        const isOurs =
          request.responseURL === "" || new URL(request.responseURL).origin === address.origin;
        const type = request.getResponseHeader("content-type") ?? "";
        if (isOurs)
          resolve(
            new Response(request.responseText, {
              status: request.status,
              headers: { "content-type": type },
            }),
          );
        else reject(new TypeError("Somebody else answered"));
      });
    request.onerror = fail(new TypeError("The connection broke"));
    request.ontimeout = fail(new TypeError("The file took too long"));
    request.onabort = () => end(() => reject(new DOMException("Cancelled", "AbortError")));
    signal?.addEventListener("abort", cancel, { once: true });
    const form = new FormData();
    form.set(field, file, "picture.jpg");
    request.send(form);
  });
}
