import * as v from "valibot";
import { decimalText, amountText } from "../wire/amount.ts";
import { endpoint, isRecord, nameText, nothing, readAs, shownText, timeMs } from "./endpoint.ts";
import { secondsConf } from "./seconds.ts";

const flag = v.picklist([0, 1]);

/** Within one version of the API everything is only added to; app and venue of two versions do not understand each other. */
export const apiVersion = 1;

const platformBase = v.object({
  name: v.optional(shownText(60), ""),
  logo: v.optional(nameText(2048), ""),
  /** Simulated funds: drives the permanent paper mark. */
  paper: v.optional(v.boolean(), true),
  market_source: v.optional(nameText(32), ""),
  /** Of a simulated market: `own` (known to nobody), `given` or `public` (future prices can be computed); else empty. */
  market_seed: v.optional(nameText(16), ""),
  version: v.optional(shownText(40), ""),
  download_url: v.optional(nameText(2048), ""),
  reg: v.optional(
    v.object({
      email: v.optional(flag, 1),
      phone: v.optional(flag, 1),
      invite_required: v.optional(flag, 0),
      code_required: v.optional(flag, 0),
    }),
    {},
  ),
  withdraw_fee_rate: v.optional(amountText, "0"),
  kyc_required: v.optional(v.array(nameText(64)), () => []),
  risk_text_version: v.optional(nameText(32), "1"),
  /** Signature versions the venue takes; nothing beyond the first is ever assumed. */
  sig: v.optional(v.array(nameText(16)), () => ["v1"]),
  /** The host whose passkeys the venue takes; empty where it takes none. */
  passkey_host: v.optional(nameText(255), ""),
  /** Id of the oldest build of the app that may go on; empty: any. */
  min_build: v.optional(nameText(64), ""),
  /** Version of the API (`apiVersion`); who does not say it speaks the first. */
  api: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** Who decides requests that need a review: the venue itself, or an operator. */
  review: v.optional(v.picklist(["auto", "manual"]), "manual"),
  /** Times when the venue is not there, announced ahead, the next first. */
  maintenance: v.optional(
    v.array(v.object({ from_time: timeMs, to_time: timeMs, note: v.optional(shownText(200), "") })),
    () => [],
  ),
  /** Funds a new account is given, by currency: paper money, said so. */
  welcome: v.optional(v.record(nameText(24), decimalText), () => ({})),
});

/** One contact of the online service; arrives inside a JSON string. */
export const contact = v.object({
  name: v.string(),
  type: v.optional(v.string(), "link"),
  url: v.string(),
  icon: v.optional(v.string(), ""),
});

/** A number as PHP-like servers write it, too: 1, "1", true. */
const number = readAs(
  (value) =>
    typeof value === "boolean" || (typeof value === "string" && /^-?\d{1,9}$/.test(value))
      ? Number(value)
      : value,
  v.pipe(v.number(), v.finite()),
);

const decimals = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

/** What is known of a currency beyond this platform, where it does not change. */
const about = v.object({
  /** The year it first existed. */
  launched: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2008), v.maxValue(2100))),
  /** A chain's own coin, a token on another chain, or one that stands for a dollar. */
  kind: v.optional(v.picklist(["coin", "token", "stablecoin"])),
  /** More than this will never be, by its own rules. */
  max_supply: v.optional(amountText),
});

const currency = v.object({
  flag: nameText(24),
  name: shownText(60),
  icon: v.optional(nameText(2048), ""),
  /** Decimals of the smallest unit. */
  scale: v.optional(decimals(8), 8),
  status: v.optional(flag, 1),
  sort: v.optional(v.number(), 0),
  /** Its main market, empty for the quote currency itself. */
  symbol: v.optional(nameText(32), ""),
  price_precision: v.optional(decimals(18), 2),
  amount_precision: v.optional(decimals(18), 6),
  min_value: v.optional(amountText, "0"),
  fee: v.optional(v.object({ maker: amountText, taker: amountText }), { maker: "0", taker: "0" }),
  coin: v.optional(flag, 1),
  contract: v.optional(flag, 0),
  second: v.optional(flag, 0),
  about: v.optional(about),
});

/** A currency's identifier, as every server writes it. */
const isFlag = /^[A-Z0-9]{1,12}$/;

/** By flag; the specification's bare map of entries that may not repeat it is taken as well. */
function asCurrencyConf(value: unknown): unknown {
  const map = isRecord(value) && isRecord(value["currencyConf"]) ? value["currencyConf"] : value;
  if (!isRecord(map)) return value;
  const entries = Object.entries(map).filter(
    (entry): entry is [string, Record<string, unknown>] =>
      isFlag.test(entry[0]) && isRecord(entry[1]),
  );
  if (map === value && entries.length === 0 && Object.keys(map).length > 0) return value;
  return {
    currencyConf: Object.fromEntries(
      entries.map(([key, entry]) => [key, { flag: key, name: entry["flag"] ?? key, ...entry }]),
    ),
  };
}

const country = v.object({
  /** Country code (cca2). */
  title: nameText(16),
  /** Locale, with an underscore: `en_US`. */
  code: v.optional(nameText(35), "en-US"),
  iconurl: v.optional(nameText(2048), ""),
  isdefault: v.optional(number, 0),
  status: number,
  name: v.optional(shownText(80), ""),
  phone_code: v.optional(nameText(8), ""),
});

const banner = v.object({
  id: nameText(64),
  image: nameText(2048),
  link: nameText(2048),
  locale: nameText(35),
  sort: v.number(),
  status: v.number(),
  title: v.optional(shownText(200), ""),
  text: v.optional(shownText(2000), ""),
});

export type PlatformBase = v.InferOutput<typeof platformBase>;
export type Contact = v.InferOutput<typeof contact>;
export type Country = v.InferOutput<typeof country>;
export type Currency = v.InferOutput<typeof currency>;
export type Banner = v.InferOutput<typeof banner>;

export const platformEndpoints = {
  platBase: endpoint({
    method: "GET",
    path: "/api/auth/platBase",
    access: "visitor",
    public: true,
    refusals: [],
    summary:
      "What this platform is: name, paper mark, registration rules, odds of seconds contracts.",
    request: nothing,
    data: v.object({
      platformbase: platformBase,
      secondContractConf: v.optional(v.array(secondsConf), () => []),
    }),
  }),
  view: endpoint({
    method: "POST",
    path: "/api/auth/view",
    access: "visitor",
    refusals: [],
    summary: "View configuration by key; `onlineService` lists contacts as a JSON string.",
    request: v.object({
      keys: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(20)),
    }),
    data: v.object({ onlineService: v.optional(v.object({ list: v.string() })) }),
  }),
  language: endpoint({
    method: "GET",
    path: "/api/auth/language",
    access: "visitor",
    public: true,
    refusals: [],
    summary: "Countries with their language; only status 1 is offered.",
    request: nothing,
    data: v.array(country),
  }),
  currencyConf: endpoint({
    method: "GET",
    path: "/api/auth/getCurrencyConf",
    access: "visitor",
    public: true,
    refusals: [],
    summary: "Every currency with its scale, main market and fees.",
    request: nothing,
    data: readAs(asCurrencyConf, v.object({ currencyConf: v.record(nameText(24), currency) })),
  }),
  banner: endpoint({
    method: "GET",
    path: "/api/auth/banner",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [],
    summary: "Announcements for the home screen.",
    // The specification names no form of it; what is no list of banners is none.
    request: nothing,
    data: v.fallback(v.array(banner), []),
  }),
};
