import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { scopes } from "#protocol/market.ts";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import { ChevronDownIcon } from "../../ui/action-icons.tsx";
import { Change } from "../../ui/change.tsx";
import { Price } from "../../ui/price.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { AgeMark } from "./age-mark.tsx";
import { MarketSheet } from "./market-sheet.tsx";
import { ShareButton } from "./share-button.tsx";
import { StarButton } from "./star-button.tsx";
import { symbolText } from "./symbol-text.ts";
import { useFreshness, usePriceDecimals, useTicker } from "./use-ticker.ts";
import styles from "./market-header.module.css";

export interface MarketHeaderProps {
  symbol: string;
  /** Another market was chosen in the sheet; without it the name is no button. */
  onPick?: ((symbol: string) => void) | undefined;
  /** Which markets the sheet offers. */
  scope?: (typeof scopes)[number] | undefined;
}

/** A market at a glance: its name, the last price with its age, and what the last 24 hours were. */
export function MarketHeader({ symbol, onPick, scope = "coin" }: MarketHeaderProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const ticker = useTicker(symbol);
  const freshness = useFreshness(symbol);
  const decimals = usePriceDecimals(symbol);
  const frozen = freshness.state === "frozen";
  const name = symbolText(symbol, ticker);
  const base = name.split("/")[0] ?? name;
  const price = (value: number | undefined) =>
    value === undefined ? undefined : formatPrice(value, decimals, i18n.locale);

  return (
    <section className={styles.header} aria-label={t`Market ${name}`}>
      <div className={styles.top}>
        {onPick === undefined ? (
          <h2 className={styles.name}>
            <CoinPicture code={base} size={28} />
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
              <CoinPicture code={base} size={28} />
              {name}
              <ChevronDownIcon size={20} />
            </button>
          </h2>
        )}
        <div className={styles.acts}>
          <ShareButton symbol={symbol} scope={scope} />
          <StarButton symbol={symbol} />
        </div>
      </div>
      <div className={styles.figures}>
        <div className={styles.last}>
          <Price text={price(ticker?.close)} value={ticker?.close} size="display" frozen={frozen} />
          <span className={styles.under}>
            <Change
              value={ticker && ticker.change * 100}
              locale={i18n.locale}
              arrow
              frozen={frozen}
            />
            <AgeMark fact={freshness} short={freshness.state !== "frozen"} />
          </span>
        </div>
        <dl className={styles.day}>
          <div>
            <dt>{t`24 h high`}</dt>
            <dd>{price(ticker?.high) ?? "–"}</dd>
          </div>
          <div>
            <dt>{t`24 h low`}</dt>
            <dd>{price(ticker?.low) ?? "–"}</dd>
          </div>
          <div>
            <dt>{t`24 h volume`}</dt>
            <dd>
              {ticker
                ? `${formatCompact(ticker.vol, i18n.locale)} ${ticker.quote.toUpperCase()}`
                : "–"}
            </dd>
          </div>
        </dl>
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
}
