import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { CoinOrder } from "#protocol/api/spot.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

export interface OrderReceipt {
  /** What arrived after the fee, decimal text; base for a buy, quote for a sell. */
  received: string;
  /** Of a sum to spend, what came back, in quote; null where nothing did, or where a quantity was wanted. */
  returned: string | null;
}

/** What an ended order brought, after its fee. */
export function receiptOf(
  order: Pick<CoinOrder, "side" | "value" | "filled_amount" | "filled_value" | "fee">,
): OrderReceipt {
  const gross = minor(order.side === "buy" ? order.filled_amount : order.filled_value);
  const rest = order.value === null ? 0n : minor(order.value) - minor(order.filled_value);
  return { received: text(gross - minor(order.fee)), returned: rest > 0n ? text(rest) : null };
}

/** Whether any of it filled. */
export function filledAny(order: Pick<CoinOrder, "filled_amount">): boolean {
  return /[1-9]/.test(order.filled_amount);
}

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? 0n;
}

function text(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
