import { createHash } from "node:crypto";
import {
  acceptedCoding,
  type Coding,
  encodeContent,
  entityTag,
  matchesTag,
} from "../content-coding.ts";

const worthCompressing = 1024;
const effort = 5;
const maxEntries = 128;
const maxBytes = 8_000_000;

/** Answers with generated text that is the same for everybody, tagged and compressed, with a cache of the results. */
export class PublicFiles {
  private readonly cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  private bytes = 0;

  /** @param headers all but those of the coding, tag and type among them left out */
  async respond(
    request: Request,
    text: string,
    headers: Record<string, string>,
  ): Promise<Response> {
    const coding =
      text.length > worthCompressing
        ? acceptedCoding(request.headers.get("accept-encoding"))
        : "identity";
    const tag = entityTag(
      createHash("sha256").update(text).digest("base64url").slice(0, 22),
      coding,
    );
    const all = { ...headers, Vary: "Accept-Encoding", ETag: tag };
    if (matchesTag(request.headers.get("if-none-match"), tag))
      return new Response(null, { status: 304, headers: all });
    if (coding === "identity") return new Response(text, { headers: all });
    return new Response(await this.encode(tag, text, coding), {
      headers: { ...all, "Content-Encoding": coding },
    });
  }

  private async encode(
    tag: string,
    text: string,
    coding: Coding,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.cache.get(tag);
    if (known) return known;
    const made = encodeContent(Buffer.from(text), coding, effort);
    this.cache.set(tag, made);
    this.bytes += (await made).length;
    while (this.cache.size > maxEntries || this.bytes > maxBytes) await this.dropOldest();
    return made;
  }

  private async dropOldest(): Promise<void> {
    const [oldest] = this.cache;
    if (!oldest) return;
    this.cache.delete(oldest[0]);
    this.bytes -= (await oldest[1]).length;
  }
}
