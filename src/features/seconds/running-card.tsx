import { Trans, useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { formatRelative } from "../../lib/format.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/action-icons.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Progress } from "../../ui/progress.tsx";
import { StatGrid } from "../../ui/stat-grid.tsx";
import { Tag } from "../../ui/tag.tsx";
import { countdownText } from "../market/candle-end.ts";
import { symbolText } from "../market/symbol-text.ts";
import { useVenueSecond } from "../market/venue-second.ts";
import { useOnline } from "../platform/use-online.ts";
import { ifRight, outlookOf } from "./running-outlook.ts";
import { momentOf, type RunningMoment } from "./running-stage.ts";
import { useRunningAge } from "./use-running-age.ts";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./running-card.module.css";

export interface RunningCardProps {
  order: SecondsOrder;
  /** When it was read, Unix ms of this device. */
  at: number;
}

/** A contract in delivery: what was staked on what, what it would pay now, and the time left by the venue's clock, which nothing stops. */
export function RunningCard({ order, at }: RunningCardProps) {
  const { t, i18n } = useLingui();
  const words = useRunningWords();
  const second = useVenueSecond();
  const ageSec = useRunningAge(at);
  const moment = momentOf(order, second * 1000);
  const isFresh = ageSec === 0 && order.current_price !== null;
  const outlook =
    moment.stage === "running" || moment.stage === "delivering" ? outlookOf(order) : undefined;
  const right = ifRight(order);
  const { currency, price_precision: precision } = order;
  const lock = moment.leftSec;
  return (
    <article className={styles.card} aria-label={words.name(order)}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Tag
            tone={order.direction}
            icon={
              order.direction === "up" ? <ArrowUpIcon size={16} /> : <ArrowDownIcon size={16} />
            }
          >
            {words.side(order.direction)}
          </Tag>
          <span>{symbolText(order.symbol)}</span>
          <span>{t`${order.time} s`}</span>
        </span>
        <span
          className={styles.left}
          role="timer"
          aria-label={moment.stage === "locking" ? t`Until the price locks` : t`Until delivery`}
        >
          {moment.stage === "delivering" ? "00:00" : countdownText(moment.leftSec)}
        </span>
      </div>
      <Standing order={order} moment={moment} outlook={outlook} isFresh={isFresh} />
      <div className={styles.bar}>
        <Progress bare label={t`Time from price lock to delivery`} value={moment.share} />
      </div>
      <StatGrid
        stats={[
          { label: t`Stake`, value: words.money(order.amount, currency) },
          { label: t`If right`, value: right ? words.money(right.payout, currency) : "–" },
          { label: t`Odds`, value: words.odds(order.odds) },
          {
            label: t`Entry price`,
            value:
              moment.stage === "locking"
                ? t`Locks in ${lock} s`
                : order.open_price === null
                  ? t`Being made`
                  : words.price(order.open_price, precision),
          },
          {
            label: isFresh ? t`Index now` : t`Last index`,
            value: (
              <span className={isFresh ? undefined : styles.pale}>
                {words.sample(order.current_price, precision)}
              </span>
            ),
          },
          { label: t`Delivery at`, value: words.moment(order.t1) },
        ]}
      />
      {!isFresh && moment.stage !== "delivering" && (
        <p className={styles.soft}>
          {order.current_price === null ? (
            <Trans>
              The venue has no fresh price at present. The time runs on; without prices for the exit
              the stake comes back.
            </Trans>
          ) : (
            <Trans>
              The price is from {formatRelative(0, ageSec * 1000, i18n.locale)}. The time runs on
              all the same.
            </Trans>
          )}
        </p>
      )}
    </article>
  );
}

function Standing({
  order,
  moment,
  outlook,
  isFresh,
}: {
  order: SecondsOrder;
  moment: RunningMoment;
  outlook: ReturnType<typeof outlookOf>;
  isFresh: boolean;
}) {
  const { t } = useLingui();
  const words = useRunningWords();
  const online = useOnline();
  if (moment.stage === "delivering") {
    return (
      <p className={styles.state}>
        <span className={styles.standing}>
          {online ? t`Delivery in progress` : t`Result pending`}
        </span>
        <span className={styles.soft}>
          {!online ? (
            <Trans>
              You are offline. The venue settles it; the result is fetched once you are back.
            </Trans>
          ) : moment.late ? (
            <Trans>
              It takes longer than usual. However late, only the prices of its own seconds count.
            </Trans>
          ) : (
            <Trans>The venue makes the exit price.</Trans>
          )}
        </span>
      </p>
    );
  }
  const lock = moment.leftSec;
  if (moment.stage === "locking")
    return (
      <p className={styles.state}>
        <span className={styles.standing}>{t`The price locks in ${lock} s`}</span>
      </p>
    );
  if (!outlook)
    return (
      <p className={styles.state}>
        <span className={styles.standing}>
          {moment.stage === "entering"
            ? t`The entry price is being made`
            : t`No price to compare with`}
        </span>
      </p>
    );
  const [payout, net] = [
    words.money(outlook.payout, order.currency),
    words.signed(outlook.net, order.currency),
  ];
  return (
    <p className={isFresh ? styles.state : classNames(styles.state, styles.pale)}>
      <span className={styles.standing} data-result={isFresh ? outlook.result : undefined}>
        {outlook.result === "win" ? t`Winning` : outlook.result === "lose" ? t`Losing` : t`Level`}
      </span>
      <span className={styles.soft}>
        {isFresh
          ? t`At this price it pays ${payout} (${net})`
          : t`At that price it would have paid ${payout} (${net})`}
      </span>
    </p>
  );
}
