import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { decimalText } from "#protocol/amount.ts";
import { shownText } from "#protocol/endpoint.ts";
import { formatAmount } from "../../lib/format.ts";

const schema = v.object({
  available: v.fallback(v.optional(v.union([v.pipe(v.number(), v.safeInteger()), v.string()])), undefined),
  reason: v.fallback(v.optional(shownText(200)), undefined),
  field: v.fallback(v.optional(shownText(40)), undefined),
  max: v.fallback(v.optional(decimalText), undefined),
  max_price: v.fallback(v.optional(decimalText), undefined),
  min_price: v.fallback(v.optional(decimalText), undefined),
});

/** Why a write about a position was refused, where contracts have their own words for it; undefined where the code's or the coin's do. */
export function positionRefusalText(status: number, data: unknown, locale: string): MessageDescriptor | undefined {
  const parsed = v.safeParse(schema, data ?? {});
  const { available, reason, field, max, max_price: maxPrice, min_price: minPrice } = parsed.success ? parsed.output : {};
  const plain = (text: string) => formatAmount(text, locale);
  if (status === 300014) return msg`This position is closed already.`;
  if (status === 300015) {
    if (available !== undefined) return msg`Only ${String(available)} contracts are free to close: the others wait in a closing order. Cancel that first, or close fewer.`;
    if (reason === "liquidating" || reason === "liquidation") return msg`The position is locked: it is being liquidated.`;
    return reason === undefined ? msg`The position is locked and cannot be closed.` : msg`The position is locked: ${reason}.`;
  }
  if (status === 300020) return msg`Enter how many contracts.`;
  if (status !== 100005) return undefined;
  if (field === "tp_trigger_price") return msg`The take profit lies on the wrong side of the market, or has too many decimals.`;
  if (field === "sl_trigger_price") return msg`The stop loss lies on the wrong side of the market, or has too many decimals.`;
  if (maxPrice !== undefined) return msg`The price is too high: at most ${plain(maxPrice)} now.`;
  if (minPrice !== undefined) return msg`The price is too low: at least ${plain(minPrice)} now.`;
  return max === undefined ? undefined : msg`At most ${plain(max)} can be taken out.`;
}
