import { useLingui } from "@lingui/react/macro";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { trimZeros } from "#protocol/wire/amount.ts";
import { contractOrderStatus, type ContractOrder } from "#protocol/api/contracts.ts";
import { formatPrice } from "../../../lib/format.ts";
import { useContractWords } from "../figures/use-contract-format.ts";

/** Why an order ended without being filled whole; a reason that is not here has no words of its own. */
const openingEndTexts: Record<string, MessageDescriptor> = {
  no_liquidity: msg`The order book showed no more than this.`,
  max_slip: msg`The next price was over 5 % from the best one.`,
  budget: msg`The price ran beyond what was set aside for the order.`,
  margin: msg`The margin that was set aside did not cover more.`,
  halted: msg`The market was halted before the order could fill.`,
  liquidation: msg`Its position was liquidated first.`,
  position_closed: msg`Its position was closed first.`,
};

/** The outcome of an opening order, in a sentence: "Opened long, 10 contracts at 60,000.0." */
export function useOpeningOutcome(): (order: ContractOrder) => string {
  const { t, i18n } = useLingui();
  const words = useContractWords(undefined);
  return (order) => {
    const { status, direction, price } = order;
    const decimals = order.price?.split(".")[1]?.length ?? 2;
    const isLong = direction === "buy";
    const filled = words.contracts(order.trade_volume);
    const wanted = words.contracts(order.volume);
    const average =
      order.trade_avg_price === null
        ? "–"
        : averageText(trimZeros(order.trade_avg_price), i18n.locale);
    const limit = price === null ? "–" : formatPrice(price, decimals, i18n.locale);
    const why = openingEndTexts[order.reason ?? ""];
    const reason = why ? ` ${i18n._(why)}` : "";
    if (status === contractOrderStatus.matched)
      return isLong
        ? t`Opened long: ${filled} at ${average}.`
        : t`Opened short: ${filled} at ${average}.`;
    if (status === contractOrderStatus.partlyMatched)
      return isLong
        ? t`Opened long: ${filled} of ${wanted}; the rest waits at ${limit}.`
        : t`Opened short: ${filled} of ${wanted}; the rest waits at ${limit}.`;
    if (status === contractOrderStatus.submitted)
      return price === null
        ? t`The venue has the order; it meets the market at any moment.`
        : t`Order placed, waiting at ${limit}.`;
    if (order.trade_volume === 0)
      return t`Nothing was opened; everything set aside came back.` + reason;
    return (
      (isLong
        ? t`Opened long: ${filled} of ${wanted} at ${average}; the rest was cancelled.`
        : t`Opened short: ${filled} of ${wanted} at ${average}; the rest was cancelled.`) + reason
    );
  };
}

function averageText(plain: string, locale: string): string {
  return formatPrice(plain, Math.max(2, plain.split(".")[1]?.length ?? 0), locale);
}
