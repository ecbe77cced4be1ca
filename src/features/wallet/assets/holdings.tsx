import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Currency } from "#protocol/api/platform.ts";
import { HIDDEN_AMOUNT, NO_NUMBER, formatMoney, formatSum } from "../../../lib/format.ts";
import { Card } from "../../../ui/lists/card.tsx";
import { ListRow } from "../../../ui/lists/list-row.tsx";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import styles from "./holdings.module.css";
import type { Holding, LockReason } from "./portfolio.ts";

/** Amounts that cannot be spent now: how much, why, and a link to where they are released. Renders nothing where all is available. */
export function HoldingLocks({
  holdings,
  hidden,
}: {
  holdings: readonly Holding[];
  hidden: boolean;
}) {
  const { t, i18n } = useLingui();
  const locked = holdings.flatMap(({ flag, locked: parts }) =>
    parts.map((part) => ({ flag, ...part })),
  );
  if (locked.length === 0) return null;
  return (
    <div className={styles.frame}>
      <Card title={t`Locked`}>
        <ul>
          {locked.map(({ flag, reason, amount }) => (
            <li key={`${flag} ${reason}`} className={styles.row}>
              <span>
                {formatMoney(amount, flag, i18n.locale, { hidden })} {i18n._(lockMessages[reason])}
              </span>
              <span className={styles.links}>
                <LockLinks reason={reason} hasContracts={flag === "USDT"} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function LockLinks({
  reason,
  hasContracts,
}: {
  reason: LockReason;
  hasContracts: boolean;
}): ReactNode {
  switch (reason) {
    case "orders":
      return (
        <>
          <Link to="/coins" search={{ tab: "pending" }} className={styles.link}>
            <Trans>Coin orders</Trans>
          </Link>
          {hasContracts && (
            <Link to="/contracts" search={{ tab: "pending" }} className={styles.link}>
              <Trans>Contract orders</Trans>
            </Link>
          )}
        </>
      );
    case "withdrawals":
      return (
        <Link to="/withdraw" className={styles.link}>
          <Trans>Withdrawals</Trans>
        </Link>
      );
    case "positions":
      return (
        <Link to="/contracts" search={{ tab: "position" }} className={styles.link}>
          <Trans>Positions</Trans>
        </Link>
      );
    case "seconds":
      return (
        <Link to="/seconds" search={{ tab: "running" }} className={styles.link}>
          <Trans>Seconds contracts</Trans>
        </Link>
      );
  }
}

/** Values are given in this currency; for a balance of it the value would repeat the amount. */
const worthIn = "USDT";

interface HoldingRowProps {
  holding: Holding;
  currency: Currency | undefined;
  hidden: boolean;
}

/** A held currency: available, locked and for what, and its value. Links to the page of the currency. */
export function HoldingRow({ holding, currency, hidden }: HoldingRowProps) {
  const { i18n } = useLingui();
  const amount = (text: string) =>
    hidden ? HIDDEN_AMOUNT : formatSum(text, holding.flag, i18n.locale);
  const locked = holding.locked
    .map((part) => `${amount(part.amount)} ${i18n._(lockMessages[part.reason])}`)
    .join(", ");
  const value =
    holding.flag === worthIn
      ? undefined
      : holding.usdtValue === null
        ? NO_NUMBER
        : `≈ ${formatMoney(holding.usdtValue, worthIn, i18n.locale, { hidden })}`;
  return (
    <ListRow
      lead={<LoadedCoinIcon code={holding.flag} />}
      title={holding.flag}
      detail={locked === "" ? currency?.name : locked}
      value={amount(holding.available)}
      valueDetail={value}
      chevron
      link={(link) => (
        <Link
          to="/currency/detail"
          search={{ symbol: currency?.symbol || holding.flag.toLowerCase() }}
          {...link}
        />
      )}
    />
  );
}

/** Stands behind an amount: what locks it. */
const lockMessages: Record<LockReason, MessageDescriptor> = {
  orders: msg`in open orders`,
  withdrawals: msg`in withdrawals`,
  positions: msg`in positions`,
  seconds: msg`in seconds contracts`,
};
