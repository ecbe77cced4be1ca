import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { venueNow } from "../../../src/api/venue-clock.ts";
import { FundingCard } from "../../../src/features/contracts/funding-card.tsx";
import { fundingQuery } from "../../../src/features/market/feed/market-queries.ts";
import { queryClient } from "../../../src/shell/app-context.ts";

const contractCode = "BTC-USDT";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => queryClient.clear());

/** The card as it shows an answer that has just been read and whose figures are of another time. */
function cardOf(ageMs: number): string {
  queryClient.setQueryData(fundingQuery(contractCode).queryKey, {
    contract_code: contractCode,
    funding_rate: "0.0001",
    realized_rate: "0.0001",
    estimated_rate: "0.0001",
    interval_h: 8,
    funding_time: venueNow(),
    next_funding_time: venueNow() + 3600_000,
    index_price: "60000",
    mark_price: "60001",
    last_price: "60002",
    ts: venueNow() - ageMs,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <FundingCard symbol="btcusdt" contractCode={contractCode} />
      </I18nProvider>
    </QueryClientProvider>,
  );
}

test("a copy out of a cache is as old as its figures, however late it was read", () => {
  expect(cardOf(0)).toContain("Live");
  expect(cardOf(120_000)).toContain("Frozen, 2 minutes ago");
});
