import { useLingui } from "@lingui/react/macro";
import { memo, useState } from "react";
import type { Scope } from "#protocol/api/market.ts";
import { formatCompact, formatPrice, NO_NUMBER } from "../../../lib/format.ts";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { Change } from "../../../ui/figures/change.tsx";
import { Price } from "../../../ui/figures/price.tsx";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { AlertButton } from "../alerts/alert-button.tsx";
import { AgeMark } from "../feed/age-mark.tsx";
import { MarketSheet } from "./market-sheet.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { FavouriteButton } from "../favourites/favourite-button.tsx";
import { symbolName } from "../feed/symbol-name.ts";
import { useFreshness, usePriceDecimals, useTicker } from "../feed/use-ticker.ts";
import styles from "./market-header.module.css";

export interface MarketHeaderProps {
  symbol: string;
  /** Another market was chosen in the sheet; without this the name is not a button. */
  onPick?: ((symbol: string) => void) | undefined;
  /** Which markets the sheet offers. */
  scope?: Scope | undefined;
  /** In two lines, without the figures of the day: where a ticket must stand on the same screen. */
  compact?: boolean | undefined;
}

/** The head of a market: its name, the last price with its age, and the figures of the last 24 hours. */
export const MarketHeader = memo(function MarketHeader({
  symbol,
  onPick,
  scope = "coin",
  compact = false,
}: MarketHeaderProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const ticker = useTicker(symbol);
  const freshness = useFreshness(symbol);
  const decimals = usePriceDecimals(symbol);
  const frozen = freshness.state === "frozen";
  const name = symbolName(symbol, ticker);
  const base = name.split("/")[0] ?? name;
  const price = (value: number | undefined) =>
    value === undefined ? undefined : formatPrice(value, decimals, i18n.locale);

  return (
    <section
      className={styles.header}
      data-compact={compact || undefined}
      aria-label={t`Market ${name}`}
    >
      <div className={styles.top}>
        {onPick === undefined ? (
          <h2 className={styles.name}>
            <LoadedCoinIcon code={base} size={28} />
            {name}
          </h2>
        ) : (
          <h2 className={styles.heading}>
            <button
              type="button"
              className={styles.name}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <LoadedCoinIcon code={base} size={28} />
              {name}
              <ChevronDownIcon size={20} />
            </button>
          </h2>
        )}
        <div className={styles.acts}>
          <AlertButton symbol={symbol} scope={scope} />
          <ShareButton symbol={symbol} scope={scope} />
          <FavouriteButton symbol={symbol} />
        </div>
      </div>
      <div className={styles.figures}>
        <div className={styles.last}>
          <Price
            text={price(ticker?.close)}
            value={ticker?.close}
            size={compact ? "title" : "display"}
            frozen={frozen}
          />
          <span className={styles.under}>
            <Change
              value={ticker && ticker.change * 100}
              locale={i18n.locale}
              arrow
              frozen={frozen}
            />
            <AgeMark fact={freshness} tight />
          </span>
        </div>
        {!compact && <DayFigures symbol={symbol} />}
      </div>
      {onPick !== undefined && (
        <MarketSheet
          scope={scope}
          open={open}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            if (picked !== symbol) onPick(picked);
          }}
        />
      )}
    </section>
  );
});

/** A market's figures of the last 24 hours. */
export function DayFigures({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const ticker = useTicker(symbol);
  const decimals = usePriceDecimals(symbol);
  const price = (value: number | undefined) =>
    value === undefined ? NO_NUMBER : formatPrice(value, decimals, i18n.locale);
  return (
    <dl className={styles.day}>
      <div>
        <dt>{t`24 h high`}</dt>
        <dd>{price(ticker?.high)}</dd>
      </div>
      <div>
        <dt>{t`24 h low`}</dt>
        <dd>{price(ticker?.low)}</dd>
      </div>
      <div>
        <dt>{t`24 h volume`}</dt>
        <dd>
          {ticker
            ? `${formatCompact(ticker.vol, i18n.locale)} ${ticker.quote.toUpperCase()}`
            : NO_NUMBER}
        </dd>
      </div>
    </dl>
  );
}
