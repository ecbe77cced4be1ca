import { formatAmount, maxMinor, parseAmount } from "#protocol/amount.ts";
import { type MarketScales, minorToLots, reserveOf, type Side, valueDown } from "#protocol/spot-fill.ts";
import type { SourceHealth, SymbolSpec, Ticker } from "../feed/market-source.ts";
import { Refusal } from "../store/refusal.ts";

/** What a person asked for, as decimal strings. */
export interface MarketDraft {
  side: Side;
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

/** An order that may stand if the balance covers it. Amounts in minor units. */
export interface Placement {
  spec: SymbolSpec;
  baseScale: number;
  quoteScale: number;
  amount: bigint | null;
  value: bigint | null;
  /** The currency that is set aside, and how much of it. */
  currency: string;
  freeze: bigint;
}

/** Facts with nothing missing. */
interface Open {
  spec: SymbolSpec;
  baseScale: number;
  quoteScale: number;
  last: bigint;
  ask: bigint;
}

/**
 * Checks a market order in the order of rules.md, 3, and says what it sets aside: a buy by value the
 * value, a sell the amount, a buy by amount the amount at the worst price its walk may reach.
 * @throws Refusal 300018 unknown symbol, 300010 not traded now, 300020 no quantity, 100005 too many
 * decimals or too much, 300021 too little; the limit stands in its data
 */
export function checkPlacement(draft: MarketDraft, facts: PlacementFacts): Placement {
  const open = checkOpen(facts);
  const { spec, baseScale, quoteScale } = open;
  const quantity = checkQuantity(draft);
  if (quantity.by === "value") {
    const value = checkDecimals(quantity.text, quoteScale, quoteScale);
    checkValue(value, open);
    return { spec, baseScale, quoteScale, amount: null, value, currency: spec.quote, freeze: value };
  }
  const amount = checkDecimals(quantity.text, spec.amountPrecision, baseScale);
  checkAmount(amount, open);
  const scales = scalesOf(open);
  const lots = minorToLots(amount, scales);
  checkValue(valueDown({ price: open.last, lots }, scales), open);
  const placement = { spec, baseScale, quoteScale, amount, value: null };
  if (draft.side === "sell") return { ...placement, currency: spec.base, freeze: amount };
  return { ...placement, currency: spec.quote, freeze: reserveOf(lots, open.ask, scales) };
}

/** @throws Refusal 300008 when what is available does not cover what the order sets aside */
export function checkBalance({ currency, freeze, baseScale, quoteScale, spec }: Placement, available: bigint): void {
  if (freeze <= available && freeze <= maxMinor) return;
  const scale = currency === spec.base ? baseScale : quoteScale;
  throw new Refusal(300008, { currency, needed: formatAmount(freeze, scale), available: formatAmount(available, scale) });
}

function checkOpen(facts: PlacementFacts): Open {
  const { spec, health, ticker, baseScale, quoteScale } = facts;
  if (!spec && facts.hasSymbols) throw new Refusal(300018);
  if (health !== "live") throw new Refusal(300010, { reason: health });
  if (!spec || spec.state !== "online") throw new Refusal(300010, { reason: spec?.state ?? "halted" });
  if (!ticker || ticker.close <= 0) throw new Refusal(300010, { reason: "no_price" });
  if (baseScale === undefined || quoteScale === undefined || spec.amountPrecision > baseScale) throw new Refusal(300010, { reason: "not_kept" });
  const last = BigInt(ticker.close);
  return { spec, baseScale, quoteScale, last, ask: ticker.ask > 0 ? BigInt(ticker.ask) : last };
}

/** Sells are by amount, buys by one of the two. */
function checkQuantity({ side, amount, value }: MarketDraft): { by: "amount" | "value"; text: string } {
  if (amount !== null && value !== null) throw new Refusal(100005, { fields: ["amount", "value"] });
  const by = amount === null && side === "buy" ? "value" : "amount";
  const text = by === "value" ? value : amount;
  if (text === null || /^[0.]+$/.test(text)) throw new Refusal(300020, { field: by });
  return { by, text };
}

/** Minor units; decimals beyond the symbol's are refused, never rounded. */
function checkDecimals(text: string, decimals: number, scale: number): bigint {
  const isFine = (text.split(".")[1] ?? "").length <= decimals;
  const minor = isFine ? parseAmount(text, scale) : undefined;
  if (minor === undefined) throw new Refusal(100005, { decimals });
  return minor;
}

function checkAmount(amount: bigint, { spec, baseScale }: Open): void {
  const max = parseAmount(spec.maxOrderAmount, baseScale);
  if (max !== undefined && amount > max) throw new Refusal(100005, { max_amount: spec.maxOrderAmount });
  const min = parseAmount(spec.minOrderAmount, baseScale);
  if (min !== undefined && amount < min) throw new Refusal(300021, { min_amount: spec.minOrderAmount });
}

function checkValue(value: bigint, { spec, quoteScale }: Open): void {
  const max = parseAmount(spec.maxOrderValue, quoteScale);
  if (max !== undefined && value > max) throw new Refusal(100005, { max: spec.maxOrderValue });
  const min = parseAmount(spec.minOrderValue, quoteScale);
  if (min !== undefined && value < min) throw new Refusal(300021, { min: spec.minOrderValue });
}

function scalesOf({ spec, baseScale, quoteScale }: Open): MarketScales {
  return { price: spec.pricePrecision, amount: spec.amountPrecision, base: baseScale, quote: quoteScale };
}
