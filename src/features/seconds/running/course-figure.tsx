import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { type SecondsOrder, secondsStatus } from "#protocol/api/seconds-order.ts";
import { shortCountdown } from "../../../lib/countdown.ts";
import { formatPrice, formatRelative, formatTime } from "../../../lib/format.ts";
import { type CourseBet, CourseChart } from "../../../ui/chart/course-chart.ts";
import { Change } from "../../../ui/figures/change.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons/action-icons.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { usePriceDecimals } from "../../market/feed/use-ticker.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { outlookOf } from "../figures/payout-figures.ts";
import { runningSecondsQuery } from "../figures/seconds-queries.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import styles from "./course-figure.module.css";
import { momentOf } from "./running-stage.ts";
import { useIndexCourse } from "./use-index-course.ts";

const noOrders: readonly SecondsOrder[] = [];

/** The index second by second with the contracts that run on it, and each contract's state over it. */
export function CourseFigure({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const authorized = useAtomValue(authorizedAtom);
  const running = useQuery({ ...runningSecondsQuery(), enabled: authorized });
  const orders = authorized ? (running.data?.list ?? noOrders) : noOrders;
  const own = orders
    .filter((order) => order.symbol === symbol && order.status === secondsStatus.inDelivery)
    .toSorted((a, b) => a.t1 - b.t1);
  const decimals = usePriceDecimals(symbol);
  const { samples, nowSec, ageSec, isStale, failed } = useIndexCourse(symbol);
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CourseChart | null>(null);

  useEffect(() => {
    if (!host.current) return;
    const made = new CourseChart(host.current);
    setChart(made);
    return () => made.destroy();
  }, []);

  const age = ageSec === undefined ? "" : formatRelative(0, ageSec * 1000, locale, { brief: true });
  const [soonest] = own;
  const left = soonest && momentOf(soonest, nowSec * 1000).leftSec;
  const price = (value: number) => formatPrice(value, decimals, locale);

  useEffect(() => {
    chart?.show({
      samples,
      nowSec,
      isStale,
      bets: own.map(({ direction, t0, t1, open_price: entry }): CourseBet => ({
        direction,
        startSec: t0 / 1000,
        endSec: t1 / 1000,
        entry: entry === null ? undefined : Number(entry),
      })),
      texts: {
        price,
        time: (sec) => formatTime(sec * 1000, locale),
        note: isStale ? age : left === undefined ? "" : shortCountdown(left * 1000),
      },
    });
  });

  const name = symbolName(symbol);
  const newest = samples.at(-1);
  const now = newest ? price(newest.price) : "";
  return (
    <figure className={styles.figure} aria-label={t`Index of ${name}, second by second`}>
      <div
        ref={host}
        role="img"
        className={styles.plot}
        aria-label={
          newest === undefined
            ? t`No index yet`
            : isStale
              ? t`Last index ${now}, ${age}`
              : t`Index now ${now}`
        }
      />
      {newest === undefined && (
        <p className={styles.veil}>
          {failed ? <Trans>The index did not arrive. It is asked for again.</Trans> : <Skeleton />}
        </p>
      )}
      {own.length > 0 && (
        <ul className={styles.bets} aria-label={t`Running on this market`}>
          {own.map((order) => (
            <li key={order.id}>
              <Bet order={order} nowMs={nowSec * 1000} isFresh={!isStale} />
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** A running contract in one line: its call and stake, what it would win or lose now, and the time left. */
function Bet({ order, nowMs, isFresh }: { order: SecondsOrder; nowMs: number; isFresh: boolean }) {
  const { i18n } = useLingui();
  const messages = useSecondsOrderMessages();
  const moment = momentOf(order, nowMs);
  const outlook = isFresh && moment.stage === "running" ? outlookOf(order) : undefined;
  return (
    <span className={styles.bet}>
      <span className={styles.side} data-side={order.direction}>
        {order.direction === "up" ? <ArrowUpIcon size={16} /> : <ArrowDownIcon size={16} />}
        {messages.side(order.direction)}
      </span>
      {outlook && !messages.hidden && (
        <Change value={outlook.net} currency={order.currency} bare locale={i18n.locale} />
      )}
      <span className={styles.left}>
        {moment.stage === "delivering" ? "00:00" : shortCountdown(moment.leftSec * 1000)}
      </span>
    </span>
  );
}
