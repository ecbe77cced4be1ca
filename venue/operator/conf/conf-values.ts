import * as v from "valibot";
import { amountText, parseAmount } from "#protocol/wire/amount.ts";
import { isRecord } from "#protocol/api/endpoint.ts";
import type { ConfKey } from "#protocol/api/operator.ts";
import { readContacts } from "../../settings/contacts.ts";
import type { Settings } from "../../settings/settings.ts";
import { networksOf } from "../../settings/channel-networks.ts";

/** What a setting that may change while the venue runs must be. */
export interface ConfValues {
  review: Settings["review"];
  /** Seconds. */
  review_after: number;
  /** Currencies whose withdrawals are paused, as `USDT` or of one network as `USDT:TRC20`; `*` is every one. */
  withdrawals_paused: string[];
  /** Odds of open orders are stored with them: this is for new ones. */
  seconds_conf: Settings["secondsConf"][number][];
  contacts: Settings["contacts"][number][];
  /** Announced ahead in the app, UTC. */
  maintenance: Settings["maintenance"][number][];
  worker: Settings["worker"];
}

const weekSec = 604_800;

/** An amount above nothing, in USDT. */
const stake = v.pipe(
  amountText,
  v.check((text) => (parseAmount(text, 8) ?? 0n) > 0n),
);

const secondsRow = v.pipe(
  v.strictObject({
    symbol: v.pipe(v.string(), v.regex(/^(\*|[a-z0-9]{2,24})$/)),
    time: v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(3600)),
    /** Above nothing, and at most ten times the stake. */
    odds: v.pipe(
      amountText,
      v.check((text) => within(text, 1n, 10n * 10n ** 8n)),
    ),
    min: stake,
    max: stake,
    enabled: v.picklist([0, 1]),
  }),
  v.check(({ min, max }) => (parseAmount(min, 8) ?? 0n) <= (parseAmount(max, 8) ?? 0n)),
);

const secondsRows = v.pipe(
  v.array(secondsRow),
  v.minLength(1),
  v.maxLength(200),
  v.check(
    (rows) => new Set(rows.map(({ symbol, time }) => `${symbol} ${time}`)).size === rows.length,
  ),
);

const pause = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => {
    const [flag = "", network, more] = text.split(":");
    if (text === "*") return true;
    return (
      /^[A-Z0-9]{1,12}$/.test(flag) &&
      more === undefined &&
      (network === undefined || networksOf(flag).includes(network))
    );
  }),
);

/** A minute of UTC, such as 2026-12-01T22:00Z. */
const minute = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/),
  v.check((text) => Number.isFinite(Date.parse(text))),
);

const maintenance = v.pipe(
  v.strictObject({ from: minute, to: minute, note: v.pipe(v.string(), v.maxLength(200)) }),
  v.check(({ from, to }) => Date.parse(from) < Date.parse(to)),
);

const schemas = {
  maintenance: v.pipe(v.array(maintenance), v.maxLength(10)),
  worker: v.picklist(["on", "off"]),
  review: v.picklist(["auto", "manual"]),
  review_after: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(weekSec)),
  withdrawals_paused: v.pipe(v.array(pause), v.maxLength(500)),
  seconds_conf: secondsRows,
  // The same reader as for the environment's.
  contacts: v.pipe(
    v.array(v.custom<Record<string, unknown>>(isRecord)),
    v.maxLength(20),
    v.transform((list) => readContacts(JSON.stringify(list))),
    v.array(
      v.strictObject({
        name: v.pipe(v.string(), v.maxLength(80)),
        type: v.pipe(v.string(), v.maxLength(20)),
        url: v.pipe(v.string(), v.maxLength(500)),
        icon: v.pipe(v.string(), v.maxLength(500)),
      }),
    ),
  ),
};

/** The value of a setting, or `undefined` where it is none of its kind. */
export function readConfValue<Key extends ConfKey>(
  key: Key,
  value: unknown,
): ConfValues[Key] | undefined {
  const parsed = v.safeParse(schemas[key], value);
  return parsed.success ? (parsed.output as ConfValues[Key]) : undefined;
}

function within(text: string, least: bigint, most: bigint): boolean {
  const minor = parseAmount(text, 8) ?? -1n;
  return minor >= least && minor <= most;
}
