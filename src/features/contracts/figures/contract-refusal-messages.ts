import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { nameText, shownText } from "#protocol/api/endpoint.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatAmount, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { closedText } from "../../trade/ticket/closed-messages.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";

const decimal = v.fallback(v.optional(decimalText), undefined);
const count = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), undefined);

/** The limits that refusals of contracts name in their data. */
const schema = v.object({
  min_price: decimal,
  max_price: decimal,
  above: decimal,
  below: decimal,
  min: decimal,
  needed: decimal,
  available: decimal,
  max: count,
  ack: count,
  lever_rate: count,
  min_volume: count,
  max_volume: count,
  max_open: count,
  decimals: count,
  allowed: v.fallback(v.optional(v.array(v.pipe(v.number(), v.safeInteger()))), undefined),
  currency: v.fallback(v.optional(nameText(24)), undefined),
  field: v.fallback(v.optional(nameText(32)), undefined),
  reason: v.fallback(v.optional(shownText(200)), undefined),
});

type Limits = v.InferOutput<typeof schema>;

/** Why an order or a leverage of contracts was refused, with the limit that was met; the code's own sentence where none is named. */
export function contractRefusalText(
  status: number,
  data: unknown,
  { locale, hidden }: { locale: string; hidden: boolean },
): MessageDescriptor {
  const parsed = v.safeParse(schema, data);
  return (
    (parsed.success ? limitText(status, parsed.output, locale, hidden) : undefined) ??
    errorText(status, data)
  );
}

function limitText(
  status: number,
  limits: Limits,
  locale: string,
  hidden: boolean,
): MessageDescriptor | undefined {
  const plain = (text: string) => formatAmount(text, locale);
  const { max, max_volume: maxVolume } = limits;
  switch (status) {
    case codes.noSuchLeverage:
      return (
        limits.allowed &&
        msg`There is no such leverage. Choose one of ${limits.allowed.map((one) => `${one}×`).join(", ")}.`
      );
    case codes.illegalLeverage:
      if (limits.lever_rate !== undefined)
        return msg`A position or order at ${limits.lever_rate}× stands on this contract. Orders must have the same leverage.`;
      if (limits.ack !== undefined && max !== undefined)
        return msg`Above ${max}× the risk of leverage must be acknowledged first.`;
      if (max !== undefined && maxVolume !== undefined)
        return msg`The leverage is too high for this size: at most ${max}×, or at most ${maxVolume} contracts.`;
      return max === undefined
        ? undefined
        : msg`The leverage is too high for this size: at most ${max}×.`;
    case codes.positionLocked:
      if (limits.reason === "position")
        return msg`The leverage cannot be changed while a position is open on this contract.`;
      return limits.reason === "orders"
        ? msg`The leverage cannot be changed while orders wait on this contract. Cancel them first.`
        : undefined;
    case codes.insufficientBalance: {
      const { currency, needed, available } = limits;
      if (currency === undefined || needed === undefined || available === undefined)
        return undefined;
      const [want, have] = hidden
        ? [HIDDEN_AMOUNT, HIDDEN_AMOUNT]
        : [plain(needed), plain(available)];
      return msg`Not enough: this needs ${want} ${currency}, and ${have} ${currency} is available.`;
    }
    case codes.valueTooSmall:
      return limits.min_volume === undefined
        ? undefined
        : msg`The order is too small: at least ${limits.min_volume} contracts.`;
    case codes.quantityMissing:
      return msg`A size is missing. Enter how many contracts.`;
    case codes.notTradable:
      return closedText(limits.reason);
    case codes.busy:
      return limits.max_open === undefined
        ? undefined
        : msg`You have ${limits.max_open} orders waiting, the most one account may have. Cancel some first.`;
    case codes.invalidParameters:
      return priceText(limits, plain);
    default:
      return undefined;
  }
}

/** What the form itself could have known, had the market not moved meanwhile. */
function priceText(limits: Limits, plain: (text: string) => string): MessageDescriptor | undefined {
  const {
    max_price: maxPrice,
    min_price: minPrice,
    above,
    below,
    field,
    max_volume: maxVolume,
    decimals,
  } = limits;
  if (maxPrice !== undefined)
    return msg`The price is too far above the mark price: at most ${plain(maxPrice)} now.`;
  if (minPrice !== undefined)
    return msg`The price is too far below the mark price: at least ${plain(minPrice)} now.`;
  if (above !== undefined)
    return field === "tp_trigger_price"
      ? msg`Take profit must lie above ${plain(above)} now.`
      : msg`Stop loss must lie above ${plain(above)} now.`;
  if (below !== undefined)
    return field === "tp_trigger_price"
      ? msg`Take profit must lie below ${plain(below)} now.`
      : msg`Stop loss must lie below ${plain(below)} now.`;
  if (decimals !== undefined)
    return msg`A price has too many decimals: at most ${decimals} in this market.`;
  return maxVolume === undefined
    ? undefined
    : msg`The order is too large: at most ${maxVolume} contracts.`;
}

/** Why the venue refused an order or a leverage, in words, with the limit that was met. */
export function useContractRefusalText(): (refusal: { status: number; data: unknown }) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }) =>
    i18n._(contractRefusalText(status, data, { locale: i18n.locale, hidden }));
}
