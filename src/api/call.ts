import type { DataOf, Endpoint, RequestOf } from "#protocol/endpoint.ts";
import {
  decodeText,
  encodesBody,
  encodeText,
  isEnvelope,
  type Envelope,
} from "#protocol/envelope.ts";
import { makeNonce, signRequest } from "#protocol/signature.ts";
import { addressFor } from "#protocol/runtime-config.ts";
import { ApiError } from "./api-error.ts";
import { runtimeConfig, whenConfigured } from "./config.ts";
import { readData } from "./read-data.ts";
import { sendHttp } from "./http.ts";
import { sendFile } from "./send-file.ts";
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

let mayCall: (endpoint: Endpoint) => boolean = () => true;

/** Judges each call before it is made; what may not be called fails at once, and nothing is sent. */
export function installCallGate(gate: (endpoint: Endpoint) => boolean): void {
  mayCall = gate;
}

/** Tells a refusal that its caller had taken on and has no place for after all. */
export function tellRefusal(error: ApiError): void {
  hooks.refused(error, hooks.session(), false);
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
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const counted = !(endpoint.quiet || options.quiet);
  if (counted) hooks.countInFlight(1);
  try {
    return await converse(
      endpoint,
      (signer) => sendHttp(() => makeRequest(endpoint, request, signer), options.signal),
      !counted,
      options.handles,
    );
  } finally {
    if (counted) hooks.countInFlight(-1);
  }
}

export interface UploadOptions extends Omit<CallOptions, "quiet"> {
  /** How much of the file has left, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Calls an endpoint of the contract that takes a file: as `call`, but never encoded, and its own progress stands for the overlay. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { signal, onProgress, handles }: UploadOptions = {},
): Promise<DataOf<E>> {
  return converse(
    endpoint,
    (signer) =>
      sendFile({
        address: addressOf(endpoint),
        headers: headersFor(signer),
        file,
        onProgress,
        signal,
      }),
    false,
    handles,
  );
}

/** Calls an endpoint of the contract that answers with a file: its bytes with their type. A background read. */
export async function download(
  endpoint: Endpoint,
  request: Record<string, string>,
  { signal, handles }: Omit<CallOptions, "quiet"> = {},
): Promise<Blob> {
  let file: Blob | undefined;
  const takeOut = async (response: Response) => {
    if (!response.ok || !(response.headers.get("content-type") ?? "").startsWith("image/"))
      return response;
    file = await response.blob();
    return Response.json({ status: 0, msg: "ok", data: null } satisfies Envelope);
  };
  const signer = hooks.session();
  await whenConfigured();
  pass(endpoint);
  const envelope = await exchange({
    endpoint,
    deliver: async () =>
      takeOut(await sendHttp(() => makeRequest(endpoint, request, signer), signal)),
  });
  if (envelope.status !== 0) throw refusal(endpoint.path, envelope, signer, true, handles);
  if (!file) throw new ApiError(endpoint.path, "The answer is no file", { status: null });
  return file;
}

/** From the question to data of the contract's form. Whoever asks signs all tries: a logout, or another user's login, in the meantime changes nothing. */
async function converse<E extends Endpoint>(
  endpoint: E,
  send: (signer: Signer | null) => Promise<Response>,
  quiet: boolean,
  handles?: readonly number[],
): Promise<DataOf<E>> {
  const signer = hooks.session();
  await whenConfigured();
  pass(endpoint);
  const envelope = await exchange({ endpoint, deliver: () => send(signer) });
  if (envelope.status !== 0) throw refusal(endpoint.path, envelope, signer, quiet, handles);
  const read = readData(endpoint, envelope.data);
  if ("issues" in read)
    throw new ApiError(endpoint.path, "The answer is not of the contract's form", {
      status: null,
      cause: read.issues,
    });
  if (read.left > 0) hooks.leftOut?.(endpoint.path, read.left);
  return read.output;
}

function pass(endpoint: Endpoint): void {
  if (!mayCall(endpoint))
    throw new ApiError(endpoint.path, "App and venue do not understand each other", {
      status: null,
    });
}

interface Message {
  endpoint: Endpoint;
  /** Sends it, signed anew each time. */
  deliver: () => Promise<Response>;
}

async function exchange(message: Message): Promise<Envelope> {
  const first = await attempt(message);
  // The browser sent it once more by itself, since the line broke before the answer: what became of it the first time is not known.
  if (isSpent(first.envelope))
    throw new ApiError(message.endpoint.path, "Its answer was lost", { status: null });
  const serverTime =
    first.envelope.status === clockError ? serverTimeOf(first.envelope.data) : undefined;
  if (serverTime === undefined) return first.envelope;
  // The venue refused the timestamp before doing anything, so asking again with its time is safe.
  learnVenueTime(serverTime, first.sentAt);
  return (await attempt(message)).envelope;
}

async function attempt({
  endpoint: { path },
  deliver,
}: Message): Promise<{ envelope: Envelope; sentAt: number }> {
  const sentAt = Date.now();
  try {
    return { envelope: await readEnvelope(path, await deliver()), sentAt };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(
      path,
      cause instanceof Error ? cause.message : "The network did not answer",
      { status: null, cause },
    );
  }
}

function headersFor(signer: Signer | null): Headers {
  return new Headers(
    signer?.token
      ? { ...signRequest(signer, makeNonce(randomBytes), Math.floor(venueNow() / 1000)) }
      : {},
  );
}

function addressOf(endpoint: Endpoint): URL {
  return new URL(addressFor(runtimeConfig(), endpoint.path), location.origin);
}

function makeRequest(endpoint: Endpoint, request: unknown, signer: Signer | null): Request {
  const headers = headersFor(signer);
  const address = addressOf(endpoint);
  if (endpoint.method === "GET") {
    for (const [key, value] of Object.entries(request as Record<string, unknown>)) {
      if (value !== undefined && value !== null)
        address.searchParams.set(key, String(value as string | number));
    }
    return new Request(address, { headers, cache: "no-cache", credentials: "omit" });
  }
  const json = JSON.stringify(request);
  headers.set("content-type", "application/json");
  return new Request(address, {
    method: "POST",
    headers,
    body:
      runtimeConfig().base64 && encodesBody(endpoint.path) ? encodeText(json, randomBytes) : json,
    credentials: "omit",
  });
}

/** Only an envelope is an answer, whatever its type says of it: a captive portal's page is a transport failure. */
async function readEnvelope(path: string, response: Response): Promise<Envelope> {
  const isPage =
    response.redirected || (response.headers.get("content-type") ?? "").includes("text/html");
  const value = isPage ? undefined : parseJson(await response.text());
  if (isEnvelope(value)) return response.status === 401 ? { ...value, status: 401 } : value;
  if (response.status === 401) return { status: 401, msg: response.statusText, data: null };
  throw new ApiError(path, `HTTP ${response.status} without an envelope`, {
    status: null,
    cause: response.status,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(runtimeConfig().base64 ? (decodeText(text.trim()) ?? text) : text);
  } catch {
    return undefined;
  }
}

function refusal(
  path: string,
  envelope: Envelope,
  signer: Signer | null,
  quiet: boolean,
  handles: readonly number[] = [],
): ApiError {
  const error = new ApiError(path, envelope.msg, { status: envelope.status, data: envelope.data });
  if (envelope.status === 401 || !handles.includes(envelope.status))
    hooks.refused(error, signer, quiet);
  return error;
}

function isSpent({ status, data }: Envelope): boolean {
  return (
    status === clockError &&
    typeof data === "object" &&
    data !== null &&
    "spent" in data &&
    data.spent === 1
  );
}

function serverTimeOf(data: unknown): number | undefined {
  const time =
    typeof data === "object" && data !== null && "server_time" in data
      ? data.server_time
      : undefined;
  return typeof time === "number" && Number.isSafeInteger(time) ? time : undefined;
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
