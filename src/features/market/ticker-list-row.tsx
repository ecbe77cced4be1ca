import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import { Change } from "../../ui/change.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Price } from "../../ui/price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { AgeMark } from "./age-mark.tsx";
import { RowSparkline } from "./row-sparkline.tsx";
import { StarButton } from "./star-button.tsx";
import { decimalsOfPrice, symbolText } from "./symbol-text.ts";
import { useFreshness, useTicker } from "./use-ticker.ts";
import styles from "./ticker-list.module.css";

export interface TickerListRowProps {
  symbol: string;
  decimals: number | undefined;
  onOpen: (symbol: string) => void;
}

/** One market of the list, as it moves. */
export const TickerListRow = memo(function TickerListRow({ symbol, decimals, onOpen }: TickerListRowProps) {
  const { t, i18n } = useLingui();
  const ticker = useTicker(symbol);
  const freshness = useFreshness(symbol);
  const frozen = freshness.state === "frozen";
  const [base = "", quote] = symbolText(symbol, ticker).split("/");
  const shownDecimals = decimals ?? decimalsOfPrice(ticker?.close);
  // A direction and not the change itself: the shape is drawn anew when the day turns, not at each tick.
  const direction = !ticker || ticker.change === 0 ? undefined : ticker.change > 0 ? "up" : "down";
  const volume = ticker && formatCompact(ticker.vol, i18n.locale);

  return (
    <ListRow
      lead={<CoinPicture code={base} />}
      title={
        <>
          {base}
          {quote !== undefined && <span className={styles.quote}>/{quote}</span>}
        </>
      }
      detail={freshness.state === "live" ? volume && t`Vol ${volume}` : <AgeMark fact={freshness} short />}
      middle={
        <span className={styles.spark}>
          <RowSparkline symbol={symbol} direction={direction} />
        </span>
      }
      value={
        <>
          <VisuallyHidden>{t`Price`} </VisuallyHidden>
          <Price text={ticker && formatPrice(ticker.close, shownDecimals, i18n.locale)} value={ticker?.close} frozen={frozen} />
        </>
      }
      valueDetail={
        <>
          <VisuallyHidden>{t`24 h change`} </VisuallyHidden>
          <Change value={ticker && ticker.change * 100} locale={i18n.locale} arrow frozen={frozen} />
        </>
      }
      cellSpan={4}
      trail={<StarButton symbol={symbol} />}
      onPress={() => onOpen(symbol)}
    />
  );
});
