import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { Bill } from "#protocol/api/wallet.ts";
import { formatSum, formatTime, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { buttonClass } from "../../../ui/actions/button.tsx";
import type { BillFilters } from "./bill-filters.ts";
import { useBillTitle } from "./bill-messages.ts";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import styles from "./order-bills.module.css";

export interface OrderBillsProps {
  /** Undefined until they are loaded. */
  bills: readonly Bill[] | undefined;
  /** Whether the history has more than these. */
  isPart: boolean;
  /** The filters for a link to the history; undefined where the history itself shows the order. */
  history: BillFilters | undefined;
}

/** The bills of an order, newest first. */
export function OrderBills({ bills, isPart, history }: OrderBillsProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const titleOf = useBillTitle();
  if (bills === undefined || bills.length === 0) return null;
  return (
    <section aria-label={t`Entries in the history`}>
      <div className={styles.head}>
        <h3 className={styles.heading}>
          <Trans>Entries in the history</Trans>
        </h3>
        {history && (
          <Link
            to="/history"
            search={history}
            className={buttonClass({ look: "quiet", size: "small" })}
          >
            <Trans>History</Trans>
          </Link>
        )}
      </div>
      <ul>
        {bills.map((bill) => (
          <li key={bill.id} className={styles.bill}>
            <p className={styles.line}>
              <span>{titleOf(bill)}</span>
              <span>
                {hidden
                  ? HIDDEN_AMOUNT
                  : formatSum(bill.amount, bill.flag, i18n.locale, {
                      signed: true,
                      whole: true,
                    })}{" "}
                {bill.flag}
              </span>
            </p>
            <p className={styles.time}>
              {formatTime(bill.create_time, i18n.locale, { seconds: true })}
            </p>
          </li>
        ))}
      </ul>
      {isPart && (
        <p className={styles.part}>
          <Trans>Older ones stand in the history.</Trans>
        </p>
      )}
    </section>
  );
}
