import type { DataOf, Endpoint, RequestOf } from "#protocol/endpoint.ts";
import { decodeText, encodesBody, encodeText, isEnvelope, type Envelope } from "#protocol/envelope.ts";
import { makeNonce, signRequest } from "#protocol/signature.ts";
import { addressFor } from "#protocol/runtime-config.ts";
import { ApiError } from "./api-error.ts";
import { runtimeConfig, whenConfigured } from "./config.ts";
import { readData } from "./read-data.ts";
import { sendHttp } from "./http.ts";
import { learnVenueTime, venueNow } from "./venue-clock.ts";

/** What the calls need from the rest of the app, which stands above them. */
export interface CallHooks {
  /** The session to sign with, if there is one. */
  session(): Signer | null;
  /** The in-flight counter of the loading overlay: +1 before a call that a person waits for, −1 after. */
  countInFlight(delta: 1 | -1): void;
  /**
   * The venue refused: shows the toast of `error.{status}`; 401 ends the session that signed the call.
   * `quiet` tells a background read, which may be refused again and again while the cause lasts.
   */
  refused(error: ApiError, signer: Signer | null, quiet: boolean): void;
  /** Rows of an answer were left out, since they could not be read. */
  leftOut?(path: string, rows: number): void;
}

/** A session, as far as signing needs it. */
export interface Signer {
  id: string;
  token: string;
}

let hooks: CallHooks = { session: () => null, countInFlight: () => {}, refused: () => {} };

export function installCallHooks(installed: CallHooks): void {
  hooks = installed;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Not counted by the overlay, beside what the contract's row says. */
  quiet?: boolean;
  /** Codes that the caller shows in its own place (beside a field) instead of a toast. */
  handles?: readonly number[];
}

const clockError = 100009;

/**
 * Calls an endpoint of the contract: counts, chooses the base, signs, encodes, sends, decodes, checks.
 * Answers `data`; throws `ApiError` with the path, the message and the status as cause.
 */
export async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: CallOptions = {}): Promise<DataOf<E>> {
  // Whoever asks signs all tries: a logout, or another user's login, in the meantime changes nothing.
  const signer = hooks.session();
  const counted = !(endpoint.quiet || options.quiet);
  if (counted) hooks.countInFlight(1);
  try {
    await whenConfigured();
    const envelope = await exchange({ endpoint, request, signer }, options.signal);
    if (envelope.status !== 0) throw refusal(endpoint.path, envelope, signer, !counted, options.handles);
    const read = readData(endpoint, envelope.data);
    if ("issues" in read) throw new ApiError(endpoint.path, "The answer is not of the contract's form", { status: null, cause: read.issues });
    if (read.left > 0) hooks.leftOut?.(endpoint.path, read.left);
    return read.output;
  } finally {
    if (counted) hooks.countInFlight(-1);
  }
}

interface Message {
  endpoint: Endpoint;
  request: unknown;
  signer: Signer | null;
}

async function exchange(message: Message, signal?: AbortSignal): Promise<Envelope> {
  const first = await attempt(message, signal);
  const serverTime = first.envelope.status === clockError ? serverTimeOf(first.envelope.data) : undefined;
  if (serverTime === undefined) return first.envelope;
  // The venue refused the timestamp before doing anything, so asking again with its time is safe.
  learnVenueTime(serverTime, first.sentAt);
  return (await attempt(message, signal)).envelope;
}

async function attempt(message: Message, signal?: AbortSignal): Promise<{ envelope: Envelope; sentAt: number }> {
  const { path } = message.endpoint;
  const sentAt = Date.now();
  try {
    const response = await sendHttp(() => makeRequest(message), signal);
    return { envelope: await readEnvelope(path, response), sentAt };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(path, cause instanceof Error ? cause.message : "The network did not answer", { status: null, cause });
  }
}

function makeRequest({ endpoint, request, signer }: Message): Request {
  const config = runtimeConfig();
  const headers = new Headers();
  if (signer?.token) {
    const signed = signRequest(signer, makeNonce(randomBytes), Math.floor(venueNow() / 1000));
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
  }
  const address = new URL(addressFor(config, endpoint.path), location.origin);
  if (endpoint.method === "GET") {
    for (const [key, value] of Object.entries(request as Record<string, unknown>)) {
      if (value !== undefined && value !== null) address.searchParams.set(key, String(value as string | number));
    }
    return new Request(address, { headers, cache: "no-cache", credentials: "omit" });
  }
  const json = JSON.stringify(request);
  headers.set("content-type", "application/json");
  return new Request(address, { method: "POST", headers, body: config.base64 && encodesBody(endpoint.path) ? encodeText(json, randomBytes) : json, credentials: "omit" });
}

/** Only an envelope is an answer, whatever its type says of it: a captive portal's page is a transport failure. */
async function readEnvelope(path: string, response: Response): Promise<Envelope> {
  const isPage = response.redirected || (response.headers.get("content-type") ?? "").includes("text/html");
  const value = isPage ? undefined : parseJson(await response.text());
  if (isEnvelope(value)) return response.status === 401 ? { ...value, status: 401 } : value;
  if (response.status === 401) return { status: 401, msg: response.statusText, data: null };
  throw new ApiError(path, `HTTP ${response.status} without an envelope`, { status: null, cause: response.status });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(runtimeConfig().base64 ? (decodeText(text.trim()) ?? text) : text);
  } catch {
    return undefined;
  }
}

function refusal(path: string, envelope: Envelope, signer: Signer | null, quiet: boolean, handles: readonly number[] = []): ApiError {
  const error = new ApiError(path, envelope.msg, { status: envelope.status, data: envelope.data });
  if (envelope.status === 401 || !handles.includes(envelope.status)) hooks.refused(error, signer, quiet);
  return error;
}

function serverTimeOf(data: unknown): number | undefined {
  const time = typeof data === "object" && data !== null && "server_time" in data ? data.server_time : undefined;
  return typeof time === "number" && Number.isSafeInteger(time) ? time : undefined;
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
