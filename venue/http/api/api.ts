/**
 * One call from the request to its answer: decode → verify → session → validate → handler → envelope.
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { commonRefusals } from "#protocol/wire/error-messages.ts";
import type { PictureBytes } from "#protocol/api/upload.ts";
import {
  type DeviceCall,
  type DeviceSigned,
  deviceSignatureHeader,
  noContent,
  readDeviceSignature,
  signedBytes,
  streamCall,
} from "#protocol/wire/device-signature.ts";
import { readSignedHeaders, type SignedHeaders, withinWindow } from "#protocol/wire/signature.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { addressGroup } from "../../lib/address-group.ts";
import type { Clock, RandomBytes } from "../../lib/clock.ts";
import { hasAnswer, idempotent, type Once } from "../../ledger/idempotent.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import type { Log, Store, Transaction } from "../../store/store.ts";
import { ApiAnswers } from "./api-answer.ts";
import { AtOnce, readUpload } from "./read-upload.ts";
import type { BoundRow } from "./bound-row.ts";
import { failureOf, TransportRefusal } from "../failure.ts";
import { type Gate, SpentNonces } from "./gate.ts";
import type { Call, SessionUser } from "../../deps/handler.ts";
import type { LimitShare } from "../../deps/shared-bus.ts";
import { isForeignWrite } from "../origin.ts";
import { readRequest } from "./read-request.ts";
import { TokenBuckets } from "../token-buckets.ts";

export interface ApiDeps {
  store: Store;
  settings: Settings;
  clock: Clock;
  random: RandomBytes;
  log: Log;
  gate: Gate;
  /** Where several processes share the limits. */
  limitShare?: LimitShare | undefined;
  /** Validates every answer by its row; a mismatch is a bug. For tests, since it costs time. */
  checkAnswers: boolean;
}

const noFile = new Uint8Array();
const nonceLifeMs = 5 * 60_000;
/** Where the body took longer than this, the user is looked up again. */
const freshMs = 1000;

/** What came signed: by its session's token and, where that began with a device's key, by that device. */
interface SignedCall {
  headers: SignedHeaders;
  /** The hash of the content that the device signed; empty where no device did. */
  content: string;
  byDevice: DeviceSigned | undefined;
}

interface Session extends SignedCall {
  user: SessionUser;
}

export class Api {
  readonly answers: ApiAnswers;
  private readonly deps: ApiDeps;
  private readonly visitors: TokenBuckets;
  private readonly files: TokenBuckets;
  private readonly signed: TokenBuckets;
  private readonly users: TokenBuckets;
  private readonly orders: TokenBuckets;
  private readonly uploads: TokenBuckets;
  private readonly uploading: AtOnce;
  private readonly spentReads = new SpentNonces();

  constructor(deps: ApiDeps) {
    const { limits } = deps.settings;
    this.deps = deps;
    this.answers = new ApiAnswers(deps.settings, deps.random);
    const share = deps.limitShare;
    const make = (limit: string, perSecond: number, burst: number) =>
      new TokenBuckets(
        perSecond,
        burst,
        share && ((key, count) => share.spend({ limit, key, count })),
      );
    this.visitors = make("visitors", limits.publicPerSecond, limits.publicBurst);
    this.files = make("files", limits.filesPerSecond, limits.filesBurst);
    this.signed = make("signed", limits.signedPerSecond, limits.signedBurst);
    this.users = make("users", limits.privatePerSecond, limits.privateBurst);
    this.orders = make("orders", limits.ordersPerSecond, limits.ordersBurst);
    this.uploads = make("uploads", 1 / limits.uploadEverySec, limits.uploadBurst);
    const { visitors, files, signed, users, orders, uploads } = this;
    const byName: Readonly<Record<string, TokenBuckets>> = {
      visitors,
      files,
      signed,
      users,
      orders,
      uploads,
    };
    share?.onSpent(({ limit, key, count }) =>
      byName[limit]?.spentElsewhere(key, count, deps.clock.now()),
    );
    this.uploading = new AtOnce(limits.uploadsAtOncePerUser, limits.uploadsAtOnce);
  }

  async answer(row: BoundRow, request: Request, ip: string): Promise<Response> {
    return this.guarded(request, row.endpoint, async (requestId) => {
      const { endpoint } = row;
      const arrivedAt = this.deps.clock.now();
      if (endpoint.method === "POST" && isForeignWrite(request, this.deps.settings))
        throw new TransportRefusal(403, codes.invalidParameters);
      const arrived =
        endpoint.access === "user"
          ? await this.identify(row, request, { ip, requestId, now: arrivedAt })
          : this.admit(ip, arrivedAt);
      const check = (content: string | Uint8Array) => {
        if (arrived?.user.hasDeviceKey && arrived.content !== contentHash(content))
          throw this.forged(arrived, { ip, requestId, path: endpoint.path, now: arrivedAt });
      };
      const { parsed, file } = endpoint.upload
        ? await this.takeIn(request, endpoint, { userId: arrived?.user.id ?? "", check, arrivedAt })
        : { parsed: await readRequest(request, endpoint, this.deps.settings, check), file: noFile };
      // Measured after the whole body has come: a slow body keeps neither an old time nor an old account status.
      const now = this.deps.clock.now();
      const session =
        arrived && Math.abs(now - arrivedAt) >= freshMs
          ? await this.identifyAgain(endpoint, arrived, now)
          : arrived;
      // Before any other check: the effect of the first message may be the reason why the second is refused.
      if (
        session &&
        endpoint.method === "POST" &&
        !endpoint.movesMoney &&
        (await this.deps.gate.isSpent(nonceOf(session)))
      )
        throw spentWrite(now);
      const commands = this.commandsFor(row, parsed, session, now);
      const call: Call<Endpoint> = {
        request: parsed,
        user: session?.user ?? null,
        now,
        ip,
        agent: request.headers.get("user-agent") ?? "",
        requestId,
        file,
        ...commands,
      };
      const data = await row.handler(call);
      if (this.deps.checkAnswers) v.assert(endpoint.data, data);
      if (endpoint.binary) return this.answers.binary(request, data as PictureBytes);
      return endpoint.public
        ? this.answers.public(request, data)
        : this.answers.success(request, data);
    });
  }

  /**
   * Who signed these headers, each set of them once; null where they are not good, or too many came from
   * this user or address. Null also for blocked users.
   */
  async authenticate(
    headers: SignedHeaders,
    ip: string,
    deviceSignature?: string,
  ): Promise<SessionUser | null> {
    const now = this.deps.clock.now();
    try {
      this.admitSigned(ip, now);
      const user = await this.verify(signedCall(streamCall, headers, deviceSignature), now);
      if (user.status === accountStatus.blocked || this.users.take(user.id, now) > 0) return null;
      this.spendRead(user, headers, now);
      return user;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isForged(error)) this.visitors.take(addressGroup(ip), now);
      return null;
    }
  }

  /** Counts a call outside the contract against its address; answers the seconds to wait, 0 where it may go on. */
  countVisitor(ip: string): number {
    return this.visitors.take(addressGroup(ip), this.deps.clock.now());
  }

  /** As {@link countVisitor}, for a file or an icon. */
  countFile(ip: string): number {
    return this.files.take(addressGroup(ip), this.deps.clock.now());
  }

  /** Answers a refusal that belongs to no endpoint: an unknown path or method. */
  async refuse(request: Request, refusal: Refusal): Promise<Response> {
    return this.guarded(request, undefined, () => Promise.reject(refusal));
  }

  /** Drops counts that limit nobody any more. */
  sweep(now: number): void {
    for (const buckets of [
      this.visitors,
      this.files,
      this.signed,
      this.users,
      this.orders,
      this.uploads,
    ])
      buckets.sweep(now);
    this.spentReads.sweep(now);
  }

  private async guarded(
    request: Request,
    endpoint: Endpoint | undefined,
    run: (requestId: string) => Promise<Response>,
  ): Promise<Response> {
    const requestId = Buffer.from(this.deps.random(8)).toString("hex");
    try {
      return await run(requestId);
    } catch (error) {
      const failure = failureOf(error, requestId);
      const isUnlisted = endpoint && !failure.isBug && !isListed(endpoint, failure.code);
      if (failure.isBug || isUnlisted) {
        const event = isUnlisted ? "refusal its row does not list" : "call failed";
        this.deps.log("error", event, {
          requestId,
          path: new URL(request.url).pathname,
          code: failure.code,
          error,
        });
      }
      return this.answers.failure(request, failure);
    }
  }

  /** Uploads are large and slow, so the number in memory at once is limited. */
  private async takeIn(
    request: Request,
    endpoint: Endpoint,
    options: { userId: string; check: (file: Uint8Array) => void; arrivedAt: number },
  ): Promise<{ parsed: unknown; file: Uint8Array }> {
    const { settings } = this.deps;
    const { userId, check, arrivedAt } = options;
    const wait = this.uploads.take(userId, arrivedAt);
    if (wait > 0) throw new TooMany(wait);
    const file = await this.uploading.run(userId, () => readUpload(request, settings));
    check(file);
    return { parsed: v.parse(endpoint.request, {}), file };
  }

  private admit(ip: string, now: number): undefined {
    const wait = this.visitors.take(addressGroup(ip), now);
    if (wait > 0) throw new TooMany(wait);
    return undefined;
  }

  private async identifyAgain(endpoint: Endpoint, session: Session, now: number): Promise<Session> {
    const user = await this.deps.gate.identify(session.headers, session.byDevice, now);
    permit(endpoint, user);
    return { ...session, user };
  }

  /** Limits the signed requests of an address, and its forged ones, before the database is read. */
  private admitSigned(ip: string, now: number): void {
    const group = addressGroup(ip);
    const wait = Math.max(this.visitors.waitFor(group, now), this.signed.take(group, now));
    if (wait > 0) throw new TooMany(wait);
  }

  /** Refused signatures count against the address, so that nobody can try without end. */
  private async identify(
    row: BoundRow,
    request: Request,
    facts: { ip: string; requestId: string; now: number },
  ): Promise<Session> {
    const { ip, requestId, now } = facts;
    this.admitSigned(ip, now);
    const headers = readSignedHeaders((name) => request.headers.get(name));
    try {
      if (!headers) throw new Refusal(codes.unauthorized);
      const call = signedCall(
        callOf(row.endpoint, request),
        headers,
        request.headers.get(deviceSignatureHeader),
      );
      const user = await this.verify(call, now);
      const wait = (row.endpoint.movesMoney ? this.orders : this.users).take(user.id, now);
      if (wait > 0) throw new TooMany(wait);
      if (row.endpoint.method === "GET") this.spendRead(user, headers, now);
      permit(row.endpoint, user);
      return { ...call, user };
    } catch (error) {
      if (error instanceof Refusal && isForged(error)) {
        const { path } = row.endpoint;
        this.countForged(error.code, headers, { ip, requestId, path, now });
      }
      throw error;
    }
  }

  private async verify(call: SignedCall, now: number): Promise<SessionUser> {
    if (!withinWindow(Number(call.headers.timestamp), Math.floor(now / 1000)))
      throw new Refusal(codes.badMessage, { server_time: now });
    return this.deps.gate.identify(call.headers, call.byDevice, now);
  }

  /** The refusal of a call whose content is not the one that its device signed. */
  private forged(
    { headers }: SignedCall,
    facts: { ip: string; requestId: string; path: string; now: number },
  ): Refusal {
    this.countForged(codes.unauthorized, headers, facts);
    return new Refusal(codes.unauthorized);
  }

  private countForged(
    code: number,
    headers: SignedHeaders | undefined,
    facts: { ip: string; requestId: string; path: string; now: number },
  ): void {
    this.visitors.take(addressGroup(facts.ip), facts.now);
    if (headers) this.deps.gate.report({ code, userId: headers.userid, ...facts });
  }

  private spendRead(user: SessionUser, headers: SignedHeaders, now: number): void {
    const isFirst = this.spentReads.spend(
      `${user.sessionId}:${headers.timestamp}:${headers.nonce}`,
      now + nonceLifeMs,
    );
    if (!isFirst) throw new Refusal(codes.badMessage, { server_time: now });
  }

  private commandsFor(
    row: BoundRow,
    request: unknown,
    session: Session | undefined,
    now: number,
  ): Pick<Call<Endpoint>, "command" | "unkeyed" | "isAnswered"> {
    const { store, gate } = this.deps;
    if (!session) {
      const command = <T>(run: (tx: Transaction) => Promise<T>) => store.command(run);
      return { command, unkeyed: command, isAnswered: async () => false };
    }
    const { user } = session;
    const nonce = { ...nonceOf(session), now };
    let isSpent = row.endpoint.method === "GET";
    const commandUnder =
      (once: Once | undefined) =>
      async <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => {
        const answer = await store.command(async (tx) => {
          const isFresh = isSpent || (await gate.spend(tx, nonce));
          const runFresh = async (): Promise<T> => {
            if (!isFresh) throw spentWrite(now);
            permit(row.endpoint, await gate.reread(tx, user, now));
            return run(tx);
          };
          // A stored answer needs no fresh nonce: after a lost COMMIT the store runs the same request again.
          return once ? idempotent(tx, once, runFresh) : runFresh();
        });
        isSpent = true;
        return answer;
      };
    const once = row.endpoint.movesMoney
      ? { key: `${row.name}:${user.id}:${orderIdOf(request)}`, requestHash: hashOf(request), now }
      : undefined;
    return {
      command: commandUnder(once),
      unkeyed: commandUnder(undefined),
      isAnswered: async () => once !== undefined && store.read((db) => hasAnswer(db, once.key)),
    };
  }
}

function callOf(
  { method, path }: Endpoint,
  request: Request,
): Pick<DeviceCall, "method" | "path" | "query"> {
  return { method, path, query: new URL(request.url).searchParams };
}

/** @param deviceSignature the header's value, as it came */
function signedCall(
  call: Pick<DeviceCall, "method" | "path" | "query">,
  headers: SignedHeaders,
  deviceSignature: string | null | undefined,
): SignedCall {
  const given = readDeviceSignature(deviceSignature);
  if (!given || (call.method !== "POST" && given.content !== noContent))
    return { headers, content: "", byDevice: undefined };
  const { content, signature } = given;
  return {
    headers,
    content,
    byDevice: { bytes: signedBytes({ ...call, content }, headers), signature },
  };
}

function contentHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}

function nonceOf({ user, headers }: Session): {
  sessionId: string;
  timestamp: number;
  nonce: string;
} {
  return { sessionId: user.sessionId, timestamp: Number(headers.timestamp), nonce: headers.nonce };
}

/** A write whose nonce was used before. It took effect or was refused then; the sender has to look up which. */
function spentWrite(now: number): Refusal {
  return new Refusal(codes.badMessage, { server_time: now, spent: 1 });
}

/**
 * @throws Refusal accountBlocked for a blocked user, notPermitted for a write of a frozen one that
 *   ends nothing; both say the operator's reason
 */
function permit(endpoint: Endpoint, user: SessionUser): void {
  if (user.status === accountStatus.blocked)
    throw new Refusal(codes.accountBlocked, { reason: user.memo });
  const isOpening = endpoint.method === "POST" && endpoint.whileFrozen !== true;
  if (user.status === accountStatus.frozen && isOpening)
    throw new Refusal(codes.notPermitted, { reason: user.memo });
}

/** True for a wrong or used signature; false where the user is known but not permitted. */
function isForged({ code }: Refusal): boolean {
  return code === codes.unauthorized || code === codes.badMessage;
}

function isListed(endpoint: Endpoint, code: number): boolean {
  const listed: readonly number[] = [
    ...endpoint.refusals,
    ...commonRefusals,
    codes.unsupportedMedia,
  ];
  return listed.includes(code);
}

function orderIdOf(request: unknown): string {
  if (
    typeof request === "object" &&
    request !== null &&
    "client_order_id" in request &&
    typeof request.client_order_id === "string"
  ) {
    return request.client_order_id;
  }
  throw new Error("a row that moves money has no client_order_id");
}

/**
 * Not part of the hash: a password, whose few digits could be found by trying them all, and what a repeat may have
 * otherwise, since it says who asks or how, and not what is asked for.
 */
const unhashed: ReadonlySet<string> = new Set(["wpassword", "totp", "sent_time", "seen"]);

/** The hash of a validated body, but for those fields; the order of its keys does not matter. */
function hashOf(request: unknown): string {
  return createHash("sha256").update(canonicalOf(request)).digest("hex");
}

function canonicalOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  let text = Array.isArray(value) ? "[" : "{";
  for (const [key, part] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (part !== undefined && !unhashed.has(key))
      text += `${JSON.stringify(key)}:${canonicalOf(part)},`;
  return `${text}]`;
}
