import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { shownText } from "#protocol/api/endpoint.ts";
import { formatAmount } from "../../../lib/format.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { contractRefusalText } from "./contract-refusal-messages.ts";

const schema = v.object({
  available: v.fallback(
    v.optional(v.union([v.pipe(v.number(), v.safeInteger()), v.string()])),
    undefined,
  ),
  reason: v.fallback(v.optional(shownText(200)), undefined),
  field: v.fallback(v.optional(shownText(40)), undefined),
  above: v.fallback(v.optional(decimalText), undefined),
  below: v.fallback(v.optional(decimalText), undefined),
  max: v.fallback(v.optional(decimalText), undefined),
  max_price: v.fallback(v.optional(decimalText), undefined),
  min_price: v.fallback(v.optional(decimalText), undefined),
});

/** Why a write about a position was refused, where contracts have their own words for it; undefined where the code's or the coin's do. */
export function positionRefusalText(
  status: number,
  data: unknown,
  locale: string,
): MessageDescriptor | undefined {
  const parsed = v.safeParse(schema, data ?? {});
  const {
    available,
    reason,
    field,
    above,
    below,
    max,
    max_price: maxPrice,
    min_price: minPrice,
  } = parsed.success ? parsed.output : {};
  const plain = (text: string) => formatAmount(text, locale);
  if (status === codes.noSuchOrder) return msg`This position is closed already.`;
  if (status === codes.positionLocked) {
    if (available !== undefined)
      return msg`Only ${String(available)} contracts are free to close: the others wait in a closing order. Cancel that first, or close fewer.`;
    if (reason === "liquidating" || reason === "liquidation")
      return msg`The position is locked: it is being liquidated.`;
    return reason === undefined
      ? msg`The position is locked and cannot be closed.`
      : msg`The position is locked: ${reason}.`;
  }
  if (status === codes.deductionFailed && max !== undefined)
    return msg`At most ${plain(max)} can be taken out: the rest is the margin it was opened with, or covers its loss.`;
  if (status === codes.quantityMissing) return msg`Enter how many contracts.`;
  if (status !== codes.invalidParameters) return undefined;
  const isTp = field === "tp_trigger_price";
  if (isTp || field === "sl_trigger_price") {
    if (above !== undefined)
      return isTp
        ? msg`The take profit must lie above ${plain(above)} now.`
        : msg`The stop loss must lie above ${plain(above)} now.`;
    if (below !== undefined)
      return isTp
        ? msg`The take profit must lie below ${plain(below)} now.`
        : msg`The stop loss must lie below ${plain(below)} now.`;
    return isTp
      ? msg`The take profit is no price of this market.`
      : msg`The stop loss is no price of this market.`;
  }
  if (maxPrice !== undefined) return msg`The price is too high: at most ${plain(maxPrice)} now.`;
  if (minPrice !== undefined) return msg`The price is too low: at least ${plain(minPrice)} now.`;
  return undefined;
}

/** Why the venue refused something about a position, in words, with the limit that was met. */
export function usePositionRefusalText(): (refusal: { status: number; data: unknown }) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }) =>
    i18n._(
      positionRefusalText(status, data, i18n.locale) ??
        contractRefusalText(status, data, { locale: i18n.locale, hidden }),
    );
}
