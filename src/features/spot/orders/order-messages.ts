import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CoinState, OrderType, TimeInForce } from "#protocol/api/spot.ts";

/** Each state of a coin order in words. */
export const orderStateTexts: Record<CoinState, MessageDescriptor> = {
  reviewing: msg`Under review`,
  created: msg`Waiting`,
  submitted: msg`Submitted`,
  "partial-filled": msg`Partly filled`,
  canceling: msg`Being cancelled`,
  filled: msg`Filled`,
  "partial-canceled": msg`Partly filled, rest cancelled`,
  canceled: msg`Cancelled`,
  rejected: msg`Rejected`,
  expired: msg`Expired`,
};

/** A limit order that nothing has met yet. */
export const restingText = msg`Resting in the book`;

/** Why an order ended without being filled whole; an unknown reason shows as it came. */
export const endReasonTexts: Record<string, MessageDescriptor> = {
  no_liquidity: msg`The order book showed no more than this.`,
  max_slip: msg`The next price was over 5 % from the best one.`,
  budget: msg`The price rose beyond what was set aside for the order.`,
  halted: msg`The market was halted before the order could fill.`,
  would_take: msg`It would have filled at once, and it was to trade as maker only.`,
  not_whole: msg`The book showed too little to fill it whole, and it was to fill whole or not at all.`,
  price: msg`The book showed no more at its price, and it was not to wait.`,
  settled: msg`The operator ended all that was open.`,
  replaced: msg`It was replaced by another order.`,
  review_timeout: msg`Nobody decided on it within the time of review.`,
};

export interface ChoiceText {
  label: MessageDescriptor;
  /** What it means, in a sentence. */
  text: MessageDescriptor;
}

/** The types of an order, in the order in which they are offered. */
export const orderTypeTexts: Record<OrderType, ChoiceText> = {
  limit: {
    label: msg`Limit`,
    text: msg`At your price or a better one; what finds nobody waits in the order book.`,
  },
  market: {
    label: msg({ context: "type of an order", message: "Market" }),
    text: msg`At once, at the best prices there are, at most 5 % from the best one.`,
  },
  "stop-limit": {
    label: msg`Stop-limit`,
    text: msg`Waits until the last price reaches your stop price, then becomes a limit order.`,
  },
  "stop-market": {
    label: msg`Stop-market`,
    text: msg`Waits until the last price reaches your stop price, then becomes a market order.`,
  },
};

/** How long a limit order stands. */
export const timeInForceTexts: Record<TimeInForce, ChoiceText> = {
  gtc: {
    label: msg`Until cancelled`,
    text: msg`GTC: what does not fill at once waits in the book until it fills or you cancel it.`,
  },
  post_only: {
    label: msg`Post only`,
    text: msg`Only waits, never takes: if it would fill at once it is cancelled instead.`,
  },
  ioc: {
    label: msg`Fill now, cancel the rest`,
    text: msg`IOC: takes what there is at your price at this moment; the rest is cancelled.`,
  },
  fok: {
    label: msg`All or nothing`,
    text: msg`FOK: fills whole at this moment, or is cancelled whole.`,
  },
};
