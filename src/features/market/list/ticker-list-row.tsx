import { useLingui } from "@lingui/react/macro";
import {
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { ChangePlace } from "../../../ui/figures/change.tsx";
import { PricePlace } from "../../../ui/figures/price.tsx";
import { Sparkline } from "../../../ui/figures/sparkline.tsx";
import { ListRow } from "../../../ui/lists/list-row.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { FavouriteButton } from "../favourites/favourite-button.tsx";
import { AgeMark } from "../feed/age-mark.tsx";
import { marketStore } from "../feed/market-store.ts";
import { symbolName } from "../feed/symbol-name.ts";
import { useFreshness } from "../feed/use-ticker.ts";
import { followFigures } from "./follow-figures.ts";
import { sparklineStore } from "./sparkline-store.ts";
import styles from "./ticker-list.module.css";

interface TickerListRowProps {
  symbol: string;
  decimals: number | undefined;
  onOpen: (symbol: string) => void;
  /** Of further columns; the same function while they are the same. */
  cells?: ((symbol: string) => ReactNode) | undefined;
}

/** One market of the list. Its figures are written without React; the row renders again when its freshness changes. */
export const TickerListRow = memo(function TickerListRow({
  symbol,
  decimals,
  onOpen,
  cells,
}: TickerListRowProps) {
  const { t, i18n } = useLingui();
  const freshness = useFreshness(symbol);
  const frozen = freshness.state === "frozen";
  const isLive = freshness.state === "live";
  const [base = "", quote] = symbolName(symbol, marketStore.ticker(symbol)).split("/");
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
        { decimals, locale: i18n.locale, formatVolume: (volume) => t`Vol ${volume}` },
      ),
    [symbol, decimals, i18n.locale, isLive, t],
  );

  return (
    <ListRow
      lead={<LoadedCoinIcon code={base} />}
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
      // Further columns take its room.
      middle={
        cells === undefined ? (
          <span ref={shape} className={styles.spark} data-place="shape">
            <RowSparkline symbol={symbol} />
          </span>
        ) : undefined
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
      cells={cells?.(symbol)}
      trail={<FavouriteButton symbol={symbol} />}
      onPress={() => onOpen(symbol)}
    />
  );
});

const none: readonly number[] = [];

/** The shape of the last 24 hours, once it is known. Its parent reserves the space and sets the colour by `data-direction`. */
function RowSparkline({ symbol }: { symbol: string }) {
  const follow = useCallback(
    (listener: () => void) => sparklineStore.follow(symbol, listener),
    [symbol],
  );
  const values =
    useSyncExternalStore(
      follow,
      () => sparklineStore.closes(symbol),
      () => none,
    ) ?? none;
  return <Sparkline values={values} width={56} height={28} />;
}
