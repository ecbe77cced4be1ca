import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { type Bill, billTypes } from "#protocol/api/wallet.ts";
import { HIDDEN_AMOUNT, formatDayTime, formatSum } from "../../../lib/format.ts";
import { CoinIcon } from "../../../ui/figures/coin-icon.tsx";
import { ListRow } from "../../../ui/lists/list-row.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import { waitingWithdrawalsQuery } from "../assets/wallet-queries.ts";
import { isBillType } from "./bill-filters.ts";
import { useBillTitle } from "./bill-messages.ts";
import styles from "./bill-row.module.css";

interface BillRowProps {
  bill: Bill;
  /** URL of an icon; that of the currency when left out. */
  icon?: string | undefined;
  /** A status tag for an entry that is not final. */
  status?: ReactNode;
  onPress: () => void;
}

/** One change of a balance: title, amount, balance after it, time. */
export function BillRow({ bill, icon, status, onPress }: BillRowProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const titleOf = useBillTitle();
  const when = formatDayTime(bill.create_time, i18n.locale);
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
          <LoadedCoinIcon code={bill.flag} size={28} />
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
          {hidden
            ? HIDDEN_AMOUNT
            : formatSum(bill.amount, bill.flag, i18n.locale, { signed: true })}{" "}
          {bill.flag}
        </span>
      }
      valueDetail={after === undefined ? undefined : t`Balance ${after}`}
      onPress={onPress}
    />
  );
}

/** The status of an entry: `pending` while its withdrawal is under review. */
export function useBillStatus(): (bill: Bill) => "pending" | "returned" | "other" | "final" {
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({ ...waitingWithdrawalsQuery(), enabled: authorized });
  const waiting = new Set(data?.list.map(({ id }) => id));
  return ({ type, ref_id: id }) => {
    if (type === billTypes.withdrawalApplication && waiting.has(id)) return "pending";
    if (type === billTypes.withdrawalFailed || type === billTypes.coinSellRejected)
      return "returned";
    return isBillType(type) && type !== billTypes.unknown ? "final" : "other";
  };
}

/** The status of an entry as a tag. */
export function BillStatus({ status }: { status: ReturnType<ReturnType<typeof useBillStatus>> }) {
  const { t } = useLingui();
  switch (status) {
    case "pending":
      return <Tag tone="info">{t`Pending review`}</Tag>;
    case "returned":
      return <Tag tone="warning">{t`Returned`}</Tag>;
    case "other":
      return <Tag>{t({ context: "kind of entry", message: "Other" })}</Tag>;
    case "final":
      return <Tag tone="success">{t({ context: "status of an entry", message: "Final" })}</Tag>;
  }
}
