import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoney } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { lockTexts } from "./holding-lock-texts.ts";
import type { Holding, LockReason } from "./portfolio.ts";
import styles from "./holding-locks.module.css";

/** Amounts that cannot be spent now: how much, why, and where they are freed. Nothing where all is free. */
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
        <ul className={styles.list}>
          {locked.map(({ flag, reason, amount }) => (
            <li key={`${flag} ${reason}`} className={styles.row}>
              <span>
                {formatMoney(amount, flag, i18n.locale, { hidden })} {i18n._(lockTexts[reason])}
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
