import { createHash, createSecretKey } from "node:crypto";
import { onTestFinished } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { DataOf, Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import { decodeText, encodeText, type Envelope, isEnvelope } from "#protocol/wire/envelope.ts";
import { deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { makeNonce, type SignedHeaders, signRequest } from "#protocol/wire/signature.ts";
import {
  setUserStatus,
  type AccountStatusChange,
} from "../../../venue/account/security/set-user-status.ts";
import type { RandomBytes } from "../../../venue/lib/clock.ts";
import type { MarketSource } from "../../../venue/feed/market-source.ts";
import type { Limits } from "../../../venue/settings/limits.ts";
import { createNotifyBus, type NotifyBus } from "../../../venue/deps/notify-bus.ts";
import { pushKeyOf } from "../../../venue/keys/push-key.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { defaultSettings, type Settings } from "../../../venue/settings/settings.ts";
import type { Store } from "../../../venue/store/store.ts";
import { createVenue, type Venue, type VenueOptions } from "../../../venue/venue.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { makeDevice, type TestDevice } from "./test-device.ts";
import { openTestSqlite } from "../database/databases.ts";
import { FixedSource, fixedStart } from "./fixed-source.ts";

/** Hashing that costs next to nothing, and no limit that a test does not set. */
const easyLimits: Partial<Limits> = {
  argonMemoryKiB: 16,
  publicPerSecond: 1e6,
  publicBurst: 1e6,
  privatePerSecond: 1e6,
  privateBurst: 1e6,
  ordersPerSecond: 1e6,
  ordersBurst: 1e6,
  signedPerSecond: 1e6,
  signedBurst: 1e6,
  registrationsPerHour: 1e6,
  codesPerAddress: 1e6,
  loginFailuresPerAddress: 1e6,
};

export interface StartOptions extends Partial<
  Pick<VenueOptions, "staticRoot" | "sendCode" | "sendMail" | "sendPush" | "steady">
> {
  settings?: Partial<Omit<Settings, "limits">>;
  limits?: Partial<Limits>;
  source?: MarketSource;
  /** A migrated store; in memory unless given. */
  store?: Store;
  /** Unix ms; a fixed source's start unless given. */
  start?: number;
  seed?: string;
}

export interface LogLine {
  level: string;
  event: string;
  facts: Record<string, unknown>;
}

/** An answer as the client sees it. */
export interface Answer extends Envelope {
  http: number;
  headers: Headers;
}

export interface CallOptions {
  ip?: string;
  headers?: Record<string, string>;
  /** Seconds the signer's clock is off. */
  clockOff?: number;
  nonce?: string;
}

/** Of every venue in memory. */
const testKey = receiptKeyOf("07".repeat(32));

export const testPushKey = pushKeyOf("08".repeat(32));

/** The last name given to a user, so that each has its own. */
let users = 0;

/** A venue in memory with a manual clock; every answer is validated by its endpoint. */
export async function startVenue(options: StartOptions = {}) {
  const random = seededRandom(options.seed ?? "venue");
  const settings: Settings = {
    ...defaultSettings,
    ...options.settings,
    limits: { ...defaultSettings.limits, ...easyLimits, ...options.limits },
  };
  const lines: LogLine[] = [];
  const log = (level: string, event: string, facts: Record<string, unknown> = {}) =>
    void lines.push({ level, event, facts });
  const store = options.store ?? (await openTestSqlite({ log }));
  const source = options.source ?? new FixedSource();
  let now = options.start ?? fixedStart;
  const clock = { now: () => now };
  await source.start(now);
  const bus = createNotifyBus();
  const currencies = await openCurrencies(store, source, now);
  const venue = createVenue({
    store,
    source,
    currencies,
    settings,
    clock,
    random,
    log,
    bus,
    serverKey: createSecretKey(Buffer.alloc(32, 7)),
    receiptKey: testKey,
    checkAnswers: true,
    ...(options.staticRoot === undefined ? {} : { staticRoot: options.staticRoot }),
    ...(options.sendCode && { sendCode: options.sendCode }),
    sendMail: options.sendMail,
    ...(options.steady && { steady: options.steady }),
    ...(options.sendPush && { sendPush: options.sendPush, pushKey: testPushKey }),
  });
  onTestFinished(async () => {
    await venue.close();
    await source.close();
  });
  return new TestVenue({
    venue,
    store,
    source,
    settings,
    lines,
    bus,
    random,
    now: () => now,
    async wind(ms) {
      now += ms;
      await venue.tick(now);
    },
  });
}

interface Parts {
  venue: Venue;
  store: Store;
  source: MarketSource;
  settings: Settings;
  lines: LogLine[];
  bus: NotifyBus;
  random: RandomBytes;
  now: () => number;
  wind: (ms: number) => Promise<void>;
}

export class TestVenue {
  readonly venue: Venue;
  readonly store: Store;
  readonly source: MarketSource;
  readonly settings: Settings;
  readonly lines: LogLine[];
  readonly bus: NotifyBus;
  readonly random: RandomBytes;
  /** Unix ms. */
  readonly now: () => number;
  /** Moves the clock and ticks once. */
  readonly wind: (ms: number) => Promise<void>;
  /** Calls without a session. */
  readonly visitor: TestClient;

  constructor(parts: Parts) {
    ({
      venue: this.venue,
      store: this.store,
      source: this.source,
      settings: this.settings,
    } = parts);
    ({
      lines: this.lines,
      bus: this.bus,
      random: this.random,
      now: this.now,
      wind: this.wind,
    } = parts);
    this.visitor = new TestClient(this, null);
  }

  /** Any request, as it is. */
  fetch(path: string, init: RequestInit = {}, ip = "203.0.113.9"): Promise<Response> {
    return this.venue.fetch(new Request(`http://venue.test${path}`, init), { ip });
  }

  /** Opens an account with the password `correct horse battery` and logs in. */
  async user(account = `user${++users}@example.org`): Promise<TestClient> {
    await this.visitor.ask(api.session.reg, {
      account,
      logintype: "email",
      password: "correct horse battery",
    });
    return this.login(account);
  }

  async login(account: string, password = "correct horse battery"): Promise<TestClient> {
    const data = await this.visitor.ask(api.session.login, {
      account,
      logintype: "email",
      loginway: "password",
      verifykey: password,
    });
    return new TestClient(this, { id: data.player.id, token: data.token });
  }

  /** Logs in with a key of its own, as the app does: every call of the session is signed with it besides (signature v2). */
  async loginWithDevice(
    account: string,
    password = "correct horse battery",
  ): Promise<{ client: TestClient; device: TestDevice }> {
    const device = await makeDevice();
    const data = await this.visitor.ask(api.session.login, {
      account,
      logintype: "email",
      loginway: "password",
      verifykey: password,
      device_key: device.publicKey,
    });
    return {
      client: new TestClient(this, { id: data.player.id, token: data.token }, device),
      device,
    };
  }

  /** 0 normal, 1 frozen, 2 blocked, 3 prohibited. */
  async setStatus(client: TestClient, status: number): Promise<void> {
    await this.setRights(client, { status });
  }

  /** As an operator of this process would. */
  async setRights(
    client: TestClient,
    change: Pick<AccountStatusChange, "status" | "tradeStatus" | "wstatus">,
    reason = "For a test.",
  ): Promise<void> {
    const audit = new AuditLog(this.store, () => undefined);
    await setUserStatus(
      { store: this.store, bus: this.bus, audit },
      { ...change, userId: client.session?.id ?? "", reason, by: "test", now: this.now() },
    );
  }
}

export class TestClient {
  readonly session: { id: string; token: string } | null;
  private readonly venue: TestVenue;
  private readonly device: TestDevice | undefined;

  constructor(
    venue: TestVenue,
    session: { id: string; token: string } | null,
    device?: TestDevice,
  ) {
    this.venue = venue;
    this.session = session;
    this.device = device;
  }

  /** The data of a call that must succeed. */
  async ask<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: CallOptions,
  ): Promise<DataOf<E>> {
    const answer = await this.tell(endpoint, request, options);
    if (answer.status !== 0)
      throw new Error(`${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** The whole answer, whatever it is. */
  async tell<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<Answer> {
    return this.send(endpoint, request as Record<string, unknown>, options);
  }

  /** As `tell`, for requests that the contract's types would not let through. */
  async send(
    endpoint: Pick<Endpoint, "method" | "path">,
    request: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<Answer> {
    const { base64 } = this.venue.settings;
    const signed = this.sign(options);
    const seal = async (query: URLSearchParams, body: string) => ({
      ...signed,
      ...(this.device &&
        isSigned(signed) && {
          [deviceSignatureHeader]: await this.device.sign({ ...endpoint, query, body }, signed),
        }),
      ...options.headers,
    });
    if (endpoint.method === "GET") {
      const query = new URLSearchParams(
        Object.entries(request)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [
            key,
            typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
          ]),
      );
      return readAnswer(
        await this.venue.fetch(
          `${endpoint.path}?${query}`,
          { headers: await seal(query, "") },
          options.ip,
        ),
        base64,
      );
    }
    const json = JSON.stringify(request);
    const body = base64 ? encodeText(json, this.venue.random) : json;
    const headers = await seal(new URLSearchParams(), body);
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    };
    return readAnswer(await this.venue.fetch(endpoint.path, init, options.ip), base64);
  }

  /** The four headers of the specification, or none without a session. */
  sign(options: CallOptions = {}): SignedHeaders | Record<string, never> {
    if (!this.session) return {};
    const seconds = Math.floor(this.venue.now() / 1000) + (options.clockOff ?? 0);
    return signRequest(this.session, options.nonce ?? makeNonce(this.venue.random), seconds);
  }
}

function isSigned(headers: SignedHeaders | Record<string, never>): headers is SignedHeaders {
  return "sign" in headers;
}

/** The envelope of a response. */
export async function readAnswer(response: Response, base64 = false): Promise<Answer> {
  const text = await response.text();
  const value: unknown = JSON.parse(base64 ? (decodeText(text) ?? "null") : text);
  if (!isEnvelope(value)) throw new Error(`no envelope: ${text.slice(0, 200)}`);
  return { ...value, http: response.status, headers: response.headers };
}

/** The same bytes for the same seed. */
export function seededRandom(seed: string): RandomBytes {
  let block = 0;
  let pool = Buffer.alloc(0);
  return (length) => {
    while (pool.length < length)
      pool = Buffer.concat([pool, createHash("sha256").update(`${seed}|${block++}`).digest()]);
    const bytes = new Uint8Array(pool.subarray(0, length));
    pool = pool.subarray(length);
    return bytes;
  };
}
