import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

export type Coding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The best coding a client takes; `q=0` is a no. */
export function acceptedCoding(acceptEncoding: string | null): Coding {
  const taken = new Set(
    (acceptEncoding ?? "")
      .toLowerCase()
      .split(",")
      .flatMap((part) => {
        const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
        return parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter)) ? [] : [name];
      }),
  );
  return taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : "identity";
}

/** `effort` 1 to 11: what is made once and sent for weeks is worth the most. */
export async function encodeContent(
  bytes: Uint8Array,
  coding: Coding,
  effort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === "identity") return new Uint8Array(bytes);
  const encoded =
    coding === "br"
      ? await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: effort,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        })
      : await zip(bytes, { level: Math.min(effort, 9) });
  return new Uint8Array(encoded);
}

/** Strong validators differ with the coding and, where it is not always the same, its effort, since the bytes do. */
export function entityTag(hash: string, coding: Coding, effort = 0): string {
  return coding === "identity" ? `"${hash}"` : `"${hash}-${coding}${effort === 0 ? "" : effort}"`;
}

/** `If-None-Match` names this tag, strongly or weakly, or anything. */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(",")
    .some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === tag);
}
