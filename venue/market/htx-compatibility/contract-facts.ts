/** Facts of contracts that both generations of HTX's paths have, each in its own envelope. */
import { limitBand } from "#protocol/rules/contracts/limit-band.ts";
import { tierRows } from "#protocol/rules/contracts/contract-tiers.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { bucketStart } from "../../feed/candle-buckets.ts";
import { fundingSeconds } from "../../feed/funding.ts";
import type { FundingSettled, Period } from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { readCandles } from "../quotes/market-reads.ts";
import {
  baseOf,
  type ContractSpec,
  contractsIn,
  integerField,
  invalidField,
  text,
  worthOf,
} from "./contract-call.ts";
import type { Asked } from "./htx-call.ts";

/** Decimals that a mark has more than ticks. */
const markDecimals = 2;
const latestMs = 4_102_444_800_000;
/** How far back liquidations reach where no time is given, as on HTX. */
const liquidationReachMs = 90 * 86_400_000;

/** Open interest is that of this venue's users; what was traded is the market's. */
export async function openInterestRow({ source, figures }: Asked, spec: ContractSpec) {
  const ticker = source.ticker(spec.symbol);
  if (!ticker) throw new SourceUnavailable(`no ticker of ${spec.symbol}`);
  const { contractCode } = spec.contract;
  const volume = (await figures.openInterest()).get(contractCode) ?? 0n;
  return {
    contract_code: contractCode,
    volume: String(volume),
    amount: baseOf(volume, spec),
    value: worthOf(volume, ticker.close, spec),
    trade_amount: text(ticker.amount, spec.amountPrecision),
    trade_volume: String(contractsIn(ticker.amount, spec)),
    trade_turnover: text(ticker.vol, spec.volPrecision),
  };
}

/** Steps between moments, and the candles whose opening prices value them. */
const interestSteps: Record<string, { seconds: number; period: Period }> = {
  "60min": { seconds: 3600, period: "60min" },
  "4hour": { seconds: 14_400, period: "4hour" },
  "12hour": { seconds: 43_200, period: "4hour" },
  "1day": { seconds: 86_400, period: "1day" },
};

/** Open interest at the last `size` beginnings of a period, newest first, worth what the last price was then. */
export async function openInterestHistory(
  { source, figures, query, now, caller }: Asked,
  spec: ContractSpec,
): Promise<object[]> {
  const name = query.get("period") ?? "";
  const step = Object.hasOwn(interestSteps, name) ? interestSteps[name] : undefined;
  if (!step) throw invalidField("period");
  const size = integerField(query, "size", 1, 200) ?? 48;
  const amountType = integerField(query, "amount_type", 1, 2) ?? 1;
  const nowSec = Math.floor(now / 1000);
  const day = bucketStart("1day", nowSec);
  const newest = day + Math.floor((nowSec - day) / step.seconds) * step.seconds;
  const moments = Array.from(
    { length: size },
    (_, back) => newest - (size - 1 - back) * step.seconds,
  );
  const candles = await readCandles(
    source,
    spec,
    step.period,
    {
      from: moments[0] ?? newest,
      to: newest,
    },
    { caller },
  );
  const prices = new Map(candles.map(({ id, open }) => [id, open]));
  const held = await figures.openInterestAt(spec.contract.contractCode, {
    first: (moments[0] ?? newest) * 1000,
    stepMs: step.seconds * 1000,
    count: size,
  });
  const rows = moments.map((moment, at) => {
    const volume = held[at] ?? 0n;
    const price = prices.get(moment) ?? 0;
    return {
      volume: amountType === 1 ? String(volume) : baseOf(volume, spec),
      amount_type: String(amountType),
      ts: String(moment * 1000),
      value: worthOf(volume, Math.round(price * 10 ** spec.pricePrecision), spec),
    };
  });
  return rows.toReversed();
}

/** The band of limit prices round the mark; none while there is no mark. */
export function priceLimits({ source }: Asked, { symbol, pricePrecision, contract }: ContractSpec) {
  const mark = source.mark(symbol);
  if (mark === undefined) return [];
  const band = limitBand(
    { value: BigInt(mark), scale: pricePrecision + markDecimals },
    pricePrecision,
  );
  const price = (ticks: bigint) => trimZeros(formatAmount(ticks, pricePrecision));
  return [
    {
      contract_code: contract.contractCode,
      high_limit: price(band.most),
      low_limit: price(band.least),
    },
  ];
}

/**
 * Tiers by leverage. Sizes are notionals in the quote currency, not contracts as on HTX: the venue's tiers
 * are notionals, and ccxt reads them as such.
 */
export function riskTiers() {
  return tierRows().map((tier, at) => ({
    lever_rate: tier.max_leverage,
    ladders: [
      {
        ladder: at,
        min_size: Number(tier.floor),
        max_size: Number(tier.cap),
        // HTX's factor is the maintenance margin rate times the leverage.
        adjust_factor: Number((Number(tier.mmr) * tier.max_leverage).toFixed(6)),
      },
    ],
  }));
}

/**
 * Settled rates within `start_time` and `end_time` (Unix ms, inclusive), newest first: the first `limit` from
 * `start_time` on, or without it the last ones.
 */
export async function settledRates(
  { source, query, caller }: Asked,
  { contract: { contractCode } }: ContractSpec,
  { limit, offset }: { limit: number; offset: number },
): Promise<FundingSettled[]> {
  if (query.has("from") || query.has("direct"))
    throw invalidField(query.has("from") ? "from" : "direct");
  const start = integerField(query, "start_time", 0, latestMs);
  const end = integerField(query, "end_time", 0, latestMs);
  const read = async (size: number, from: number) =>
    (await source.fundingHistory(contractCode, size, from, caller)).list;
  if (start === undefined && end === undefined) return read(limit, offset);
  const [newest, before] = await read(2, 0);
  if (!newest) return [];
  const interval = before ? newest.fundingTime - before.fundingTime : fundingSeconds * 1000;
  const first = end === undefined ? 0 : Math.ceil((newest.fundingTime - end) / interval);
  const last = start === undefined ? Infinity : Math.floor((newest.fundingTime - start) / interval);
  const from = Math.max(0, first, start === undefined ? 0 : last - limit + 1) + offset;
  if (last < from) return [];
  const rows = await read(Math.min(limit, last - from + 1), from);
  return rows.filter(
    ({ fundingTime }) =>
      fundingTime >= (start ?? 0) && fundingTime <= (end ?? Number.POSITIVE_INFINITY),
  );
}

/** Settlements with the index that they were settled at, as far as the source knows it. */
export async function settlementRows(
  asked: Asked,
  spec: ContractSpec,
  page: { limit: number; offset: number },
) {
  const settled = await settledRates(asked, spec, page);
  const [newest, oldest] = [settled[0], settled.at(-1)];
  if (!newest || !oldest) return [];
  const candles = await readCandles(
    asked.source,
    spec,
    "60min",
    { from: oldest.fundingTime / 1000, to: newest.fundingTime / 1000 },
    { priceType: "index", caller: asked.caller },
  );
  const indexes = new Map(candles.map(({ id, open }) => [id * 1000, open]));
  return settled.flatMap(({ contractCode, fundingTime }) => {
    const index = indexes.get(fundingTime);
    return index === undefined
      ? []
      : [
          {
            id: settlementId(fundingTime),
            contract_code: contractCode,
            settlement_time: String(fundingTime),
            clawback_ratio: "0",
            settlement_price: text(
              Math.round(index * 10 ** spec.pricePrecision),
              spec.pricePrecision,
            ),
          },
        ];
  });
}

/** Settlements are numbered by their period. */
export function settlementId(fundingTime: number): string {
  return String(Math.floor(fundingTime / (fundingSeconds * 1000)));
}

/** Liquidations within `start_time` and `end_time`, newest first. */
export async function liquidationRows(
  { figures, query, now }: Asked,
  spec: ContractSpec,
  limit: number,
) {
  const to = integerField(query, "end_time", 0, latestMs) ?? now;
  const from = integerField(query, "start_time", 0, latestMs) ?? to - liquidationReachMs;
  const { contractCode } = spec.contract;
  const rows = await figures.liquidations(contractCode, { from, to, limit });
  return rows.map(({ id, time, position, volume, price, turnover }) => ({
    id: String(id),
    contract_code: contractCode,
    liquidation_time: String(time),
    side: position === "long" ? "sell" : "buy",
    position_side: position,
    volume: String(volume),
    amount: baseOf(volume, spec),
    bankrupt_price: price,
    trade_turnover: turnover,
  }));
}
