import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/**
 * Why a market takes no orders at present (notTradable), by the reason in the refusal's data;
 * undefined for one that has no words here.
 */
export function closedText(reason: string | undefined): MessageDescriptor | undefined {
  switch (reason) {
    case "stale":
      return msg`The venue’s prices are too old to trade on. Try again when they move.`;
    case "halted":
      return msg`Trading is halted in this market. Try again later.`;
    case "offline":
    case "suspend":
    case "pre-online":
      return msg`This market is not open for trading at present.`;
    case "no_price":
      return msg`This market has no price yet.`;
    default:
      return undefined;
  }
}
