import { Trans, useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import type { ColumnCandle } from "../../lib/columns.ts";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import type { CandleFeed } from "./candle-feed.ts";
import { formatCandleTime } from "./candle-time.ts";
import styles from "./market-chart.module.css";

const rowCount = 60;
const none: readonly ColumnCandle[] = [];
// What scrolls must be reachable by key.
const scroller = { tabIndex: 0 };

/** The newest candles in figures, for those who read instead of look. */
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
