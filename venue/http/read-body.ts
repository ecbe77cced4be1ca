/** Why a body was not taken. */
export type BodyFault = "too-large" | "not-utf8" | "cut-off";

/** The body, counted while it streams in, so that a lying or missing length changes nothing. */
export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<{ bytes: Buffer } | { fault: Exclude<BodyFault, "not-utf8"> }> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return { fault: "too-large" };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
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
