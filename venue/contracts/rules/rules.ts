import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import {
  contractRates,
  type Opening,
  type Quoted,
  reservePrice,
} from "#protocol/rules/contracts/contract-open.ts";
import { leverages, maxNotional, tierFor } from "#protocol/rules/contracts/contract-tiers.ts";
import {
  type ContractTerms,
  costOf,
  costScale,
  type Direction,
  moneyScale,
  orderCost,
  type Price,
  volumeWithin,
} from "#protocol/rules/contracts/contract-worth.ts";
import { freeLeverage, leverageRiskVersion } from "#protocol/api/contracts.ts";
import { divideUp, pow10, rescaleUp } from "#protocol/wire/rounding.ts";
import type { SourceHealth, Ticker } from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import type { ContractMarket } from "../records/contract-market.ts";
import type { Exposure } from "../records/list-rows.ts";
import { checkLimit, checkTriggers, type TriggerDraft, type Triggers } from "./price-rules.ts";

/** What a person asked for. */
export interface OpeningDraft extends TriggerDraft {
  direction: Direction;
  lever_rate: number;
  volume: number;
  order_type: "market" | "limit";
  price: string | null;
  trigger_by: "mark" | "last";
}

/** What the market says at this moment. */
export interface MarketFacts {
  market: ContractMarket | undefined;
  /** The source lists anything at all; without it an unknown contract tells nothing. */
  hasSymbols: boolean;
  health: SourceHealth["state"];
  ticker: Ticker | undefined;
  mark: Price | null;
}

/** A market in which orders may be given. */
export interface OpenMarket extends ContractMarket {
  mark: Price;
  /** Ticks. */
  last: bigint;
  quotes: Quoted;
}

/** The facts of the user that the rules need. */
export interface TraderFacts {
  /** Version of the risk of leverage that was acknowledged, 0 for none. */
  riskAck: number;
  exposures: readonly Exposure[];
}

/** An order that may stand if the balance covers it. */
export interface Placement extends Opening, Triggers {
  market: OpenMarket;
  triggerBy: "mark" | "last";
  /** What is reckoned with at this price is set aside. */
  reserveAt: bigint;
  freeze: bigint;
  /** The most contracts that the tiers leave room for. */
  room: bigint;
}

/** @throws Refusal unknownCurrency where the source lists contracts, but not this one */
export function checkKnown({ market, hasSymbols }: MarketFacts): void {
  if (!market && hasSymbols) throw new Refusal(codes.unknownCurrency);
}

/**
 * Whether the contract may be traded now.
 * @throws Refusal notTradable with the reason
 */
export function checkMarket({ market, health, ticker, mark }: MarketFacts): OpenMarket {
  if (health !== "live") throw new Refusal(codes.notTradable, { reason: health });
  if (!market || market.spec.state !== "online")
    throw new Refusal(codes.notTradable, { reason: market?.spec.state ?? "halted" });
  if (!ticker || ticker.close <= 0 || !mark)
    throw new Refusal(codes.notTradable, { reason: "no_price" });
  const quote = (ticks: number) => (ticks > 0 ? BigInt(ticks) : undefined);
  return {
    ...market,
    mark,
    last: BigInt(ticker.close),
    quotes: { bid: quote(ticker.bid), ask: quote(ticker.ask) },
  };
}

/**
 * Checks an order to open, and says what it sets aside.
 * @throws Refusal those of {@link checkMarket}; quantityMissing no contracts; invalidParameters a
 *   price that does not fit, more than any tier holds; noSuchLeverage no such leverage;
 *   valueTooSmall too little; illegalLeverage as {@link checkLeverage}; the limit stands in its
 *   data
 */
export function checkOpening(
  draft: OpeningDraft,
  facts: MarketFacts,
  trader: TraderFacts,
): Placement {
  const market = checkMarket(facts);
  const { spec, mark, terms, quotes } = market;
  const { direction, lever_rate: leverage, trigger_by: triggerBy } = draft;
  if (draft.volume <= 0) throw new Refusal(codes.quantityMissing, { field: "volume" });
  const limit = checkLimit(draft, mark, spec.pricePrecision);
  const volume = BigInt(draft.volume);
  checkListed(leverage);
  const reserveAt = reservePrice({ direction, limit }, quotes);
  const at = limit ?? (direction === "buy" ? quotes.ask : quotes.bid);
  if (reserveAt === undefined || at === undefined)
    throw new Refusal(codes.notTradable, { reason: "no_price" });
  checkLeast(volume, at, market);
  const held = notionalOf(trader.exposures, direction, market);
  checkLeverage({ leverage, notional: held + money(costOf(volume, at, terms)) }, trader, {
    at,
    held,
    terms,
  });
  const from: Price =
    limit === null ? triggerPrice(market, triggerBy) : { value: limit, scale: spec.pricePrecision };
  const triggers = checkTriggers(draft, direction, from, spec.pricePrecision);
  return {
    direction,
    leverage,
    limit,
    volume,
    market,
    triggerBy,
    ...triggers,
    reserveAt,
    freeze: orderCost(costOf(volume, reserveAt, terms), leverage, contractRates.taker).frozen,
    room: roomFor(leverage, { at, held, terms }),
  };
}

/**
 * @throws Refusal insufficientBalance when what is available does not cover what the order sets
 *   aside
 */
export function checkBalance(placement: Placement, available: bigint): void {
  const {
    freeze,
    market: { spec },
  } = placement;
  if (freeze <= available) return;
  throw new Refusal(codes.insufficientBalance, {
    currency: spec.quote,
    needed: formatAmount(freeze, moneyScale),
    available: formatAmount(available, moneyScale),
    max_volume: Number(mostVolume(placement, available)),
  });
}

/** The most contracts of this order that balance and tiers allow. */
export function mostVolume(
  { market, leverage, reserveAt, room }: Placement,
  available: bigint,
): bigint {
  const covered = volumeWithin(available, reserveAt, leverage, contractRates.taker, market.terms);
  return covered < room ? covered : room;
}

/** The price that triggers, at this moment. */
export function triggerPrice({ mark, last, spec }: OpenMarket, by: "mark" | "last"): Price {
  return by === "mark" ? mark : { value: last, scale: spec.pricePrecision };
}

/** @throws Refusal noSuchLeverage with those that there are */
export function checkListed(leverage: number): void {
  if (!leverages.some((one) => one === leverage))
    throw new Refusal(codes.noSuchLeverage, { allowed: [...leverages] });
}

/**
 * @throws Refusal illegalLeverage where a leverage of this height needs an acknowledgement that
 *   there is not
 */
export function checkAcknowledged(leverage: number, riskAck: number): void {
  if (leverage > freeLeverage && riskAck < leverageRiskVersion)
    throw new Refusal(codes.illegalLeverage, { ack: leverageRiskVersion, max: freeLeverage });
}

/** Notional of what stands on one side of a contract, rounded up; a market order's at the price of the moment. */
export function notionalOf(
  exposures: readonly Exposure[],
  direction: Direction,
  { terms, quotes, last }: Pick<OpenMarket, "terms" | "quotes" | "last">,
): bigint {
  const now = (direction === "buy" ? quotes.ask : quotes.bid) ?? last;
  const cost = exposures
    .filter((one) => one.direction === direction)
    .reduce(
      (sum, one) => sum + (one.isPosition ? one.cost : costOf(one.volume, one.price ?? now, terms)),
      0n,
    );
  return money(cost);
}

interface Room {
  /** Ticks. */
  at: bigint;
  /** Notional that stands already, money. */
  held: bigint;
  terms: ContractTerms;
}

/**
 * @throws Refusal illegalLeverage with `ack`, with the leverage that stands on the contract, or
 *   with the highest for this notional; invalidParameters with the most contracts where no leverage
 *   would do
 */
function checkLeverage(
  { leverage, notional }: { leverage: number; notional: bigint },
  { riskAck, exposures }: TraderFacts,
  room: Room,
): void {
  const other = exposures.find((one) => one.lever_rate !== leverage);
  if (other) throw new Refusal(codes.illegalLeverage, { lever_rate: other.lever_rate });
  checkAcknowledged(leverage, riskAck);
  if (notional > maxNotional)
    throw new Refusal(codes.invalidParameters, {
      field: "volume",
      max_volume: Number(roomFor(1, room)),
      max_notional: trimZeros(formatAmount(maxNotional, moneyScale)),
    });
  const { maxLeverage } = tierFor(notional);
  if (leverage > maxLeverage)
    throw new Refusal(codes.illegalLeverage, {
      max: maxLeverage,
      max_volume: Number(roomFor(leverage, room)),
    });
}

function roomFor(leverage: number, { at, held, terms }: Room): bigint {
  const one = costOf(1n, at, terms);
  const left = (capFor(leverage) - held) * pow10(costScale - moneyScale);
  return left > 0n && one > 0n ? left / one : 0n;
}

/** The highest notional that a leverage may have. */
function capFor(leverage: number): bigint {
  let cap = 0n;
  for (
    let tier = tierFor(0n);
    tier.maxLeverage >= leverage && tier.cap !== cap;
    tier = tierFor(cap + 1n)
  )
    cap = tier.cap;
  return cap;
}

function checkLeast(volume: bigint, at: bigint, { spec, terms }: OpenMarket): void {
  const min = parseAmount(spec.minOrderValue, moneyScale);
  const worth = costOf(volume, at, terms);
  if (min === undefined || money(worth) >= min) return;
  const minVolume = divideUp(min * pow10(costScale - moneyScale), costOf(1n, at, terms));
  throw new Refusal(codes.valueTooSmall, {
    min: spec.minOrderValue,
    min_volume: Number(minVolume),
    field: "volume",
  });
}

function money(cost: bigint): bigint {
  return rescaleUp(cost, costScale, moneyScale);
}
