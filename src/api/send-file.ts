/** Sends a file: the one way that tells how much of it has left. */

/** The field the contract names. */
const field = "files";
/** The venue waits a minute for a file to come in. */
const timeoutMs = 75_000;

export interface FileMessage {
  address: URL;
  headers: Headers;
  file: Blob;
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** One POST of one file as multipart/form-data, never tried again by itself. @throws where no answer came, or `signal` ended it */
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
    request.timeout = timeoutMs;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && total > 0 && onProgress?.(loaded / total);
    request.onload = () =>
      end(() => {
        // A captive portal leads away and answers a page of its own.
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
