import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf, Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import {
  decodeText,
  encodesBody,
  encodeText,
  isEnvelope,
  type Envelope,
} from "#protocol/wire/envelope.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { addressFor } from "#protocol/wire/runtime-config.ts";
import { ApiError } from "./api-error.ts";
import { isJson } from "./json-type.ts";
import { runtimeConfig, whenConfigured } from "./config.ts";
import { readData } from "./read-data.ts";
import { sendFile, sendHttp } from "./http.ts";
import { learnVenueTime, venueNow } from "./venue-clock.ts";

/** What the calls need from higher rooms of the app. */
export interface CallHooks {
  /** The session to sign with, if there is one. */
  session(): Signer | null;
  /** The in-flight counter of the loading overlay: +1 before a call that the user waits for, −1 after it. */
  countInFlight(delta: 1 | -1): void;
  /**
   * The venue refused: shows the toast of `error.{status}`; unauthorized ends the session that
   * signed the call. `quiet` marks a background read, which may be refused many times while the
   * cause lasts.
   */
  refused(error: ApiError, signer: Signer | null, quiet: boolean): void;
  /** Rows of an answer were left out because they were invalid. */
  leftOut?(path: string, rows: number): void;
}

/** A session, as far as signing needs it. */
export interface Signer {
  id: string;
  token: string;
  /** The name of the key that signs its calls besides (device-key.ts); a session of signature v1 has none. */
  deviceKey?: string | undefined;
}

/** `data` of the unauthorized that is this app's own: nothing was sent. */
export const keyLost = "the session's key is lost";

let hooks: CallHooks = { session: () => null, countInFlight: () => {}, refused: () => {} };

export function installCallHooks(installed: CallHooks): void {
  hooks = installed;
}

/** Whose session signs calls now; null for a visitor. What belongs to another user is not stored. */
export function signedInAs(): string | null {
  return hooks.session()?.id ?? null;
}

let mayCall: (endpoint: Endpoint) => boolean = () => true;

/** Installs a check that runs before each call; a call that it forbids fails at once, and nothing is sent. */
export function installCallGate(gate: (endpoint: Endpoint) => boolean): void {
  mayCall = gate;
}

/** Reports a refusal that its caller wanted to show but has no place for. */
export function tellRefusal(error: ApiError): void {
  hooks.refused(error, hooks.session(), false);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Not counted by the overlay, even where the endpoint is not quiet. */
  quiet?: boolean;
  /** Ends when the person need not wait for it any more: from then on it is not counted. */
  waited?: AbortSignal;
  /** Codes that the caller shows in its own place (beside a field) instead of a toast. */
  handles?: readonly number[];
}

/**
 * Calls an endpoint: counts, chooses the base, signs, encodes, sends, decodes, checks. Answers `data`; throws `ApiError` with the path, the message and the status as cause.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const counted = !(endpoint.quiet || options.quiet);
  const letGo = counted ? countCall(options.waited) : () => {};
  try {
    return await converse(
      endpoint,
      (signer) => sendHttp(() => makeRequest(endpoint, request, signer), options.signal),
      !counted,
      options.handles,
    );
  } finally {
    letGo();
  }
}

/** Counts a call; answers the function that ends its count, which `waited` may end before it. */
function countCall(waited?: AbortSignal): () => void {
  let isCounted = true;
  hooks.countInFlight(1);
  const letGo = () => {
    if (isCounted) hooks.countInFlight(-1);
    isCounted = false;
    waited?.removeEventListener("abort", letGo);
  };
  waited?.addEventListener("abort", letGo);
  return letGo;
}

export interface UploadOptions extends Omit<CallOptions, "quiet" | "waited"> {
  /** How much of the file was sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Calls an endpoint that takes a file: as `call`, but never encoded, and with its own progress instead of the overlay. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { signal, onProgress, handles }: UploadOptions = {},
): Promise<DataOf<E>> {
  return converse(
    endpoint,
    async (signer) => {
      pass(endpoint);
      const address = addressOf(endpoint);
      return sendFile({
        address,
        headers: await headersFor(signer, { endpoint, address, content: file }),
        file,
        onProgress,
        signal,
      });
    },
    false,
    handles,
  );
}

/** Calls an endpoint that answers with a file: its bytes with their type. A background read. */
export async function download(
  endpoint: Endpoint,
  request: Record<string, string>,
  { signal, handles }: Omit<CallOptions, "quiet" | "waited"> = {},
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
  const envelope = await exchange({
    endpoint,
    deliver: async () =>
      takeOut(await sendHttp(() => makeRequest(endpoint, request, signer), signal)),
  });
  if (envelope.status !== 0) throw refusal(endpoint.path, envelope, signer, true, handles);
  if (!file) throw new ApiError(endpoint.path, "The answer is no file", { status: null });
  return file;
}

/** From the request to valid data. One session signs all attempts: a logout or another login in the meantime changes nothing. */
async function converse<E extends Endpoint>(
  endpoint: E,
  send: (signer: Signer | null) => Promise<Response>,
  quiet: boolean,
  handles?: readonly number[],
): Promise<DataOf<E>> {
  const signer = hooks.session();
  await whenConfigured();
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
  /** Sends it, with a new signature each time. */
  deliver: () => Promise<Response>;
}

async function exchange(message: Message): Promise<Envelope> {
  const first = await attempt(message);
  // The connection broke and the browser sent the request again by itself: the outcome of the first is not known.
  if (isSpent(first.envelope))
    throw new ApiError(message.endpoint.path, "Its answer was lost", { status: null });
  const serverTime =
    first.envelope.status === codes.badMessage ? serverTimeOf(first.envelope.data) : undefined;
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

interface Content {
  endpoint: Endpoint;
  address: URL;
  /** The body as it is sent, or the file; undefined for a GET. */
  content: Blob | undefined;
}

/** @throws ApiError unauthorized where the browser has lost the session's key: the session has ended */
async function headersFor(
  signer: Signer | null,
  { endpoint: { method, path }, address, content }: Content,
): Promise<Headers> {
  if (!signer?.token) return new Headers();
  const signed = signRequest(signer, makeNonce(randomBytes), Math.floor(venueNow() / 1000));
  if (signer.deviceKey === undefined) return new Headers({ ...signed });
  // A visitor's page needs none of it.
  const { signedByDevice } = await import("./device-key.ts");
  const toSign = { method, path, query: address.searchParams };
  const added = await signedByDevice(signer.deviceKey, toSign, content, signed);
  if (!added) {
    const error = new ApiError(path, "This browser has lost the key of the session", {
      status: codes.unauthorized,
      data: keyLost,
    });
    hooks.refused(error, signer, true);
    throw error;
  }
  return new Headers({ ...signed, ...added });
}

function addressOf(endpoint: Endpoint): URL {
  return new URL(addressFor(runtimeConfig(), endpoint.path), location.origin);
}

async function makeRequest(
  endpoint: Endpoint,
  request: unknown,
  signer: Signer | null,
): Promise<Request> {
  // At each attempt: a call that was allowed at the first may be forbidden now.
  pass(endpoint);
  const address = addressOf(endpoint);
  if (endpoint.method === "GET") {
    for (const [key, value] of Object.entries(
      request as Record<string, string | number | null | undefined>,
    )) {
      if (value !== undefined && value !== null) address.searchParams.set(key, String(value));
    }
    const headers = await headersFor(signer, { endpoint, address, content: undefined });
    return new Request(address, { headers, cache: "no-cache", credentials: "omit" });
  }
  const json = JSON.stringify(request);
  const body =
    runtimeConfig().base64 && encodesBody(endpoint.path) ? encodeText(json, randomBytes) : json;
  const headers = await headersFor(signer, { endpoint, address, content: new Blob([body]) });
  headers.set("content-type", "application/json");
  return new Request(address, { method: "POST", headers, body, credentials: "omit" });
}

/** Only an envelope of the contract's content type is an answer: a captive portal's page or JSON is a transport failure. */
async function readEnvelope(path: string, response: Response): Promise<Envelope> {
  const isForeign = response.redirected || !isOfContract(response.headers);
  const value = isForeign ? undefined : parseJson(await response.text());
  if (isEnvelope(value))
    return response.status === 401 ? { ...value, status: codes.unauthorized } : value;
  if (response.status === 401)
    return { status: codes.unauthorized, msg: response.statusText, data: null };
  throw new ApiError(path, `HTTP ${response.status} without an envelope`, {
    status: null,
    cause: response.status,
  });
}

/** JSON; where messages are encoded, text as well. */
function isOfContract(headers: Headers): boolean {
  const isText = /^text\/plain\b/i.test(headers.get("content-type") ?? "");
  return isJson(headers) || (runtimeConfig().base64 && isText);
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
  if (envelope.status === codes.unauthorized || !handles.includes(envelope.status))
    hooks.refused(error, signer, quiet);
  return error;
}

function isSpent({ status, data }: Envelope): boolean {
  return (
    status === codes.badMessage &&
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
