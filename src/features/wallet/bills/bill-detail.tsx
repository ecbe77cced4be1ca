import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Bill } from "#protocol/api/wallet.ts";
import { formatDateTime, formatSum, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { TechnicalDetails } from "../../platform/technical-details.tsx";
import { BillStatus, useBillStatus } from "./bill-row.tsx";
import { useBillMeaning, useBillTitle } from "./bill-messages.ts";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import styles from "./bill-detail.module.css";

export interface BillDetailProps {
  /** The bill to show; null while closed. */
  bill: Bill | null;
  onClose: () => void;
  /** What it belongs to, read when it is shown; null where nothing more is known of it. */
  linked: (bill: Bill) => ReactNode;
}

/** All facts of one bill, and the order it belongs to, in a sheet. */
export function BillDetail({ bill, onClose, linked }: BillDetailProps) {
  const { t } = useLingui();
  const titleOf = useBillTitle();
  const last = useLast(bill);
  const more = last && linked(last);
  return (
    <Sheet
      open={bill !== null}
      onClose={onClose}
      title={last ? titleOf(last) : ""}
      closeLabel={t`Close`}
      tall={more !== null}
    >
      {last && <BillFacts bill={last} more={more} />}
    </Sheet>
  );
}

/** The same facts without a sheet: for a screen that has room for them beside the list. */
export function BillFacts({ bill, more }: { bill: Bill; more: ReactNode }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const meaning = useBillMeaning();
  const statusOf = useBillStatus();
  const amount = (shown: string) => (hidden ? HIDDEN_AMOUNT : shown);
  return (
    <div className={styles.detail}>
      <div>
        <p
          className={styles.amount}
          data-gain={(!hidden && !bill.amount.startsWith("-")) || undefined}
        >
          {amount(formatSum(bill.amount, bill.flag, i18n.locale, { signed: true, whole: true }))}{" "}
          {bill.flag}
        </p>
        {meaning(bill) !== undefined && <p className={styles.meaning}>{meaning(bill)}</p>}
      </div>
      <KeyValues>
        <KeyValue label={t`Status`}>
          <BillStatus status={statusOf(bill)} />
        </KeyValue>
        <KeyValue label={t`Time`}>{formatDateTime(bill.create_time, i18n.locale)}</KeyValue>
        {bill.balance_after !== null && (
          <KeyValue label={t`Available after`}>
            {amount(formatSum(bill.balance_after, bill.flag, i18n.locale, { whole: true }))}{" "}
            {bill.flag}
          </KeyValue>
        )}
        {bill.remark !== "" && <KeyValue label={t`Remark`}>{bill.remark}</KeyValue>}
      </KeyValues>
      <TechnicalDetails>
        <KeyValues dense>
          <KeyValue
            label={t`Entry number`}
            explanation={t`Names this entry alone. Give it when you ask the venue about it.`}
          >
            <span className={styles.id}>
              {bill.id}
              <CopyButton
                text={bill.id}
                label={t`Copy the entry's number`}
                copiedLabel={t`Copied`}
              />
            </span>
          </KeyValue>
          {bill.journal_id !== undefined && (
            <KeyValue
              label={t`Booking number`}
              explanation={t`The movement in the venue's books. All entries it made have the same number, and together they balance.`}
            >
              {bill.journal_id}
            </KeyValue>
          )}
        </KeyValues>
      </TechnicalDetails>
      {more}
    </div>
  );
}
