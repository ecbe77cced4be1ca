/**
 * One call from the request to its answer: decode → verify → session → validate → handler → envelope.
 */
import { createHash, type Hash } from "node:crypto";
import * as v from "valibot";
import type { Endpoint } from "#protocol/endpoint.ts";
import { commonRefusals } from "#protocol/error-codes.ts";
import type { PictureBytes } from "#protocol/picture.ts";
import { readSignedHeaders, type SignedHeaders, withinWindow } from "#protocol/signature.ts";
import { accountStatus } from "#protocol/user.ts";
import { addressGroup } from "../address-group.ts";
import type { Clock, RandomBytes } from "../clock.ts";
import { hasAnswer, idempotent, type Once } from "../ledger/idempotent.ts";
import type { Settings } from "../settings.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import type { Log, Store, Transaction } from "../store/store.ts";
import { ApiAnswers } from "./api-answer.ts";
import { AtOnce } from "./at-once.ts";
import type { BoundRow } from "./bound-row.ts";
import { failureOf, TransportRefusal } from "./failure.ts";
import type { Gate } from "./gate.ts";
import type { Call, SessionUser } from "./handler.ts";
import { isForeignWrite } from "./origin.ts";
import { readRequest } from "./read-request.ts";
import { readUpload } from "./read-upload.ts";
import { SpentNonces } from "./spent-nonces.ts";
import { TokenBuckets } from "./token-buckets.ts";

export interface ApiDeps {
  store: Store;
  settings: Settings;
  clock: Clock;
  random: RandomBytes;
  log: Log;
  gate: Gate;
  /** Holds every answer against its own row; a mismatch is a bug. For tests, since it costs a second validation. */
  checkAnswers: boolean;
}

const noFile = new Uint8Array();
const nonceKeptMs = 5 * 60_000;
/** A user looked up longer ago than this, because the body was slow, is looked up again. */
const freshMs = 1000;

interface Session {
  user: SessionUser;
  headers: SignedHeaders;
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
    this.visitors = new TokenBuckets(limits.publicPerSecond, limits.publicBurst);
    this.files = new TokenBuckets(limits.filesPerSecond, limits.filesBurst);
    this.signed = new TokenBuckets(limits.signedPerSecond, limits.signedBurst);
    this.users = new TokenBuckets(limits.privatePerSecond, limits.privateBurst);
    this.orders = new TokenBuckets(limits.ordersPerSecond, limits.ordersBurst);
    this.uploads = new TokenBuckets(1 / limits.uploadEverySec, limits.uploadBurst);
    this.uploading = new AtOnce(limits.uploadsAtOncePerUser, limits.uploadsAtOnce);
  }

  async answer(row: BoundRow, request: Request, ip: string): Promise<Response> {
    return this.guarded(request, row.endpoint, async (requestId) => {
      const { endpoint } = row;
      const arrivedAt = this.deps.clock.now();
      if (endpoint.method === "POST" && isForeignWrite(request, this.deps.settings))
        throw new TransportRefusal(403, 100005);
      const arrived =
        endpoint.access === "user"
          ? await this.identify(row, request, { ip, requestId, now: arrivedAt })
          : this.admit(ip, arrivedAt);
      const { parsed, file } = endpoint.upload
        ? await this.takeIn(request, endpoint, arrived?.user.id ?? "", arrivedAt)
        : { parsed: await readRequest(request, endpoint, this.deps.settings), file: noFile };
      // Accepted is what has come whole: a body held back keeps neither an old time nor an old standing.
      const now = this.deps.clock.now();
      const session =
        arrived && Math.abs(now - arrivedAt) >= freshMs
          ? await this.identifyAgain(endpoint, arrived, now)
          : arrived;
      // Before anything is judged: what a message did the first time may be why it would be refused the second.
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
   * this user or address. Blocked users are nobody here.
   */
  async authenticate(headers: SignedHeaders, ip: string): Promise<SessionUser | null> {
    const now = this.deps.clock.now();
    try {
      this.admitSigned(ip, now);
      const user = await this.verify(headers, now);
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

  /** Answers a refusal that no row stands behind: an unknown path, a method not offered. */
  async refuse(request: Request, refusal: Refusal): Promise<Response> {
    return this.guarded(request, undefined, () => Promise.reject(refusal));
  }

  /** Forgets what no longer limits anyone. */
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

  /** Files are large and slow to come: so many at once, and no more, may take up memory. */
  private async takeIn(
    request: Request,
    endpoint: Endpoint,
    userId: string,
    now: number,
  ): Promise<{ parsed: unknown; file: Uint8Array }> {
    const { settings } = this.deps;
    const wait = this.uploads.take(userId, now);
    if (wait > 0) throw new TooMany(wait);
    const file = await this.uploading.run(userId, () => readUpload(request, settings));
    return { parsed: v.parse(endpoint.request, {}), file };
  }

  private admit(ip: string, now: number): undefined {
    const wait = this.visitors.take(addressGroup(ip), now);
    if (wait > 0) throw new TooMany(wait);
    return undefined;
  }

  private async identifyAgain(
    endpoint: Endpoint,
    { headers }: Session,
    now: number,
  ): Promise<Session> {
    const user = await this.deps.gate.identify(headers, now);
    permit(endpoint, user);
    return { user, headers };
  }

  /** Before anything is looked up: what an address may ask for with a session, and no more once it spent its forged ones. */
  private admitSigned(ip: string, now: number): void {
    const group = addressGroup(ip);
    const wait = Math.max(this.visitors.waitFor(group, now), this.signed.take(group, now));
    if (wait > 0) throw new TooMany(wait);
  }

  /** Refused signatures count against the address, so that nobody can try them without end. */
  private async identify(
    row: BoundRow,
    request: Request,
    facts: { ip: string; requestId: string; now: number },
  ): Promise<Session> {
    const { ip, requestId, now } = facts;
    this.admitSigned(ip, now);
    const headers = readSignedHeaders((name) => request.headers.get(name));
    try {
      if (!headers) throw new Refusal(401);
      const user = await this.verify(headers, now);
      const wait = (row.endpoint.movesMoney ? this.orders : this.users).take(user.id, now);
      if (wait > 0) throw new TooMany(wait);
      if (row.endpoint.method === "GET") this.spendRead(user, headers, now);
      permit(row.endpoint, user);
      return { user, headers };
    } catch (error) {
      if (error instanceof Refusal && isForged(error)) {
        this.visitors.take(addressGroup(ip), now);
        if (headers)
          this.deps.gate.report({
            code: error.code,
            userId: headers.userid,
            ip,
            requestId,
            path: row.endpoint.path,
            now,
          });
      }
      throw error;
    }
  }

  private async verify(headers: SignedHeaders, now: number): Promise<SessionUser> {
    if (!withinWindow(Number(headers.timestamp), Math.floor(now / 1000)))
      throw new Refusal(100009, { server_time: now });
    return this.deps.gate.identify(headers, now);
  }

  private spendRead(user: SessionUser, headers: SignedHeaders, now: number): void {
    const isFirst = this.spentReads.spend(
      `${user.sessionId}:${headers.timestamp}:${headers.nonce}`,
      now + nonceKeptMs,
    );
    if (!isFirst) throw new Refusal(100009, { server_time: now });
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

function nonceOf({ user, headers }: Session): {
  sessionId: string;
  timestamp: number;
  nonce: string;
} {
  return { sessionId: user.sessionId, timestamp: Number(headers.timestamp), nonce: headers.nonce };
}

/** It came before and was judged then: a nonce is spent together with whatever the write did. What that was, the sender has to look up. */
function spentWrite(now: number): Refusal {
  return new Refusal(100009, { server_time: now, spent: 1 });
}

/** @throws Refusal 300001 for a blocked user, 402 for a write of a frozen one that ends nothing; both say the operator's reason */
function permit(endpoint: Endpoint, user: SessionUser): void {
  if (user.status === accountStatus.blocked) throw new Refusal(300001, { reason: user.memo });
  const isOpening = endpoint.method === "POST" && endpoint.whileFrozen !== true;
  if (user.status === accountStatus.frozen && isOpening)
    throw new Refusal(402, { reason: user.memo });
}

/** A wrong or used signature, as against one of a user who may not or not now. */
function isForged({ code }: Refusal): boolean {
  return code === 401 || code === 100009;
}

function isListed(endpoint: Endpoint, code: number): boolean {
  const codes: readonly number[] = [...endpoint.refusals, ...commonRefusals, 100004];
  return codes.includes(code);
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

/** Never hashed: few digits could be found again by trying them all. */
const unhashed: ReadonlySet<string> = new Set(["wpassword"]);

/** The same for the same validated body, whatever the order of its keys and the password it came with. */
function hashOf(request: unknown): string {
  const hash = createHash("sha256");
  addCanonical(hash, request);
  return hash.digest("hex");
}

function addCanonical(hash: Hash, value: unknown): void {
  if (typeof value !== "object" || value === null) {
    hash.update(JSON.stringify(value) ?? "undefined");
    return;
  }
  hash.update(Array.isArray(value) ? "[" : "{");
  for (const [key, part] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (part === undefined || unhashed.has(key)) continue;
    hash.update(`${JSON.stringify(key)}:`);
    addCanonical(hash, part);
    hash.update(",");
  }
  hash.update("]");
}
