import { useLingui } from "@lingui/react/macro";
import { memo, useLayoutEffect, useRef } from "react";
import { ChangePlace } from "../../ui/change.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { PricePlace } from "../../ui/price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { AgeMark } from "./age-mark.tsx";
import { followFigures } from "./follow-figures.ts";
import { marketStore } from "./market-store.ts";
import { RowSparkline } from "./row-sparkline.tsx";
import { StarButton } from "./star-button.tsx";
import { symbolText } from "./symbol-text.ts";
import { useFreshness } from "./use-ticker.ts";
import styles from "./ticker-list.module.css";

export interface TickerListRowProps {
  symbol: string;
  decimals: number | undefined;
  onOpen: (symbol: string) => void;
}

/** One market of the list. Its figures move by themselves; the row is drawn anew when its age turns. */
export const TickerListRow = memo(function TickerListRow({
  symbol,
  decimals,
  onOpen,
}: TickerListRowProps) {
  const { t, i18n } = useLingui();
  const freshness = useFreshness(symbol);
  const frozen = freshness.state === "frozen";
  const isLive = freshness.state === "live";
  const [base = "", quote] = symbolText(symbol, marketStore.ticker(symbol)).split("/");
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  const volumePlace = useRef<HTMLSpanElement>(null);
  const shape = useRef<HTMLSpanElement>(null);

  useLayoutEffect(
    () =>
      followFigures(
        symbol,
        {
          price: price.current,
          change: change.current,
          shape: shape.current,
          volume: volumePlace.current,
        },
        { decimals, locale: i18n.locale, sayVolume: (volume) => t`Vol ${volume}` },
      ),
    [symbol, decimals, i18n.locale, isLive, t],
  );

  return (
    <ListRow
      lead={<CoinPicture code={base} />}
      title={
        <>
          {base}
          {quote !== undefined && <span className={styles.quote}>/{quote}</span>}
        </>
      }
      detail={
        isLive ? (
          <span key="volume" ref={volumePlace} data-place="volume" />
        ) : (
          <AgeMark key="age" fact={freshness} short />
        )
      }
      middle={
        <span ref={shape} className={styles.spark} data-place="shape">
          <RowSparkline symbol={symbol} />
        </span>
      }
      value={
        <>
          <VisuallyHidden>{t`Price`} </VisuallyHidden>
          <PricePlace ref={price} frozen={frozen} />
        </>
      }
      valueDetail={
        <>
          <VisuallyHidden>{t`24 h change`} </VisuallyHidden>
          <ChangePlace ref={change} frozen={frozen} />
        </>
      }
      cellSpan={4}
      trail={<StarButton symbol={symbol} />}
      onPress={() => onOpen(symbol)}
    />
  );
});
