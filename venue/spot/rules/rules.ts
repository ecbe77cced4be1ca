import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, maxMinor, parseAmount } from "#protocol/wire/amount.ts";
import type { OrderType, TimeInForce } from "#protocol/api/spot.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import {
  type MarketScales,
  minorToLots,
  reserveOf,
  type Side,
  valueDown,
  valueUp,
} from "#protocol/rules/spot-fill.ts";
import type { SourceHealth, SymbolSpec, Ticker } from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import { checkFields, checkPrices, type OrderPrices, type PriceDraft } from "./price-rules.ts";

/** What a person asked for, as decimal strings. */
export interface OrderDraft extends PriceDraft {
  amount: string | null;
  value: string | null;
}

/** What the market says at this moment. Scales are decimals of the currencies' minor units. */
export interface PlacementFacts {
  spec: SymbolSpec | undefined;
  /** The source lists anything at all; without it an unknown symbol tells nothing. */
  hasSymbols: boolean;
  health: SourceHealth["state"];
  ticker: Ticker | undefined;
  /** Undefined where the venue does not keep such a currency. */
  baseScale: number | undefined;
  quoteScale: number | undefined;
}

/** An order that may stand if the balance covers it. Amounts in minor units, prices in ticks. */
export interface Placement extends OrderPrices {
  spec: SymbolSpec;
  baseScale: number;
  quoteScale: number;
  side: Side;
  type: OrderType;
  tif: TimeInForce;
  amount: bigint | null;
  value: bigint | null;
  /** The currency that is set aside, and how much of it. */
  currency: string;
  freeze: bigint;
}

/** The decimals that no currency goes beyond. */
const finest = 8;

/** Facts with nothing missing. */
interface Open {
  spec: SymbolSpec;
  baseScale: number;
  quoteScale: number;
  last: bigint;
  ask: bigint;
}

/**
 * Checks an order in the order of rules.md, 3, and says what it sets aside. Sells: the amount. Buys
 * at a limit: price times amount, rounded up, since their fee comes out of what arrives. Other
 * buys: the value, or the amount at the worst price its walk may reach from the best ask or from
 * the stop price.
 * @throws Refusal unknownCurrency unknown symbol, notTradable not traded now, quantityMissing no
 *   quantity, invalidParameters a field that does not fit, too many decimals, too far from the
 *   market or too much, valueTooSmall too little; the field and the limit stand in its data
 */
export function checkPlacement(draft: OrderDraft, facts: PlacementFacts): Placement {
  const open = checkOpen(facts);
  const { spec, baseScale, quoteScale } = open;
  const quantity = checkQuantity(draft);
  const tif = checkFields(draft);
  const { amount, value } = checkDecimals(quantity, open);
  const prices = checkPrices(draft, { last: open.last, precision: spec.pricePrecision });
  const scales: MarketScales = {
    price: spec.pricePrecision,
    amount: spec.amountPrecision,
    base: baseScale,
    quote: quoteScale,
  };
  const lots = amount === null ? null : minorToLots(amount, scales);
  const worth =
    lots === null
      ? (value ?? 0n)
      : valueDown({ price: prices.price ?? prices.stopPrice ?? open.last, lots }, scales);
  checkMost(amount, worth, open);
  checkLeast(amount, { worth, field: quantity.by }, open);
  const { side, type } = draft;
  const placement = { spec, baseScale, quoteScale, side, type, tif, amount, value, ...prices };
  if (side === "sell") return { ...placement, currency: spec.base, freeze: amount ?? 0n };
  if (lots === null) return { ...placement, currency: spec.quote, freeze: worth };
  const freeze =
    prices.price === null
      ? reserveOf(lots, prices.stopPrice ?? open.ask, scales)
      : valueUp({ price: prices.price, lots }, scales);
  return { ...placement, currency: spec.quote, freeze };
}

/**
 * @throws Refusal insufficientBalance when what is available does not cover what the order sets
 *   aside
 */
export function checkBalance(
  { currency, freeze, baseScale, quoteScale, spec }: Placement,
  available: bigint,
): void {
  if (freeze <= available && freeze <= maxMinor) return;
  const scale = currency === spec.base ? baseScale : quoteScale;
  throw new Refusal(codes.insufficientBalance, {
    currency,
    needed: formatAmount(freeze, scale),
    available: formatAmount(available, scale),
  });
}

/** Whether a sell is more than its market lets through without a review; `over` in the base, as the operator wrote it. */
export function needsReview(
  { side, amount, baseScale }: Pick<Placement, "side" | "amount" | "baseScale">,
  over: string | undefined,
): boolean {
  if (side !== "sell" || over === undefined || amount === null) return false;
  return rescaleDown(amount, baseScale, finest) > (parseAmount(over, finest) ?? 0n);
}

function checkOpen(facts: PlacementFacts): Open {
  const { spec, health, ticker, baseScale, quoteScale } = facts;
  if (!spec && facts.hasSymbols) throw new Refusal(codes.unknownCurrency);
  if (health !== "live") throw new Refusal(codes.notTradable, { reason: health });
  if (!spec || spec.state !== "online")
    throw new Refusal(codes.notTradable, { reason: spec?.state ?? "halted" });
  if (!ticker || ticker.close <= 0) throw new Refusal(codes.notTradable, { reason: "no_price" });
  if (baseScale === undefined || quoteScale === undefined || spec.amountPrecision > baseScale)
    throw new Refusal(codes.notTradable, { reason: "not_kept" });
  const last = BigInt(ticker.close);
  return { spec, baseScale, quoteScale, last, ask: ticker.ask > 0 ? BigInt(ticker.ask) : last };
}

interface Quantity {
  by: "amount" | "value";
  text: string;
}

/** Buys without a limit are by one of the two, all else by amount. */
function checkQuantity({ side, type, amount, value }: OrderDraft): Quantity {
  if (amount !== null && value !== null)
    throw new Refusal(codes.invalidParameters, { fields: ["amount", "value"] });
  const isByEither = side === "buy" && (type === "market" || type === "stop-market");
  const by = amount === null && isByEither ? "value" : "amount";
  const text = by === "value" ? value : amount;
  if (text === null || /^[0.]+$/.test(text))
    throw new Refusal(codes.quantityMissing, { field: by });
  return { by, text };
}

/** Minor units; decimals beyond the symbol's are refused, never rounded. */
function checkDecimals(
  { by, text }: Quantity,
  { spec, baseScale, quoteScale }: Open,
): Pick<Placement, "amount" | "value"> {
  const [decimals, scale] =
    by === "value" ? [quoteScale, quoteScale] : [spec.amountPrecision, baseScale];
  const isFine = (text.split(".")[1] ?? "").length <= decimals;
  const minor = isFine ? parseAmount(text, scale) : undefined;
  if (minor === undefined) throw new Refusal(codes.invalidParameters, { decimals, field: by });
  return by === "value" ? { amount: null, value: minor } : { amount: minor, value: null };
}

function checkMost(
  amount: bigint | null,
  worth: bigint,
  { spec, baseScale, quoteScale }: Open,
): void {
  const maxAmount = parseAmount(spec.maxOrderAmount, baseScale);
  if (amount !== null && maxAmount !== undefined && amount > maxAmount)
    throw new Refusal(codes.invalidParameters, { max_amount: spec.maxOrderAmount });
  const max = parseAmount(spec.maxOrderValue, quoteScale);
  if (max !== undefined && worth > max)
    throw new Refusal(codes.invalidParameters, { max: spec.maxOrderValue });
}

function checkLeast(
  amount: bigint | null,
  { worth, field }: { worth: bigint; field: Quantity["by"] },
  { spec, baseScale, quoteScale }: Open,
): void {
  const minAmount = parseAmount(spec.minOrderAmount, baseScale);
  if (amount !== null && minAmount !== undefined && amount < minAmount)
    throw new Refusal(codes.valueTooSmall, { min_amount: spec.minOrderAmount });
  const min = parseAmount(spec.minOrderValue, quoteScale);
  if (min !== undefined && worth < min)
    throw new Refusal(codes.valueTooSmall, { min: spec.minOrderValue, field });
}
