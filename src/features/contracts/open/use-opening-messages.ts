import { useLingui } from "@lingui/react/macro";
import { freeLeverage } from "#protocol/api/contracts.ts";
import { formatRate } from "../../../lib/format.ts";
import type { ContractMarket } from "../figures/contract-figures.ts";
import type { OpeningProblem, OpeningSummary } from "./opening-form.ts";
import type { OpeningWarning } from "./opening-warnings.ts";
import { useContractWords } from "../figures/use-contract-format.ts";

/** What is wrong with an order, what a person may have overlooked, and what becomes of it, in words. */
export function useOpeningTexts(market: ContractMarket | undefined) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const percent = (plain: string) => formatRate(plain, i18n.locale, 1);
  const contracts = (volume: bigint) => words.contracts(Number(volume));

  function problem(found: OpeningProblem): string {
    switch (found.kind) {
      case "missing-price":
        return t`Enter a price.`;
      case "missing":
        return t`Enter a size.`;
      case "no-book":
        return t`The order book is empty at the moment.`;
      case "no-mark":
        return t`The mark price is still loading.`;
      case "ack":
        return t`Above ${freeLeverage}× read the risk first: tap the leverage.`;
      case "price-too-high":
        return t`At most ${words.ticks(found.bound)}: 5 % above the mark price.`;
      case "price-too-low":
        return t`At least ${words.ticks(found.bound)}: 5 % below the mark price.`;
      case "below-minimum":
        return t`At least ${contracts(found.volume)}: an order must be worth ${words.exact(found.minimum)}.`;
      case "other-leverage":
        return t`A position or order at ${found.leverage}× stands on this contract. Orders must have the same leverage.`;
      case "leverage-too-high":
        return t`At ${found.most}× at most for this size, or ${contracts(found.volume)} at most at this leverage.`;
      case "too-large":
        return t`At most ${contracts(found.volume)}: no tier holds more.`;
      case "trigger-unread":
        return found.trigger === "tp"
          ? t`Take profit is no price that can be reached.`
          : t`Stop loss is no price that can be reached.`;
      case "trigger-side":
        if (found.trigger === "tp")
          return found.above
            ? t`Take profit must lie above the price for a long.`
            : t`Take profit must lie below the price for a short.`;
        return found.above
          ? t`Stop loss must lie above the price for a short.`
          : t`Stop loss must lie below the price for a long.`;
      case "insufficient":
        return t`You have ${words.money(found.available)}: enough for ${contracts(found.volume)}.`;
      case "too-many-open":
        return t`At most ${found.maximum} orders may wait at a time. Cancel one first.`;
    }
  }

  function warning(found: OpeningWarning): string {
    switch (found.kind) {
      case "far-price":
        return found.above
          ? t`The price is ${percent(found.percent)} above the mark price.`
          : t`The price is ${percent(found.percent)} below the mark price.`;
      case "large-share":
        return t`This order sets aside ${percent(found.percent)} of your account.`;
      case "liquidated-at-once":
        return t`At the present mark price it would be liquidated as soon as it is open.`;
      case "near-liquidation":
        return t`A move of only ${percent(found.percent)} against you liquidates it.`;
      case "liquidated-first":
        return t`The stop loss lies beyond the liquidation price: it would be liquidated first.`;
      case "short":
        return t`The order book shows less than you want. What it does not show is cancelled.`;
    }
  }

  function fate({ preview, numbers, ...summary }: OpeningSummary): string | undefined {
    if (!preview || summary.fate === undefined) return undefined;
    const average = words.average(preview.average);
    const limit = words.ticks(numbers.limit);
    const now = contracts(preview.opened.volume);
    switch (summary.fate) {
      case "fills":
        return t`Fills at once at the best prices there are.`;
      case "partly-cancelled":
        return t`≈ ${now} fill at once, at ≈ ${average}; the rest is cancelled.`;
      case "partly-rests":
        return t`≈ ${now} fill at once; the rest waits at ${limit}.`;
      case "rests":
        return t`Waits in the book at ${limit} until it fills or you cancel it.`;
    }
  }

  return { problem, warning, fate, words };
}
