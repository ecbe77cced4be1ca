import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type ReactNode } from "react";
import type { Bill } from "#protocol/wallet.ts";
import { formatAmount, formatDateTime, formatSigned, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { billTypeMeanings } from "./bill-texts.ts";
import { isBillType } from "./bill-types.ts";
import { useBillTypeText } from "./use-bill-type-text.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import styles from "./bill-detail.module.css";

export interface BillDetailProps {
  /** The bill to show; null while closed. */
  bill: Bill | null;
  onClose: () => void;
  linked: (bill: Bill) => ReactNode;
}

/** One bill whole: what it was, its numbers and ids, and the order it belongs to. */
export function BillDetail({ bill, onClose, linked }: BillDetailProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const typeText = useBillTypeText();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(bill);
  if (bill && bill !== last) setLast(bill);
  const amount = (text: string) => (hidden ? HIDDEN_AMOUNT : text);

  return (
    <Sheet open={bill !== null} onClose={onClose} title={last ? typeText(last.type) : ""} closeLabel={t`Close`}>
      {last && (
        <div className={styles.detail}>
          <div>
            <p className={styles.amount} data-gain={!last.amount.startsWith("-") || undefined}>
              {amount(formatSigned(last.amount, i18n.locale))} {last.flag}
            </p>
            {isBillType(last.type) && <p className={styles.meaning}>{i18n._(billTypeMeanings[last.type])}</p>}
          </div>
          <KeyValues>
            <KeyValue label={t`Time`}>{formatDateTime(last.create_time, i18n.locale)}</KeyValue>
            {last.balance_after !== null && (
              <KeyValue label={t`Available after`}>{amount(formatAmount(last.balance_after, i18n.locale))} {last.flag}</KeyValue>
            )}
            {last.remark !== "" && <KeyValue label={t`Remark`}>{last.remark}</KeyValue>}
            <KeyValue label={t`Record`}>
              <span className={styles.id}>{last.id}<CopyButton text={last.id} label={t`Copy the record's number`} copiedLabel={t`Copied`} /></span>
            </KeyValue>
            {last.journal_id !== undefined && <KeyValue label={t`Journal`}>{last.journal_id}</KeyValue>}
          </KeyValues>
          {linked(last)}
        </div>
      )}
    </Sheet>
  );
}
