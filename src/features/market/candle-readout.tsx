import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import { Change } from "../../ui/change.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { formatCandleTime } from "./candle-time.ts";
import styles from "./market-chart.module.css";

/** The figures of the candle under the crosshair, over the top of the chart. */
export function CandleReadout({
  feed,
  timeSec,
  decimals,
}: {
  feed: CandleFeed;
  timeSec: number;
  decimals: number;
}) {
  const { t, i18n } = useLingui();
  const candle = useSyncExternalStore(
    feed.subscribe,
    () => feed.candle(timeSec),
    () => undefined,
  );
  if (!candle) return null;

  const price = (value: number) => formatPrice(value, decimals, i18n.locale);
  const change = candle.open > 0 ? ((candle.close - candle.open) / candle.open) * 100 : 0;
  return (
    <p className={styles.readout}>
      <span>{formatCandleTime(candle.id, feed.stepSec, i18n.locale)}</span>
      <span>
        <abbr title={t({ message: "Open", context: "opening price" })}>
          {t({ message: "O", context: "opening price" })}
        </abbr>{" "}
        {price(candle.open)}
      </span>
      <span>
        <abbr title={t`High`}>{t({ message: "H", context: "highest price" })}</abbr>{" "}
        {price(candle.high)}
      </span>
      <span>
        <abbr title={t`Low`}>{t({ message: "L", context: "lowest price" })}</abbr>{" "}
        {price(candle.low)}
      </span>
      <span>
        <abbr title={t({ message: "Close", context: "closing price" })}>
          {t({ message: "C", context: "closing price" })}
        </abbr>{" "}
        {price(candle.close)}
      </span>
      <span>
        <abbr title={t`Volume`}>{t({ message: "V", context: "volume" })}</abbr>{" "}
        {formatCompact(candle.vol, i18n.locale)}
      </span>
      <Change value={change} locale={i18n.locale} />
    </p>
  );
}
