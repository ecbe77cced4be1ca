import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { useAtomValue } from "jotai";
import { useClockTick } from "../../api/clock-tick.ts";
import { shortCountdown } from "../../lib/countdown.ts";
import { HIDDEN_AMOUNT } from "../../lib/format.ts";
import { Change } from "../../ui/figures/change.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons/action-icons.tsx";
import { ClockIcon } from "../../ui/icons/status-icons.tsx";
import { moneyText } from "../contracts/figures/contract-figures.ts";
import { positionsQuery } from "../contracts/figures/contract-queries.ts";
import { usePositionFacts } from "../contracts/figures/use-position-facts.ts";
import { AgeMark } from "../market/feed/age-mark.tsx";
import { useDataSaver } from "../market/feed/data-saver.ts";
import { symbolName } from "../market/feed/symbol-name.ts";
import { useOnline } from "../platform/use-online.ts";
import { outlookOf } from "../seconds/figures/payout-figures.ts";
import { runningSecondsQuery } from "../seconds/figures/seconds-queries.ts";
import { momentOf } from "../seconds/running/running-stage.ts";
import { useOrderPollMs } from "../trade/own-orders/use-own-stream.ts";
import { hideAmountsAtom } from "../wallet/assets/wallet-atoms.ts";
import styles from "./my-home.module.css";

/** A running contract's price is a sample a second. */
const runningPollMs = { usual: 1000, saving: 3000 } as const;
/** A price older than this is shown no more. */
const priceAgedMs = 3000;

/** What is open: running seconds contracts, the soonest first, then positions. Each leads to its screen. */
export function MyTrades() {
  const { t } = useLingui();
  const pollMs = useOrderPollMs();
  const saving = useDataSaver();
  const positions = useQuery({ ...positionsQuery(), refetchInterval: pollMs }).data?.list ?? [];
  const running = useQuery({
    ...runningSecondsQuery(),
    refetchInterval: ({ state }) =>
      state.data?.list.length ? (saving ? runningPollMs.saving : runningPollMs.usual) : pollMs,
  });
  const orders = (running.data?.list ?? []).toSorted((a, b) => a.t1 - b.t1);
  if (positions.length + orders.length === 0) return null;
  return (
    <ul className={styles.trades} data-trades="" aria-label={t`What you have open`}>
      {orders.map((order) => (
        <li key={order.id}>
          <RunningTrade order={order} at={running.dataUpdatedAt} />
        </li>
      ))}
      {positions.map((position) => (
        <li key={position.id}>
          <PositionTrade position={position} />
        </li>
      ))}
    </ul>
  );
}

/** A running contract: its call, what it would win or lose now, and the time that is left. `at`: when it was read, Unix ms. */
function RunningTrade({ order, at }: { order: SecondsOrder; at: number }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const online = useOnline();
  const now = useClockTick() * 1000;
  const moment = momentOf(order, now);
  const isFresh = online && now - at < priceAgedMs;
  const outlook = isFresh && moment.stage === "running" ? outlookOf(order) : undefined;
  return (
    <Link to="/seconds" search={{ symbol: order.symbol, tab: "running" }} className={styles.trade}>
      <span className={styles.what}>
        <span className={styles.side} data-side={order.direction}>
          {order.direction === "up" ? <ArrowUpIcon size={16} /> : <ArrowDownIcon size={16} />}
          {order.direction === "up"
            ? t({ context: "seconds contract", message: "Up" })
            : t({ context: "seconds contract", message: "Down" })}
        </span>{" "}
        {symbolName(order.symbol)}
      </span>
      {outlook && (
        <span>
          {hidden ? (
            HIDDEN_AMOUNT
          ) : (
            <Change value={outlook.net} currency={order.currency} bare locale={i18n.locale} />
          )}
        </span>
      )}
      <span
        className={styles.left}
        role="timer"
        aria-label={moment.stage === "locking" ? t`Until the price locks` : t`Until delivery`}
      >
        <ClockIcon size={16} />
        {moment.stage === "delivering" ? "00:00" : shortCountdown(moment.leftSec * 1000)}
      </span>
    </Link>
  );
}

/** A position: what it is, and what it wins or loses at the mark price. */
function PositionTrade({ position }: { position: ContractPosition }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { market, figures, age } = usePositionFacts(position);
  const profit = figures?.marked?.profit;
  const side = position.direction === "buy" ? "up" : "down";
  return (
    <Link
      to="/contracts"
      search={{ symbol: market?.symbol, tab: "position" }}
      className={styles.trade}
    >
      <span className={styles.what}>
        <span className={styles.side} data-side={side}>
          {position.direction === "buy" ? t`Long` : t`Short`} {position.lever_rate}×
        </span>{" "}
        {position.contract_code}
      </span>
      {age.state !== "live" && <AgeMark fact={age} short />}
      <span className={styles.left}>
        {hidden ? (
          HIDDEN_AMOUNT
        ) : (
          <Change
            value={profit === undefined ? undefined : moneyText(profit)}
            currency={market?.quote}
            locale={i18n.locale}
            frozen={age.state === "frozen"}
          />
        )}
      </span>
    </Link>
  );
}
