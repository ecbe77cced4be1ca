import { Trans, useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { subscribeClockTick, useClockTick } from "../../../api/clock-tick.ts";
import { classNames } from "../../../lib/class-names.ts";
import { shortCountdown } from "../../../lib/countdown.ts";
import { formatRelative } from "../../../lib/format.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons/action-icons.tsx";
import { StatGrid } from "../../../ui/lists/key-values.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { useOnline } from "../../platform/use-online.ts";
import { ifRight, outlookOf } from "../figures/payout-figures.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import styles from "./running-card.module.css";
import { type RunningMoment, momentOf } from "./running-stage.ts";

interface RunningCardProps {
  order: SecondsOrder;
  /** When the order was read, Unix ms of this device. */
  at: number;
}

/** A running contract: its stake and call, what it would pay now, and the time left on the venue clock. */
export function RunningCard({ order, at }: RunningCardProps) {
  const { t, i18n } = useLingui();
  const messages = useSecondsOrderMessages();
  const second = useClockTick();
  const ageSec = useRunningAge(at);
  const moment = momentOf(order, second * 1000);
  const isFresh = ageSec === 0 && order.current_price !== null;
  const outlook =
    moment.stage === "running" || moment.stage === "delivering" ? outlookOf(order) : undefined;
  const right = ifRight(order);
  const { currency, price_precision: precision } = order;
  const lock = moment.leftSec;
  return (
    <article className={styles.card} aria-label={messages.name(order)}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Tag
            tone={order.direction}
            icon={
              order.direction === "up" ? <ArrowUpIcon size={16} /> : <ArrowDownIcon size={16} />
            }
          >
            {messages.side(order.direction)}
          </Tag>
          <span>{symbolName(order.symbol)}</span>
          <span>{t`${order.time} s`}</span>
        </span>
        <span
          className={styles.left}
          role="timer"
          aria-label={moment.stage === "locking" ? t`Until the price locks` : t`Until delivery`}
        >
          {moment.stage === "delivering" ? "00:00" : shortCountdown(moment.leftSec * 1000)}
        </span>
      </div>
      <RunningStatus order={order} moment={moment} outlook={outlook} isFresh={isFresh} />
      <div className={styles.bar}>
        <Progress bare label={t`Time from price lock to delivery`} value={moment.share} />
      </div>
      <StatGrid
        stats={[
          { label: t`Stake`, value: messages.money(order.amount, currency) },
          { label: t`If right`, value: right ? messages.money(right.payout, currency) : "–" },
          { label: t`Odds`, value: messages.odds(order.odds) },
          {
            label: t`Entry price`,
            value:
              moment.stage === "locking"
                ? t`Locks in ${lock} s`
                : order.open_price === null
                  ? t`Being made`
                  : messages.price(order.open_price, precision),
          },
          {
            label: isFresh ? t`Index now` : t`Last index`,
            value: (
              <span className={isFresh ? undefined : styles.pale}>
                {messages.sample(order.current_price, precision)}
              </span>
            ),
          },
          { label: t`Delivery at`, value: messages.moment(order.t1) },
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

function RunningStatus({
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
  const messages = useSecondsOrderMessages();
  const online = useOnline();
  if (moment.stage === "delivering") {
    return (
      <p className={styles.state}>
        <span className={styles.status}>
          {online ? t`Delivery in progress` : t`Result pending`}
        </span>
        <span className={styles.soft}>
          {!online ? (
            <Trans>
              You are offline. The venue settles it; the result is fetched once you are back.
            </Trans>
          ) : moment.isOverdue ? (
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
        <span className={styles.status}>{t`The price locks in ${lock} s`}</span>
      </p>
    );
  if (!outlook)
    return (
      <p className={styles.state}>
        <span className={styles.status}>
          {moment.stage === "entering"
            ? t`The entry price is being made`
            : t`No price to compare with`}
        </span>
      </p>
    );
  const [payout, net] = [
    messages.money(outlook.payout, order.currency),
    messages.signed(outlook.net, order.currency),
  ];
  return (
    <p className={isFresh ? styles.state : classNames(styles.state, styles.pale)}>
      <span className={styles.status} data-result={isFresh ? outlook.result : undefined}>
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

/** The index has a sample each second, so an older figure is shown with its age. */
const freshMs = 5000;

/** Seconds since something was read (`at`: Unix ms of this device); 0 while that is fresh. */
function useRunningAge(at: number): number {
  const read = () => {
    const ageMs = Date.now() - at;
    return ageMs < freshMs ? 0 : Math.floor(ageMs / 1000);
  };
  return useSyncExternalStore(subscribeClockTick, read, read);
}
