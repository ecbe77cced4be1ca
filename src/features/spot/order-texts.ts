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

/** Why an order ended without being filled whole; an unknown reason shows as it came. */
export const endReasonTexts: Record<string, MessageDescriptor> = {
  no_liquidity: msg`The order book showed no more than this.`,
  max_slip: msg`The next price was over 5 % from the best one.`,
  budget: msg`The price rose beyond what was set aside for the order.`,
  halted: msg`The market was halted before the order could fill.`,
};
