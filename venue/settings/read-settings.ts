/**
 * Reads the settings from the environment, once at the start. A wrong value ends the start with one
 * sentence; the venue never runs on a guessed value.
 */
import { readConfigFile } from "#protocol/wire/runtime-config.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import { hostsOf, readRestHosts, readStreamHost } from "./htx-hosts.ts";
import { type Audience, audiences, readLimits } from "./limits.ts";
import { readContacts } from "./contacts.ts";
import { isReceiptSecret } from "./receipt-secret.ts";
import { type MailSender, readMailFrom, readSmtpUrl, type SmtpServer } from "./smtp-settings.ts";
import { readSellReview } from "./sell-review-setting.ts";
import { readChannels } from "./channels-setting.ts";
import { WrongSetting } from "./wrong-setting.ts";
import { defaultSettings, isLoopback, type KeyName, keyNames, type Settings } from "./settings.ts";

/** Values that are never repeated, however wrong they are. */
const secrets: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "DATABASE_LISTEN_URL",
  "SERVER_KEY",
  "RECEIPT_KEY",
  "SEED",
  "SMTP_URL",
  "METRICS_TOKEN",
]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings from the environment; an empty variable counts as unset.
 * @throws WrongSetting with one sentence for the operator
 */
export function readSettings(environment: Environment): Settings {
  const read = <T>(
    name: string,
    fallback: T,
    parse: (text: string) => T | undefined,
    wanted: string,
  ): T => {
    const text = environment[name]?.trim();
    if (text === undefined || text === "") return fallback;
    const value = parse(text);
    if (value === undefined)
      throw new WrongSetting(
        `${name} must be ${wanted}${secrets.has(name) ? "" : `, not "${text}"`}.`,
      );
    return value;
  };
  const d = defaultSettings;
  const settings: Settings = {
    ...d,
    name: read(
      "NAME",
      d.name,
      (text) => (text.length <= 40 ? text : undefined),
      "at most 40 characters",
    ),
    host: read("HOST", d.host, readHost, "an address to listen on"),
    port: read("PORT", d.port, (text) => readInteger(text, 0, 65_535), "a port from 0 to 65535"),
    operatorHost: read("OPERATOR_HOST", d.operatorHost, readHost, "an address to listen on"),
    operatorPort: read(
      "OPERATOR_PORT",
      d.operatorPort,
      (text) => (text === "off" ? null : readInteger(text, 0, 65_535)),
      'a port from 0 to 65535, or "off"',
    ),
    metricsToken: read(
      "METRICS_TOKEN",
      d.metricsToken,
      (text) => (/^[\x21-\x7E]{16,200}$/.test(text) ? text : undefined),
      "16 to 200 characters without spaces",
    ),
    insecureLan: read("INSECURE_LAN", d.insecureLan, readSwitch, "0 or 1"),
    publicUrl: read(
      "PUBLIC_URL",
      d.publicUrl,
      readOrigin,
      "an origin such as https://godwit.example",
    ),
    trustedProxies: read(
      "TRUSTED_PROXIES",
      d.trustedProxies,
      readList,
      "addresses joined by commas",
    ),
    corsOrigins: read(
      "CORS_ORIGINS",
      d.corsOrigins,
      readOrigins,
      "origins such as https://godwit.example, joined by commas",
    ),
    dataDir: read("DATA_DIR", d.dataDir, (text) => text, "a directory"),
    appDir: read("APP_DIR", d.appDir, (text) => text, "a directory"),
    databaseUrl: read("DATABASE_URL", d.databaseUrl, readDatabaseUrl, "a postgres:// address"),
    databaseListenUrl: read(
      "DATABASE_LISTEN_URL",
      d.databaseListenUrl,
      readDatabaseUrl,
      "a postgres:// address",
    ),
    serverKey: read(
      "SERVER_KEY",
      d.serverKey,
      (text) => (/^[0-9a-f]{64,128}$/.test(text) ? text : undefined),
      "64 to 128 lower-case hex characters",
    ),
    receiptKey: read(
      "RECEIPT_KEY",
      d.receiptKey,
      (text) => (isReceiptSecret(text) ? text : undefined),
      "64 lower-case hex characters, a private key of P-256",
    ),
    newKeys: read("NEW_KEYS", d.newKeys, readKeyNames, "server, receipt or push, joined by commas"),
    push: read("PUSH", d.push, readSwitch, "0 or 1"),
    pushKey: read(
      "PUSH_KEY",
      d.pushKey,
      (text) => (isReceiptSecret(text) ? text : undefined),
      "64 lower-case hex characters, a private key of P-256",
    ),
    pushServices: read(
      "PUSH_SERVICES",
      d.pushServices,
      readOrigins,
      "origins such as https://push.example, joined by commas",
    ),
    market: read(
      "MARKET",
      d.market,
      (text) => (text === "sim" || text === "htx" ? text : undefined),
      "sim or htx",
    ),
    htx: hostsOf({
      spot: read(
        "HTX_REST_URL",
        null,
        readRestHosts,
        "an address that speaks HTX's spot REST such as https://api.huobi.pro or http://127.0.0.1:4170/htx (clear HTTP on this machine only), or up to four joined by commas, best first",
      ),
      stream: read(
        "HTX_WS_URL",
        null,
        readStreamHost,
        "an address of HTX's stream such as wss://api.huobi.pro/ws or ws://127.0.0.1:4170/htx/ws (clear on this machine only)",
      ),
      contracts: read(
        "HTX_CONTRACT_REST_URL",
        null,
        readRestHosts,
        "an address that speaks HTX's linear-swap REST such as https://api.hbdm.com or http://127.0.0.1:4170/htx (clear HTTP on this machine only), or up to four joined by commas, best first",
      ),
    }),
    seed: read(
      "SEED",
      d.seed,
      (text) => (text.length <= 128 ? text : undefined),
      "at most 128 characters",
    ),
    mail: pairOf(
      read(
        "SMTP_URL",
        null,
        readSmtpUrl,
        "a mail server such as smtp://user:password@mail.example:587 or smtps://…; codes for phones go to the outbox all the same",
      ),
      read(
        "MAIL_FROM",
        null,
        readMailFrom,
        "an address such as codes@godwit.example or Godwit <codes@godwit.example>",
      ),
    ),
    warmUp: read("WARM_UP", d.warmUp, readSwitch, "0 or 1"),
    review: read(
      "REVIEW",
      d.review,
      (text) => (text === "auto" || text === "manual" ? text : undefined),
      "auto or manual",
    ),
    reviewAfterSec: read(
      "REVIEW_AFTER",
      d.reviewAfterSec,
      (text) => readInteger(text, 0, 604_800),
      "seconds from 0 to 604800 (a week)",
    ),
    backup: {
      dir: read("BACKUP_DIR", d.backup.dir, (text) => text, "a directory"),
      everyHours: read(
        "BACKUP_EVERY",
        d.backup.everyHours,
        (text) => readInteger(text, 1, 720),
        "hours from 1 to 720",
      ),
      count: read(
        "BACKUP_COUNT",
        d.backup.count,
        (text) => readInteger(text, 1, 1000),
        "a number from 1 to 1000",
      ),
    },
    minBuild: read(
      "MIN_BUILD",
      d.minBuild,
      (text) => (/^[0-9a-f]{6,64}$/.test(text) ? text : undefined),
      "the id of a build, as builds/latest.json says it",
    ),
    addressWaitHours: read(
      "ADDRESS_WAIT_HOURS",
      d.addressWaitHours,
      (text) => readInteger(text, 0, 720),
      "hours from 0 to 720",
    ),
    voucherDays: read(
      "VOUCHER_DAYS",
      d.voucherDays,
      (text) => readInteger(text, 0, 3650),
      "days from 0 to 3650",
    ),
    reviewTwoOver: read(
      "REVIEW_TWO_OVER",
      d.reviewTwoOver,
      (text) => (parseAmount(text, 8) === undefined ? undefined : text),
      "an amount in USDT such as 10000",
    ),
    sellReviewOver: read(
      "SELL_REVIEW_OVER",
      d.sellReviewOver,
      readSellReview,
      'a JSON object of symbols and amounts above which a sell waits for review, such as {"btcusdt":"5"}',
    ),
    appConfig: read(
      "APP_CONFIG",
      d.appConfig,
      readConfigFile,
      'parts of config.json such as {"base":{"/":"https://api.example"},"stream":"/api/ws"}',
    ),
    base64: read("BASE64", d.base64, readSwitch, "0 or 1"),
    contacts: read(
      "SUPPORT_CONTACTS",
      d.contacts,
      readContacts,
      'a JSON list such as [{"name":"Help","type":"link","url":"https://…"}] with https:, mailto: or tel: addresses',
    ),
    welcome: read(
      "WELCOME",
      d.welcome,
      readFunds,
      'funds such as USDT:10000 joined by commas, or "none"',
    ),
    reg: {
      inviteRequired: read("REG_INVITE_REQUIRED", d.reg.inviteRequired, readSwitch, "0 or 1"),
      codeRequired: read("REG_CODE_REQUIRED", d.reg.codeRequired, readSwitch, "0 or 1"),
    },
    kycRequired: read(
      "KYC_REQUIRED",
      d.kycRequired,
      readKyc,
      'withdrawal, second or both joined by a comma, or "none"',
    ),
    channels: read(
      "CHANNELS",
      d.channels,
      readChannels,
      'a JSON object by currency and network such as {"USDT":{"ERC20":{"withdrawal":{"status":0}}}}, with networks the currency has and known fields',
    ),
    limits: {
      ...audiences[
        read<Audience>(
          "AUDIENCE",
          "public",
          (text) => (text === "public" || text === "class" ? text : undefined),
          "public or class",
        )
      ],
      ...read(
        "LIMITS",
        {},
        readLimits,
        'a JSON object of known limits and whole numbers, such as {"publicPerSecond":50}',
      ),
    },
  };
  for (const [name, host] of [
    ["HOST", settings.host],
    ["OPERATOR_HOST", settings.operatorHost],
  ] as const) {
    if (!isLoopback(host) && !settings.insecureLan)
      throw new WrongSetting(
        `${name} ${host} would serve clear HTTP beyond this machine; set INSECURE_LAN=1 if that is what you want.`,
      );
  }
  return settings;
}

/** @throws WrongSetting where one is set without the other */
function pairOf(server: SmtpServer | null, from: MailSender | null): Settings["mail"] {
  if (server === null && from === null) return null;
  if (server === null)
    throw new WrongSetting("MAIL_FROM needs SMTP_URL, the mail server to send through.");
  if (from === null)
    throw new WrongSetting("SMTP_URL needs MAIL_FROM, the address mails come from.");
  return { server, from };
}

function readHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:-]+$/.test(text) ? text : undefined;
}

function readInteger(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

function readSwitch(text: string): boolean | undefined {
  return text === "1" ? true : text === "0" ? false : undefined;
}

function readList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isBare && (url.protocol === "https:" || url.protocol === "http:") ? url.origin : undefined;
}

function readKeyNames(text: string): KeyName[] | undefined {
  const names = readList(text);
  return names.every((name): name is KeyName => keyNames.some((one) => one === name))
    ? names
    : undefined;
}

function readOrigins(text: string): string[] | undefined {
  const origins = readList(text).map(readOrigin);
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

function readDatabaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined;
}

function readFunds(text: string): Record<string, string> | undefined {
  if (text === "none") return {};
  const funds: Record<string, string> = {};
  for (const part of readList(text)) {
    const [, flag, amount] = /^([A-Z0-9]{1,12}):([0-9.]+)$/.exec(part) ?? [];
    if (flag === undefined || amount === undefined || parseAmount(amount, 8) === undefined)
      return undefined;
    funds[flag] = amount;
  }
  return funds;
}

function readKyc(text: string): string[] | undefined {
  if (text === "none") return [];
  const actions = readList(text);
  return actions.every((action) => action === "withdrawal" || action === "second")
    ? actions
    : undefined;
}
