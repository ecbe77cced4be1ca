import { createHash } from "node:crypto";
import { encodeText } from "#protocol/wire/envelope.ts";
import type { PictureBytes } from "#protocol/api/upload.ts";
import type { RandomBytes } from "../../lib/clock.ts";
import type { Settings } from "../../settings/settings.ts";
import { acceptedCoding, encodeContent, entityTag, matchesTag } from "../content-coding.ts";
import type { Failure } from "../failure.ts";
import { corsHeaders } from "../origin.ts";
import { securityHeaders } from "../security-headers.ts";

const worthCompressing = 1024;
const maxCompressed = 256;

interface Serialised {
  text: string;
  hash: string;
}

/** Makes the API's responses: envelope, encoding, headers, and for public reads tag and compression. */
export class ApiAnswers {
  private readonly settings: Settings;
  private readonly random: RandomBytes;
  private readonly always: Readonly<Record<string, string>>;
  private readonly serialised = new WeakMap<object, Serialised>();
  private readonly compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(settings: Settings, random: RandomBytes) {
    this.settings = settings;
    this.random = random;
    this.always = { ...securityHeaders("api", settings.publicUrl), "Cache-Control": "no-store" };
  }

  success(request: Request, data: unknown): Response {
    return this.respond(request, 200, this.wrap(data));
  }

  /** An answer of bytes without an envelope. Its headers forbid everything, should it be opened as a document. */
  binary(request: Request, { mime, name, bytes }: PictureBytes): Response {
    const own = {
      "Content-Type": mime,
      "Content-Disposition": `inline; filename="${name}"`,
      "Content-Length": String(bytes.byteLength),
      "Content-Security-Policy": "default-src 'none'; sandbox",
    };
    return this.respond(request, 200, new Uint8Array(bytes), own);
  }

  failure(request: Request, failure: Failure): Response {
    const text = JSON.stringify({ status: failure.code, msg: failure.message, data: failure.data });
    const wait =
      failure.retryAfterSec === undefined ? {} : { "Retry-After": String(failure.retryAfterSec) };
    return this.respond(request, failure.httpStatus, this.encode(text), wait);
  }

  /** An answer that is the same for everybody. The same data object is serialised once, so it must not be changed afterwards. */
  async public(request: Request, data: unknown): Promise<Response> {
    const { text, hash } = this.serialise(data);
    const coding =
      text.length > worthCompressing
        ? acceptedCoding(request.headers.get("accept-encoding"))
        : "identity";
    const tag = entityTag(hash, coding);
    if (matchesTag(request.headers.get("if-none-match"), tag))
      return this.respond(request, 304, null, { ETag: tag });
    if (coding === "identity") return this.respond(request, 200, text, { ETag: tag });
    const bytes = await this.keep(tag, () => encodeContent(Buffer.from(text), coding, 5));
    return this.respond(request, 200, bytes, { ETag: tag, "Content-Encoding": coding });
  }

  private respond(
    request: Request,
    status: number,
    body: string | Uint8Array<ArrayBuffer> | null,
    extra: Record<string, string> = {},
  ): Response {
    const { Vary = "", ...cors } = corsHeaders(request, this.settings);
    const vary = { Vary: Vary === "" ? "Accept-Encoding" : `${Vary}, Accept-Encoding` };
    const type = body === null ? {} : { "Content-Type": "application/json; charset=utf-8" };
    return new Response(body, {
      status,
      headers: { ...this.always, ...cors, ...vary, ...type, ...extra },
    });
  }

  private wrap(data: unknown): string {
    return this.encode(JSON.stringify({ status: 0, msg: "ok", data }));
  }

  private encode(text: string, random: RandomBytes = this.random): string {
    return this.settings.base64 ? encodeText(text, random) : text;
  }

  /** The prefix of an encoded public answer is derived from its content, so that equal answers are equal bytes. */
  private serialise(data: unknown): Serialised {
    const key = typeof data === "object" ? data : null;
    const known = key && this.serialised.get(key);
    if (known) return known;
    const plain = JSON.stringify({ status: 0, msg: "ok", data });
    const digest = createHash("sha256").update(plain).digest();
    const text = this.encode(plain, (length) => new Uint8Array(digest.subarray(0, length)));
    const made = { text, hash: digest.toString("base64url").slice(0, 22) };
    if (key) this.serialised.set(key, made);
    return made;
  }

  private async keep(
    tag: string,
    make: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.compressed.get(tag);
    if (known) return known;
    const made = make();
    this.compressed.set(tag, made);
    const oldest = this.compressed.keys().next();
    if (this.compressed.size > maxCompressed && !oldest.done) this.compressed.delete(oldest.value);
    return made;
  }
}
