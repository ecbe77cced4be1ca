import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { formatPercent, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { ChevronDownIcon } from "../../ui/icons/action-icons.tsx";
import { fundingHistoryQuery } from "../market/feed/market-queries.ts";
import { percentOfFraction } from "../market/feed/percent-of-fraction.ts";
import { usePriceDecimals } from "../market/feed/use-ticker.ts";
import { useClockTick } from "../../api/clock-tick.ts";
import { fullCountdown } from "../../lib/countdown.ts";
import { FundingCard } from "./funding-card.tsx";
import { nextFunding } from "./figures/next-funding.ts";
import { useContractPrices } from "./figures/use-contract-prices.ts";
import styles from "./open/opening-ticket.module.css";

/** Mark, index and the next funding in one line, which unfolds to what they mean and to past fundings. */
export const FundingLine = memo(function FundingLine({
  symbol,
  contractCode,
}: {
  symbol: string;
  contractCode: string;
}) {
  const { i18n } = useLingui();
  const prices = useContractPrices(contractCode);
  const decimals = usePriceDecimals(symbol);
  const second = useClockTick();
  const [isUnfolded, setUnfolded] = useState(false);
  // At hand for who unfolds it without a network.
  useQuery(fundingHistoryQuery(contractCode));
  const price = (text: string | undefined) =>
    text === undefined ? NO_NUMBER : formatPrice(text, decimals, i18n.locale);
  const [mark, index] = [price(prices?.mark_price), price(prices?.index_price)];
  const rate = prices
    ? formatPercent(percentOfFraction(prices.funding_rate), i18n.locale, 4)
    : NO_NUMBER;
  const left = prices
    ? fullCountdown(nextFunding(prices, second * 1000) - second * 1000)
    : NO_NUMBER;
  const line = (
    <>
      <span>
        <Trans>
          Mark <b>{mark}</b>
        </Trans>
      </span>
      <span>
        <Trans>
          Index <b>{index}</b>
        </Trans>
      </span>
      <span>
        <Trans>
          Funding <b>{rate}</b> in <b>{left}</b>
        </Trans>
      </span>
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <details className={styles.funding} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>{line}</summary>
      <div className={styles.panels}>
        {isUnfolded && <FundingCard symbol={symbol} contractCode={contractCode} />}
      </div>
    </details>
  );
});
