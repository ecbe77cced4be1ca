import { Trans, useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import type { CandleFeed } from "./candle-feed.ts";
import { formatCandleTime } from "./candle-time.ts";
import styles from "./market-chart.module.css";

const rowCount = 60;
// What scrolls must be reachable by key.
const scroller = { tabIndex: 0 };

/** The newest candles in figures, for those who read instead of look. */
export function CandleTable({ feed, decimals, caption }: { feed: CandleFeed; decimals: number; caption: string }) {
  const { t, i18n } = useLingui();
  useSyncExternalStore(feed.subscribe, feed.version, feed.version);
  const { columns } = feed;
  const from = Math.max(0, columns.length - rowCount);
  const candles = Array.from({ length: columns.length - from }, (_, at) => columns.candleAt(columns.length - 1 - at)).filter((candle) => candle !== undefined);
  const price = (value: number) => formatPrice(value, decimals, i18n.locale);

  return (
    <section className={styles.tableFrame} aria-label={t`Candles as a table`} {...scroller}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col"><Trans>Begins</Trans></th>
            <th scope="col"><Trans>Open</Trans></th>
            <th scope="col"><Trans>High</Trans></th>
            <th scope="col"><Trans>Low</Trans></th>
            <th scope="col"><Trans>Close</Trans></th>
            <th scope="col"><Trans>Volume</Trans></th>
          </tr>
        </thead>
        <tbody>
          {candles.map((candle) => (
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
