import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { divideDown, rescaleDown, rescaleUp } from "#protocol/wire/rounding.ts";
import {
  lotsWithin,
  minorToLots,
  valueDown,
  valueUp,
  worstPrice,
} from "#protocol/rules/spot-fill.ts";
import { numbersOf } from "./ticket-form.ts";
import {
  bySpending,
  hasLimit,
  type TicketDraft,
  type TicketFacts,
  type TicketMarket,
} from "./ticket-facts.ts";
import { outlookOf } from "./ticket-outlook.ts";

/** A share of what is available as a plain decimal for the field; a buy by quantity must be covered up to its furthest price. */
export function shareText(
  percent: number,
  draft: TicketDraft,
  facts: TicketFacts,
): string | undefined {
  const { market, available } = facts;
  if (!available) return undefined;
  const { scales } = market;
  const { price, stopPrice } = numbersOf(draft, facts);
  const share = divideDown(
    (draft.side === "buy" ? available.quote : available.base) * BigInt(percent),
    100n,
  );
  if (draft.side === "sell") {
    const lots = minorToLots(share, scales);
    if (!bySpending(draft)) return amountText(lots, market);
    return price === undefined ? undefined : valueText(valueDown({ price, lots }, scales), market);
  }
  if (bySpending(draft)) return valueText(share, market);
  const furthest = hasLimit(draft.type)
    ? price
    : draft.type === "stop-market"
      ? stopPrice && worstPrice("buy", stopPrice)
      : facts.asks[0] && worstPrice("buy", facts.asks[0].price);
  return furthest === undefined
    ? undefined
    : amountText(lotsWithin(share, furthest, scales), market);
}

/** What is typed, in the other of the two ways to say it: a quantity for a total, a total for a quantity. */
export function otherQuantity(draft: TicketDraft, facts: TicketFacts): string | undefined {
  const { market } = facts;
  const { scales } = market;
  const numbers = numbersOf(draft, facts);
  const { estimate, rest } = outlookOf(draft, numbers, facts);
  if (bySpending(draft)) {
    const lots = numbers.lots ?? estimate?.filledAmount ?? rest?.lots;
    return lots === undefined ? undefined : amountText(lots, market);
  }
  const at = numbers.price ?? numbers.stopPrice;
  const { lots } = numbers;
  if (lots === undefined) return undefined;
  const paid = at === undefined ? estimate?.filledValue : valueUp({ price: at, lots }, scales);
  return paid === undefined
    ? undefined
    : trimZeros(
        formatAmount(rescaleUp(paid, scales.quote, market.valueDecimals), market.valueDecimals),
      );
}

function amountText(lots: bigint, { scales }: TicketMarket): string {
  return trimZeros(formatAmount(lots, scales.amount));
}

function valueText(units: bigint, { scales, valueDecimals }: TicketMarket): string {
  return trimZeros(formatAmount(rescaleDown(units, scales.quote, valueDecimals), valueDecimals));
}
