import { useLingui } from "@lingui/react/macro";
import { freeLeverage } from "#protocol/perpetual.ts";
import { formatRate } from "../../lib/format.ts";
import type { ContractMarket } from "./contract-figures.ts";
import type { OpeningProblem, OpeningSummary } from "./opening-form.ts";
import type { OpeningWarning } from "./opening-warnings.ts";
import { useContractWords } from "./use-contract-words.ts";

/** What is wrong with an order, what a person may have overlooked, and what becomes of it, in words. */
export function useOpeningTexts(market: ContractMarket | undefined) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const percent = (plain: string) => formatRate(plain, i18n.locale, 1);
  const contracts = (volume: bigint) => words.contracts(Number(volume));

  function problem(problem: OpeningProblem): string {
    switch (problem.kind) {
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
        return t`At most ${words.ticks(problem.bound)}: 5 % above the mark price.`;
      case "price-too-low":
        return t`At least ${words.ticks(problem.bound)}: 5 % below the mark price.`;
      case "below-minimum":
        return t`At least ${contracts(problem.volume)}: an order must be worth ${words.exact(problem.minimum)}.`;
      case "other-leverage":
        return t`A position or order at ${problem.leverage}× stands on this contract. Orders must have the same leverage.`;
      case "leverage-too-high":
        return t`At ${problem.most}× at most for this size, or ${contracts(problem.volume)} at most at this leverage.`;
      case "too-large":
        return t`At most ${contracts(problem.volume)}: no tier holds more.`;
      case "trigger-unread":
        return problem.trigger === "tp"
          ? t`Take profit is no price that can be reached.`
          : t`Stop loss is no price that can be reached.`;
      case "trigger-side":
        if (problem.trigger === "tp")
          return problem.above
            ? t`Take profit must lie above the price for a long.`
            : t`Take profit must lie below the price for a short.`;
        return problem.above
          ? t`Stop loss must lie above the price for a short.`
          : t`Stop loss must lie below the price for a long.`;
      case "insufficient":
        return t`You have ${words.money(problem.available)}: enough for ${contracts(problem.volume)}.`;
      case "too-many-open":
        return t`At most ${problem.maximum} orders may wait at a time. Cancel one first.`;
    }
  }

  function warning(warning: OpeningWarning): string {
    switch (warning.kind) {
      case "far-price":
        return warning.above
          ? t`The price is ${percent(warning.percent)} above the mark price.`
          : t`The price is ${percent(warning.percent)} below the mark price.`;
      case "large-share":
        return t`This order sets aside ${percent(warning.percent)} of your account.`;
      case "liquidated-at-once":
        return t`At the present mark price it would be liquidated as soon as it is open.`;
      case "near-liquidation":
        return t`A move of only ${percent(warning.percent)} against you liquidates it.`;
      case "liquidated-first":
        return t`The stop loss lies beyond the liquidation price: it would be liquidated first.`;
      case "short":
        return t`The order book shows less than you want. What it does not show is cancelled.`;
    }
  }

  function fate({ fate, preview, numbers }: OpeningSummary): string | undefined {
    if (!preview || fate === undefined) return undefined;
    const average = words.average(preview.average);
    const limit = words.ticks(numbers.limit);
    const now = contracts(preview.opened.volume);
    switch (fate) {
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
