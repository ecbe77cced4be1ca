import { maxImageBytes } from "#protocol/api/upload.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import { TransportRefusal } from "../failure.ts";
import { readBytes } from "../read-body.ts";

/** The form's one field. */
const fieldName = "files";

/**
 * The content of the one file of an upload (multipart/form-data, RFC 7578), at most 5 MiB. The form
 * must consist of exactly this file.
 * @throws Refusal unsupportedMedia for another media type or too large a file, HTTP 413 besides
 *   where the body is too large; invalidParameters `files` for a form that is torn or is not of
 *   exactly one file
 */
export async function readUpload(
  request: Request,
  { limits }: Pick<Settings, "limits">,
): Promise<Uint8Array> {
  const mediaType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(mediaType))
    throw new Refusal(codes.unsupportedMedia, { problem: "type" });
  const body = await readBytes(request, limits.uploadBytes);
  if ("fault" in body) {
    if (body.fault === "too-large")
      throw new TransportRefusal(413, codes.unsupportedMedia, tooLarge);
    throw new Refusal(codes.invalidParameters, { field: fieldName });
  }
  const boundary = boundaryOf(mediaType);
  const part = boundary === undefined ? undefined : onlyPart(body.bytes, boundary);
  if (part?.field !== fieldName) throw new Refusal(codes.invalidParameters, { field: fieldName });
  if (part.content.length > maxImageBytes) throw new Refusal(codes.unsupportedMedia, tooLarge);
  return part.content;
}

const tooLarge = { problem: "size", max: maxImageBytes };

/**
 * The boundary of a media type; undefined where the type is another or names none (RFC 2046,
 * 5.1.1).
 */
function boundaryOf(mediaType: string): string | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*$/i.exec(mediaType) ?? [];
  const boundary = quoted ?? bare ?? "";
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
}

/** A part's headers are short: a name, a file name, a type. */
const longestHead = 4096;

/**
 * The field and the content of the only part; `undefined` where there is none, another beside it,
 * or the form is torn.
 */
function onlyPart(body: Buffer, boundary: string): { field: string; content: Buffer } | undefined {
  const opening = Buffer.from(`--${boundary}\r\n`, "latin1");
  if (!body.subarray(0, opening.length).equals(opening)) return undefined;
  const headEnd = body
    .subarray(0, opening.length + longestHead)
    .indexOf("\r\n\r\n", opening.length - 2, "latin1");
  if (headEnd < 0) return undefined;
  const field = fieldOf(
    body.subarray(opening.length, Math.max(headEnd, opening.length)).toString("utf8"),
  );
  const content = body.subarray(headEnd + 4);
  const end = content.indexOf(`\r\n--${boundary}`, 0, "latin1");
  if (field === undefined || end < 0) return undefined;
  const closing = content.subarray(end + 4 + boundary.length).toString("latin1", 0, 5);
  return closing === "--" || closing === "--\r\n"
    ? { field, content: content.subarray(0, end) }
    : undefined;
}

const parameter = /;\s*([a-z]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/iy;

/**
 * The field that a part's headers name, where they say that it is a file. The file's name is not
 * used.
 */
function fieldOf(head: string): string | undefined {
  const lines = head.split("\r\n");
  const dispositions = lines.filter((line) => /^content-disposition:/i.test(line));
  const [, parameters] =
    /^content-disposition:\s*form-data\s*(;.*)$/i.exec(dispositions[0] ?? "") ?? [];
  // Control characters never stand in a header that a browser wrote.
  if (
    dispositions.length !== 1 ||
    parameters === undefined ||
    lines.some((line) => line.search(/\p{Cc}/u) >= 0)
  )
    return undefined;
  const values = new Map<string, string>();
  parameter.lastIndex = 0;
  for (let match = parameter.exec(parameters), at = 0; ; match = parameter.exec(parameters)) {
    if (!match)
      return at === parameters.length && (values.has("filename") || values.has("filename*"))
        ? values.get("name")
        : undefined;
    at = parameter.lastIndex;
    const name = (match[1] ?? "").toLowerCase();
    if (values.has(name)) return undefined;
    values.set(name, match[2] ?? match[3] ?? "");
  }
}

/** Limits how many works run at the same time, for each key and in all. */
export class AtOnce {
  private readonly mostOfOne: number;
  private readonly mostOfAll: number;
  private readonly running = new Map<string, number>();
  private all = 0;

  constructor(mostOfOne: number, mostOfAll: number) {
    this.mostOfOne = mostOfOne;
    this.mostOfAll = mostOfAll;
  }

  /** @throws TooMany where there is no room; a second later there may be */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.running.get(key) ?? 0;
    if (own >= this.mostOfOne || this.all >= this.mostOfAll) throw new TooMany(1);
    this.count(key, 1);
    try {
      return await work();
    } finally {
      this.count(key, -1);
    }
  }

  private count(key: string, by: 1 | -1): void {
    this.all += by;
    const own = (this.running.get(key) ?? 0) + by;
    if (own === 0) this.running.delete(key);
    else this.running.set(key, own);
  }
}
