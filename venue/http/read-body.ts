/** Why a body was not taken. */
export type BodyFault = "too-large" | "not-utf8" | "cut-off";

/**
 * The body. Where its length is not known before it is counted while it streams in. Node cuts or refuses a body that is
 * not as long as its `Content-Length` says.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<{ bytes: Buffer } | { fault: Exclude<BodyFault, "not-utf8"> }> {
  const given = request.headers.get("content-length");
  if (Number(given ?? 0) > maxBytes) return { fault: "too-large" };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    if (given !== null) {
      // As a stream of the web it costs several times as much.
      const bytes = Buffer.from(await request.arrayBuffer());
      return bytes.byteLength > maxBytes ? { fault: "too-large" } : { bytes };
    }
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) return { fault: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    return { fault: "cut-off" };
  }
  return { bytes: Buffer.concat(chunks) };
}

/** As {@link readBytes}, as UTF-8 text. */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ text: string } | { fault: BodyFault }> {
  const body = await readBytes(request, maxBytes);
  if ("fault" in body) return body;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body.bytes) };
  } catch {
    return { fault: "not-utf8" };
  }
}
