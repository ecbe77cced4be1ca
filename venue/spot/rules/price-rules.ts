/** What an order may say beside its quantity (rules.md, 3). Prices in ticks. */
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parseAmount, parsePrice } from "#protocol/wire/amount.ts";
import type { OrderType, TimeInForce } from "#protocol/api/spot.ts";
import type { Side } from "#protocol/rules/spot-fill.ts";
import { divideUp, pow10 } from "#protocol/wire/rounding.ts";
import { coinBands } from "../../platform/coin-terms.ts";
import { Refusal } from "../../store/refusal.ts";

/** The prices and conditions of an order, as it was asked for. */
export interface PriceDraft {
  side: Side;
  type: OrderType;
  tif: TimeInForce | null;
  price: string | null;
  stop_price: string | null;
  operator: "gte" | "lte" | null;
}

export interface OrderPrices {
  price: bigint | null;
  stopPrice: bigint | null;
  operator: "gte" | "lte" | null;
}

/** The present price and the decimals of its ticks. */
interface MarketNow {
  last: bigint;
  precision: number;
}

const bandScale = 8;
const bands = {
  buy: parseAmount(coinBands.buyBelow, bandScale) ?? 0n,
  sell: parseAmount(coinBands.sellAbove, bandScale) ?? 0n,
};

const takes: Record<OrderType, { price: boolean; stop: boolean; tifs: readonly TimeInForce[] }> = {
  market: { price: false, stop: false, tifs: ["ioc"] },
  limit: { price: true, stop: false, tifs: ["gtc", "ioc", "fok", "post_only"] },
  "stop-limit": { price: true, stop: true, tifs: ["gtc", "ioc", "fok"] },
  "stop-market": { price: false, stop: true, tifs: ["ioc"] },
};

/**
 * Holds an order to the fields that its type has, all of them and no other: what would have to be
 * overlooked may have been meant.
 * @returns its time in force, where it says none the first of its type
 * @throws Refusal invalidParameters with the fields in its data
 */
export function checkFields({ type, tif, price, stop_price, operator }: PriceDraft): TimeInForce {
  const { price: hasPrice, stop: hasStop, tifs } = takes[type];
  const wrong = [
    (price !== null) !== hasPrice && "price",
    (stop_price !== null) !== hasStop && "stop_price",
    (operator !== null) !== hasStop && "operator",
    tif !== null && !tifs.includes(tif) && "tif",
  ].filter((field) => field !== false);
  if (wrong.length > 0) throw new Refusal(codes.invalidParameters, { fields: wrong });
  return tif ?? tifs[0] ?? "gtc";
}

/**
 * Reads the prices. A limit may lie beyond the market only as far as its band, a stop's limit
 * beyond its own stop price; a stop that the present price reaches already would not be one.
 * @throws Refusal invalidParameters with the decimals, the limit of the band, or `triggers_at_once`
 *   in its data
 */
export function checkPrices(draft: PriceDraft, { last, precision }: MarketNow): OrderPrices {
  const price = readPrice("price", draft.price, precision);
  const stopPrice = readPrice("stop_price", draft.stop_price, precision);
  const { side, operator } = draft;
  if (stopPrice !== null && (operator === "gte" ? last >= stopPrice : last <= stopPrice)) {
    throw new Refusal(codes.invalidParameters, {
      reason: "triggers_at_once",
      last: formatAmount(last, precision),
    });
  }
  if (price !== null) checkBand(side, price, { last: stopPrice ?? last, precision });
  return { price, stopPrice, operator };
}

function readPrice(
  field: "price" | "stop_price",
  text: string | null,
  precision: number,
): bigint | null {
  if (text === null) return null;
  const isFine = (text.split(".")[1] ?? "").length <= precision;
  const ticks = isFine ? parsePrice(text, precision) : undefined;
  if (ticks === undefined)
    throw new Refusal(codes.invalidParameters, { decimals: precision, field });
  if (ticks === 0n)
    throw new Refusal(codes.invalidParameters, { min: formatAmount(1n, precision), field });
  return ticks;
}

function checkBand(side: Side, price: bigint, { last, precision }: MarketNow): void {
  const whole = pow10(bandScale);
  if (side === "buy") {
    const most = (last * bands.buy) / whole;
    if (price > most)
      throw new Refusal(codes.invalidParameters, { max_price: formatAmount(most, precision) });
  } else {
    const least = divideUp(last * bands.sell, whole);
    if (price < least)
      throw new Refusal(codes.invalidParameters, { min_price: formatAmount(least, precision) });
  }
}
