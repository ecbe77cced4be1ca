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
  linked: (bill: Bill) => ReactNode;
}

/** All facts of one bill, and the order it belongs to. */
export function BillDetail({ bill, onClose, linked }: BillDetailProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const titleOf = useBillTitle();
  const meaning = useBillMeaning();
  const statusOf = useBillStatus();
  const last = useLast(bill);
  const amount = (shown: string) => (hidden ? HIDDEN_AMOUNT : shown);

  return (
    <Sheet
      open={bill !== null}
      onClose={onClose}
      title={last ? titleOf(last) : ""}
      closeLabel={t`Close`}
    >
      {last && (
        <div className={styles.detail}>
          <div>
            <p
              className={styles.amount}
              data-gain={(!hidden && !last.amount.startsWith("-")) || undefined}
            >
              {amount(
                formatSum(last.amount, last.flag, i18n.locale, { signed: true, whole: true }),
              )}{" "}
              {last.flag}
            </p>
            {meaning(last) !== undefined && <p className={styles.meaning}>{meaning(last)}</p>}
          </div>
          <KeyValues>
            <KeyValue label={t`Status`}>
              <BillStatus status={statusOf(last)} />
            </KeyValue>
            <KeyValue label={t`Time`}>{formatDateTime(last.create_time, i18n.locale)}</KeyValue>
            {last.balance_after !== null && (
              <KeyValue label={t`Available after`}>
                {amount(formatSum(last.balance_after, last.flag, i18n.locale, { whole: true }))}{" "}
                {last.flag}
              </KeyValue>
            )}
            {last.remark !== "" && <KeyValue label={t`Remark`}>{last.remark}</KeyValue>}
          </KeyValues>
          <TechnicalDetails>
            <KeyValues dense>
              <KeyValue
                label={t`Entry number`}
                explanation={t`Names this entry alone. Give it when you ask the venue about it.`}
              >
                <span className={styles.id}>
                  {last.id}
                  <CopyButton
                    text={last.id}
                    label={t`Copy the entry's number`}
                    copiedLabel={t`Copied`}
                  />
                </span>
              </KeyValue>
              {last.journal_id !== undefined && (
                <KeyValue
                  label={t`Booking number`}
                  explanation={t`The movement in the venue's books. All entries it made have the same number, and together they balance.`}
                >
                  {last.journal_id}
                </KeyValue>
              )}
            </KeyValues>
          </TechnicalDetails>
          {linked(last)}
        </div>
      )}
    </Sheet>
  );
}
