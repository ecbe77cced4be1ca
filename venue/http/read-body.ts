/** Why a body was not taken. */
export type BodyFault = "too-large" | "not-utf8" | "cut-off";

/** The body as UTF-8 text, counted while it streams in, so that a lying or missing length changes nothing. */
export async function readBody(request: Request, maxBytes: number): Promise<{ text: string } | { fault: BodyFault }> {
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
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { fault: "not-utf8" };
  }
}
