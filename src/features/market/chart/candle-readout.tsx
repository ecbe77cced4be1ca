import { Trans, useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import type { ColumnCandle } from "../../../lib/candle-columns.ts";
import { formatCompact, formatPrice } from "../../../lib/format.ts";
import { Change } from "../../../ui/figures/change.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { formatCandleTime } from "./candle-time.ts";
import styles from "./market-chart.module.css";

/** The figures of the candle under the crosshair, above the chart. A press on them lets the candle go. */
export function CandleReadout({
  feed,
  timeSec,
  decimals,
  onLeave,
}: {
  feed: CandleFeed;
  timeSec: number;
  decimals: number;
  onLeave: () => void;
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
    <p className={styles.readout} onPointerDown={onLeave}>
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

const rowCount = 60;
const none: readonly ColumnCandle[] = [];
// A scrolling region must be reachable by keyboard.
const scroller = { tabIndex: 0 };

/** The newest candles as a table with a summary, in place of the chart. */
export function CandleTable({
  feed,
  decimals,
  describe,
}: {
  feed: CandleFeed;
  decimals: number;
  describe: (candles: readonly ColumnCandle[]) => string;
}) {
  const { t, i18n } = useLingui();
  const candles = useSyncExternalStore(
    feed.subscribe,
    () => feed.newest(rowCount),
    () => none,
  );
  const price = (value: number) => formatPrice(value, decimals, i18n.locale);

  return (
    <section className={styles.tableFrame} aria-label={t`Candles as a table`} {...scroller}>
      <p className={styles.course}>{describe(candles)}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Begins</Trans>
            </th>
            <th scope="col">
              <Trans context="opening price">Open</Trans>
            </th>
            <th scope="col">
              <Trans>High</Trans>
            </th>
            <th scope="col">
              <Trans>Low</Trans>
            </th>
            <th scope="col">
              <Trans context="closing price">Close</Trans>
            </th>
            <th scope="col">
              <Trans>Volume</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map((candle) => (
            <tr key={candle.id}>
              <th scope="row">{formatCandleTime(candle.id, feed.stepSec, i18n.locale)}</th>
              <td>{price(candle.open)}</td>
              <td>{price(candle.high)}</td>
              <td>{price(candle.low)}</td>
              <td>{price(candle.close)}</td>
              <td>{formatCompact(candle.vol, i18n.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
