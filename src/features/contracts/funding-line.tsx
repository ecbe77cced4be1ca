import { Trans, useLingui } from "@lingui/react/macro";
import { formatPercent, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { ChevronDownIcon } from "../../ui/action-icons.tsx";
import { percentText } from "../market/percent-text.ts";
import { usePriceDecimals } from "../market/use-ticker.ts";
import { useVenueSecond } from "../market/venue-second.ts";
import { countdownText } from "./countdown-text.ts";
import { FundingCard } from "./funding-card.tsx";
import { nextFunding } from "./next-funding.ts";
import { useContractPrices } from "./use-contract-facts.ts";
import styles from "./opening.module.css";

/** Mark, index and the next funding in one line, which unfolds to what they mean and to past fundings. */
export function FundingLine({ symbol, contractCode }: { symbol: string; contractCode: string }) {
  const { i18n } = useLingui();
  const prices = useContractPrices(contractCode);
  const decimals = usePriceDecimals(symbol);
  const second = useVenueSecond();
  const price = (text: string | undefined) =>
    text === undefined ? NO_NUMBER : formatPrice(text, decimals, i18n.locale);
  const [mark, index] = [price(prices?.mark_price), price(prices?.index_price)];
  const rate = prices ? formatPercent(percentText(prices.funding_rate), i18n.locale, 4) : NO_NUMBER;
  const left = prices
    ? countdownText(nextFunding(prices, second * 1000) - second * 1000)
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
    <details className={styles.funding}>
      <summary>{line}</summary>
      <div className={styles.panels}>
        <FundingCard symbol={symbol} contractCode={contractCode} />
      </div>
    </details>
  );
}
