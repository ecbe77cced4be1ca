import * as v from "valibot";
import { decodeText } from "#protocol/envelope.ts";
import type { Endpoint } from "#protocol/endpoint.ts";
import type { Settings } from "../settings.ts";
import { Refusal } from "../store/refusal.ts";
import { parseStrictJson } from "../strict-json.ts";
import { TransportRefusal } from "./failure.ts";
import { readBody } from "./read-body.ts";

/**
 * The validated request of a row: the query of a GET, the JSON body of a POST, defaults filled in.
 * @throws Refusal 100005 for what is malformed or invalid, 100009 for a body that should be encoded and
 *   is not, 100004 for another media type; too large a body is HTTP 413 besides
 */
export async function readRequest(
  request: Request,
  endpoint: Endpoint,
  settings: Settings,
): Promise<unknown> {
  const raw = endpoint.method === "GET" ? readQuery(request) : await readJson(request, settings);
  const parsed = v.safeParse(endpoint.request, raw);
  if (!parsed.success) throw new Refusal(100005, { field: v.getDotPath(parsed.issues[0]) });
  return parsed.output;
}

/** Unknown keys are ignored by the schema; a key given twice has no meaning. */
function readQuery(request: Request): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [key, value] of new URL(request.url).searchParams) {
    if (Object.hasOwn(query, key) || value.includes("\0") || value.includes("\uFFFD"))
      throw new Refusal(100005, { field: key.slice(0, 64) });
    query[key] = value;
  }
  return query;
}

async function readJson(request: Request, settings: Settings): Promise<unknown> {
  checkMediaType(request, settings);
  const body = await readBody(request, settings.limits.bodyBytes);
  if ("fault" in body) {
    if (body.fault === "too-large") throw new TransportRefusal(413, 100005);
    throw new Refusal(settings.base64 ? 100009 : 100005);
  }
  const text = settings.base64 ? decodeText(body.text.trim()) : body.text;
  if (text === undefined) throw new Refusal(100009);
  // A client of the specification alone may log out without a body.
  const value = text === "" && !settings.base64 ? {} : parseStrictJson(text);
  if (value === undefined) throw new Refusal(100005);
  return value;
}

/** An encoded body is text to a plain HTTP client, which then says so. */
function checkMediaType(request: Request, settings: Settings): void {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const isTaken =
    type === "application/json" ||
    (settings.base64 && type === "text/plain") ||
    (type === "" && !request.body);
  if (!isTaken) throw new Refusal(100004);
}
