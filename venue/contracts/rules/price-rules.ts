/** What an order or a position may say in prices (rules.md, 4). */
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parsePrice } from "#protocol/wire/amount.ts";
import type { Direction, Price } from "#protocol/rules/contracts/contract-worth.ts";
import { limitBand } from "#protocol/rules/contracts/limit-band.ts";
import { pow10 } from "#protocol/wire/rounding.ts";
import { Refusal } from "../../store/refusal.ts";

export type PriceField = "price" | "tp_trigger_price" | "sl_trigger_price";

/**
 * Ticks of a price.
 * @throws Refusal invalidParameters with the decimals or the least price in its data
 */
function readTicks(field: PriceField, text: string, precision: number): bigint {
  const isFine = (text.split(".")[1] ?? "").length <= precision;
  const ticks = isFine ? parsePrice(text, precision) : undefined;
  if (ticks === undefined)
    throw new Refusal(codes.invalidParameters, { decimals: precision, field });
  if (ticks === 0n)
    throw new Refusal(codes.invalidParameters, { min: formatAmount(1n, precision), field });
  return ticks;
}

/**
 * The limit of an order, null for a market order.
 * @throws Refusal invalidParameters where it has one and should not or has none and should, or lies
 *   beyond the band round the mark price
 */
export function checkLimit(
  { order_type, price }: { order_type: "market" | "limit"; price: string | null },
  mark: Price,
  precision: number,
): bigint | null {
  if ((price !== null) !== (order_type === "limit"))
    throw new Refusal(codes.invalidParameters, { fields: ["price"] });
  if (price === null) return null;
  const ticks = readTicks("price", price, precision);
  const { most, least } = limitBand(mark, precision);
  if (ticks > most)
    throw new Refusal(codes.invalidParameters, { max_price: formatAmount(most, precision) });
  if (ticks < least)
    throw new Refusal(codes.invalidParameters, { min_price: formatAmount(least, precision) });
  return ticks;
}

export interface TriggerDraft {
  tp_trigger_price: string | null;
  sl_trigger_price: string | null;
}

export interface Triggers {
  tp: bigint | null;
  sl: bigint | null;
}

/**
 * Take profit on the winning side of a price, stop loss on the losing one: of the price that
 * triggers, or of the limit at which the position is yet to come about.
 * @throws Refusal invalidParameters with the field and the price that it must lie above or below
 */
export function checkTriggers(
  { tp_trigger_price, sl_trigger_price }: TriggerDraft,
  direction: Direction,
  from: Price,
  precision: number,
): Triggers {
  const read = (field: PriceField, text: string | null, isAbove: boolean): bigint | null => {
    if (text === null) return null;
    const ticks = readTicks(field, text, precision);
    const [at, of] = [ticks * pow10(from.scale - precision), from.value];
    if (isAbove ? at > of : at < of) return ticks;
    throw new Refusal(codes.invalidParameters, {
      field,
      [isAbove ? "above" : "below"]: formatAmount(from.value, from.scale),
    });
  };
  return {
    tp: read("tp_trigger_price", tp_trigger_price, direction === "buy"),
    sl: read("sl_trigger_price", sl_trigger_price, direction === "sell"),
  };
}
