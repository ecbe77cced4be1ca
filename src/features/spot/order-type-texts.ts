import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { OrderType, TimeInForce } from "#protocol/spot.ts";

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
