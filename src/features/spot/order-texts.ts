import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CoinState } from "#protocol/spot.ts";

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
  replaced: msg`It was replaced by another order.`,
  review_timeout: msg`Nobody decided on it within the time of review.`,
};
