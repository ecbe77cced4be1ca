import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { decodeText } from "#protocol/wire/envelope.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal } from "../../store/refusal.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";
import { TransportRefusal } from "../failure.ts";
import { readBody } from "../read-body.ts";

/**
 * The validated request of a row: the query of a GET, the JSON body of a POST, defaults filled in.
 * @throws Refusal invalidParameters for what is malformed or invalid, badMessage for a body that
 *   should be encoded and is not, unsupportedMedia for another media type; too large a body is HTTP
 *   413 besides
 * @param check throws where the body, as it came, is not the one that was signed
 */
export async function readRequest(
  request: Request,
  endpoint: Endpoint,
  settings: Settings,
  check?: (body: string) => void,
): Promise<unknown> {
  const raw =
    endpoint.method === "GET" ? readQuery(request) : await readJson(request, settings, check);
  const parsed = v.safeParse(endpoint.request, raw);
  if (!parsed.success)
    throw new Refusal(codes.invalidParameters, { field: v.getDotPath(parsed.issues[0]) });
  return parsed.output;
}

/** Unknown keys are ignored by the schema; a key given twice has no meaning. */
function readQuery(request: Request): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [key, value] of new URL(request.url).searchParams) {
    if (Object.hasOwn(query, key) || value.includes("\0") || value.includes("\uFFFD"))
      throw new Refusal(codes.invalidParameters, { field: key.slice(0, 64) });
    query[key] = value;
  }
  return query;
}

async function readJson(
  request: Request,
  settings: Settings,
  check?: (body: string) => void,
): Promise<unknown> {
  checkMediaType(request, settings);
  const body = await readBody(request, settings.limits.bodyBytes);
  if ("fault" in body) {
    if (body.fault === "too-large") throw new TransportRefusal(413, codes.invalidParameters);
    throw new Refusal(settings.base64 ? codes.badMessage : codes.invalidParameters);
  }
  check?.(body.text);
  const text = settings.base64 ? decodeText(body.text.trim()) : body.text;
  if (text === undefined) throw new Refusal(codes.badMessage);
  // A client of the specification alone may log out without a body.
  const value = text === "" && !settings.base64 ? {} : parseStrictJson(text);
  if (value === undefined) throw new Refusal(codes.invalidParameters);
  return value;
}

/** An encoded body is text to a plain HTTP client, which then says so. */
function checkMediaType(request: Request, settings: Settings): void {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const isTaken =
    type === "application/json" ||
    (settings.base64 && type === "text/plain") ||
    (type === "" && !request.body);
  if (!isTaken) throw new Refusal(codes.unsupportedMedia);
}
