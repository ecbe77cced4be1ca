import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Bill } from "#protocol/wallet.ts";
import { formatSignedSum, formatSum, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { CoinIcon } from "../../ui/coin-icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { useBillTitle } from "./use-bill-type-text.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import styles from "./bill-row.module.css";

export interface BillRowProps {
  bill: Bill;
  /** Address of a picture; the currency's own when left out. */
  icon?: string | undefined;
  /** A word for an entry that is not simply booked. */
  status?: ReactNode;
  onPress: () => void;
}

/** One change of a balance: what, how much, what was left, when. */
export function BillRow({ bill, icon, status, onPress }: BillRowProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const titleOf = useBillTitle();
  const when = new Intl.DateTimeFormat(i18n.locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(bill.create_time);
  const gain = !hidden && !bill.amount.startsWith("-");
  const after =
    bill.balance_after === null
      ? undefined
      : hidden
        ? HIDDEN_AMOUNT
        : formatSum(bill.balance_after, bill.flag, i18n.locale);
  return (
    <ListRow
      lead={
        icon === undefined ? (
          <CoinPicture code={bill.flag} size={28} />
        ) : (
          <CoinIcon code={bill.flag} url={icon} size={28} />
        )
      }
      title={<span className={styles.title}>{titleOf(bill)}</span>}
      detail={
        status ? (
          <span className={styles.detail}>
            {when} {status}
          </span>
        ) : (
          when
        )
      }
      value={
        <span className={styles.amount} data-gain={gain || undefined}>
          {hidden ? HIDDEN_AMOUNT : formatSignedSum(bill.amount, bill.flag, i18n.locale)}{" "}
          {bill.flag}
        </span>
      }
      valueDetail={after === undefined ? undefined : t`Balance ${after}`}
      onPress={onPress}
    />
  );
}
