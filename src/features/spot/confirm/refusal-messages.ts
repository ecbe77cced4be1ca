import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { nameText, shownText } from "#protocol/api/endpoint.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatAmount, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { closedText } from "../../trade/ticket/closed-messages.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";

const figure = v.fallback(v.optional(decimalText), undefined);

/** The limits that refusals of coin orders name in their data. */
const schema = v.object({
  min: figure,
  max: figure,
  min_amount: figure,
  max_amount: figure,
  min_price: figure,
  max_price: figure,
  available: figure,
  needed: figure,
  last: figure,
  decimals: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), undefined),
  max_open: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  currency: v.fallback(v.optional(nameText(24)), undefined),
  field: v.fallback(v.optional(nameText(32)), undefined),
  reason: v.fallback(v.optional(shownText(200)), undefined),
});

export interface RefusalContext {
  symbol: string;
  locale: string;
  /** The person hides amounts: what they own is not said. */
  hidden: boolean;
}

/** Why a coin order was refused, with the limit that was met; the code's own sentence where none is named. */
export function refusalText(
  status: number,
  data: unknown,
  { symbol, locale, hidden }: RefusalContext,
): MessageDescriptor {
  const parsed = v.safeParse(schema, data);
  const split = splitSymbol(symbol);
  const [base, quote] = [split.base.toUpperCase(), split.quote.toUpperCase()];
  return (
    (parsed.success
      ? limitText(status, parsed.output, { base, quote, locale, hidden })
      : undefined) ?? errorText(status, data)
  );
}

type Limits = v.InferOutput<typeof schema>;

function limitText(
  status: number,
  limits: Limits,
  { base, quote, locale, hidden }: { base: string; quote: string; locale: string; hidden: boolean },
): MessageDescriptor | undefined {
  const plain = (text: string) => formatAmount(text, locale);
  if (status === codes.valueTooSmall) {
    if (limits.min !== undefined)
      return msg`The order is too small: it must be worth at least ${plain(limits.min)} ${quote}.`;
    if (limits.min_amount !== undefined)
      return msg`The order is too small: minimum ${plain(limits.min_amount)} ${base}.`;
  }
  if (
    status === codes.insufficientBalance &&
    limits.currency !== undefined &&
    limits.needed !== undefined &&
    limits.available !== undefined
  ) {
    const currency = limits.currency;
    const [needed, available] = hidden
      ? [HIDDEN_AMOUNT, HIDDEN_AMOUNT]
      : [plain(limits.needed), plain(limits.available)];
    return msg`Not enough: this needs ${needed} ${currency}, and ${available} ${currency} is available.`;
  }
  if (status === codes.notTradable) return closedText(limits.reason);
  if (status === codes.quantityMissing) return msg`A quantity is missing. Enter how much.`;
  if (status === codes.busy && limits.max_open !== undefined)
    return msg`You have ${limits.max_open} orders waiting, the most one account may have. Cancel some first.`;
  return status === codes.invalidParameters ? formText(limits, { base, quote, plain }) : undefined;
}

/** What the form itself could have known, had the market not moved meanwhile. */
function formText(
  limits: Limits,
  { base, quote, plain }: { base: string; quote: string; plain: (text: string) => string },
): MessageDescriptor | undefined {
  const {
    max,
    max_amount: maxAmount,
    max_price: maxPrice,
    min_price: minPrice,
    decimals,
    last,
  } = limits;
  if (limits.reason === "triggers_at_once") {
    if (last === undefined)
      return msg`The stop price is reached already, so the order would not wait. Set another one.`;
    return msg`The stop price is reached already: the last price is ${plain(last)} ${quote}. Set another one.`;
  }
  if (maxPrice !== undefined)
    return msg`The price is too far above the market: at most ${plain(maxPrice)} ${quote} now.`;
  if (minPrice !== undefined)
    return msg`The price is too far below the market: at least ${plain(minPrice)} ${quote} now.`;
  if (max !== undefined)
    return msg`The order is too large: it may be worth at most ${plain(max)} ${quote}.`;
  if (maxAmount !== undefined)
    return msg`The order is too large: maximum ${plain(maxAmount)} ${base}.`;
  if (decimals === undefined) return undefined;
  if (limits.field === "price" || limits.field === "stop_price")
    return msg`The price has too many decimals: at most ${decimals} in this market.`;
  return msg`The quantity has too many decimals: at most ${decimals} in this market.`;
}

/** Why the venue refused an order, in words, with the limit that was met. */
export function useRefusalText(): (
  refusal: { status: number; data: unknown },
  symbol: string,
) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }, symbol) =>
    i18n._(refusalText(status, data, { symbol, locale: i18n.locale, hidden }));
}
