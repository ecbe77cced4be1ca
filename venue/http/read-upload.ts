import { pictureBytes } from "#protocol/picture.ts";
import type { Settings } from "../settings.ts";
import { Refusal } from "../store/refusal.ts";
import { TransportRefusal } from "./failure.ts";
import { boundaryOf, onlyPart } from "./multipart.ts";
import { readBytes } from "./read-body.ts";

/** The form's one field. */
const field = "files";

/**
 * The one file of an upload, at most 5 MiB, whatever it is.
 * @throws Refusal 100004 for another media type or too large a file, HTTP 413 besides where the body is too
 *   large; 100005 `files` for a form that is torn or is not of exactly one file
 */
export async function readUpload(
  request: Request,
  { limits }: Pick<Settings, "limits">,
): Promise<Uint8Array> {
  const mediaType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(mediaType))
    throw new Refusal(100004, { problem: "type" });
  const body = await readBytes(request, limits.uploadBytes);
  if ("fault" in body) {
    if (body.fault === "too-large") throw new TransportRefusal(413, 100004, tooLarge);
    throw new Refusal(100005, { field });
  }
  const boundary = boundaryOf(mediaType);
  const part = boundary === undefined ? undefined : onlyPart(body.bytes, boundary);
  if (part?.field !== field) throw new Refusal(100005, { field });
  if (part.content.length > pictureBytes) throw new Refusal(100004, tooLarge);
  return part.content;
}

const tooLarge = { problem: "size", max: pictureBytes };
