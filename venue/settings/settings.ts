/**
 * Everything an operator may set, and what holds where nothing is set. `read-settings.ts` reads it.
 */
import type { ConfigFile } from "#protocol/wire/runtime-config.ts";
import type { Contact } from "#protocol/api/platform.ts";
import type { SecondsConf } from "#protocol/api/seconds.ts";
import { type HtxHosts, htxHosts } from "./htx-hosts.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { MailSender, SmtpServer } from "./smtp-settings.ts";
import type { SellReviewOver } from "./sell-review-setting.ts";
import type { ChannelsSetting } from "./channels-setting.ts";

/** Keys that a database goes on with for ever, unless an operator says otherwise. */
export const keyNames = ["server", "receipt", "push"] as const;
export type KeyName = (typeof keyNames)[number];

export interface Settings {
  /** What the platform calls itself. */
  name: string;
  version: string;
  host: string;
  port: number;
  /** Where the operators' desk listens, this machine alone unless said otherwise; null: nowhere. */
  operatorHost: string;
  operatorPort: number | null;
  /** What a monitor sends as `Authorization: Bearer` to read `/metrics`; null: this machine alone reads them. */
  metricsToken: string | null;
  /** The operator allows clear HTTP beyond this machine. */
  insecureLan: boolean;
  /** The address people open, where a proxy stands before the venue; https here turns on HSTS. */
  publicUrl: string | null;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Origins besides our own that may call the API. */
  corsOrigins: readonly string[];
  dataDir: string;
  /** Folder of the built app; null: `dist` of this checkout. */
  appDir: string | null;
  databaseUrl: string | null;
  /** Where messages between processes go, if `databaseUrl` names a pool that gives each statement another connection. */
  databaseListenUrl: string | null;
  /**
   * Key of the session tokens (hex); null: the file in the data directory, made at the first start.
   */
  serverKey: string | null;
  /**
   * Key that receipts and published minutes are signed with (hex); null: the file in the data
   * directory, made at the first start.
   */
  receiptKey: string | null;
  /** Keys that may be others than those which the database was written with. */
  newKeys: readonly KeyName[];
  /** Whether devices get notices while the app is closed (Web Push). */
  push: boolean;
  /** Key by which push services know this venue (hex); null: the file in the data directory, made at the first start. */
  pushKey: string | null;
  /** Origins of push services besides those of the browsers. */
  pushServices: readonly string[];
  market: "sim" | "htx";
  /** The hosts that serve the HTX API: HTX itself, a mirror, or another Godwit. */
  htx: HtxHosts;
  /**
   * Seed of the simulated market, `public` for the one in the sources; null: the file in the data directory,
   * made at the first start.
   */
  seed: string | null;
  /**
   * By whom and through which server codes are mailed; null: they wait in the outbox. Codes for
   * phones always do.
   */
  mail: { server: SmtpServer; from: MailSender } | null;
  /**
   * Whether long candle windows and compressed files are prepared before the first request for
   * them.
   */
  warmUp: boolean;
  review: "auto" | "manual";
  /** How long a request waits before the venue itself decides it, in seconds. */
  reviewAfterSec: number;
  /** Times when the venue will not be there, minutes of UTC such as 2026-12-01T22:00Z; an operator changes them. */
  maintenance: readonly { from: string; to: string; note: string }[];
  /** Where backups are made by themselves, how often, and how many of them stay; null: nowhere. */
  backup: { dir: string | null; everyHours: number; count: number };
  /** Whether browsers get the service worker or its kill switch. */
  worker: "on" | "off";
  /** Id of the oldest build of the app that may still be used; null: any. */
  minBuild: string | null;
  /**
   * How long a new withdrawal address must wait; null: not at all with `review` auto, else a day.
   */
  addressWaitHours: number | null;
  /** How long a recharge's voucher is stored after the decision, in days. */
  voucherDays: number;
  /** Requests worth more than this, in USDT, take two operators to approve; null: one is enough. */
  reviewTwoOver: string | null;
  /** By symbol, the base above which a sell waits for the operator's review; empty: none does. */
  sellReviewOver: SellReviewOver;
  /** The encoded envelope: POST bodies and answers travel as prefix + Base64. */
  base64: boolean;
  /** What `/config.json` says otherwise than usual: for an app that another host has. */
  appConfig: ConfigFile;
  contacts: readonly Contact[];
  /** Paper funds of a new account, by currency. */
  welcome: Readonly<Record<string, string>>;
  reg: { inviteRequired: boolean; codeRequired: boolean };
  /** Actions that need a certified identity. */
  kycRequired: readonly string[];
  withdrawFeeRate: string;
  /** Changes to the paper networks, by currency and network: paused directions, limits, fees. */
  channels: ChannelsSetting;
  secondsConf: readonly SecondsConf[];
  limits: Limits;
}

export const defaultSettings: Settings = {
  name: "Godwit",
  version: "0.1.0",
  host: "127.0.0.1",
  port: 4170,
  operatorHost: "127.0.0.1",
  operatorPort: 4171,
  metricsToken: null,
  insecureLan: false,
  publicUrl: null,
  trustedProxies: [],
  corsOrigins: [],
  dataDir: "./data",
  appDir: null,
  databaseUrl: null,
  databaseListenUrl: null,
  serverKey: null,
  receiptKey: null,
  newKeys: [],
  push: true,
  pushKey: null,
  pushServices: [],
  market: "sim",
  htx: htxHosts,
  seed: null,
  mail: null,
  warmUp: true,
  review: "auto",
  reviewAfterSec: 20,
  maintenance: [],
  backup: { dir: null, everyHours: 24, count: 14 },
  worker: "on",
  minBuild: null,
  addressWaitHours: null,
  voucherDays: 30,
  reviewTwoOver: null,
  sellReviewOver: {},
  base64: false,
  appConfig: {},
  contacts: [],
  welcome: { USDT: "10000" },
  reg: { inviteRequired: false, codeRequired: false },
  kycRequired: ["withdrawal"],
  withdrawFeeRate: "0.01",
  channels: {},
  secondsConf: [30, 60, 120, 180, 300].map((time) => ({
    symbol: "*",
    time,
    odds: "0.95",
    min: "10",
    max: "1000",
    enabled: 1,
  })),
  limits: defaultLimits,
};

/** True for the names and addresses of this very machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The host that passkeys belong to: that of `PUBLIC_URL`, else this machine. Passkeys of another host are no use
 * here, so it is not changed lightly.
 */
export function passkeyHost({ publicUrl }: Pick<Settings, "publicUrl">): string {
  return publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
}

/** Who knows the simulated market's seed: nobody, those who set it, or everybody who reads the sources. */
export type SeedKind = "own" | "given" | "public";

export function seedKind(seed: Settings["seed"]): SeedKind {
  if (seed === null) return "own";
  return seed === "public" ? "public" : "given";
}

/** The master of `SEED=public`: anybody can compute its future prices. */
export const publicMaster = "godwit public development master";
