import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WithdrawalRecord } from "#protocol/withdrawal.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useVenueSecond } from "../market/venue-second.ts";
import { AddressView } from "./address-view.tsx";
import { useRequestWords } from "../account/use-request-words.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { WithdrawalCancel } from "./withdrawal-cancel.tsx";
import { isPending } from "./withdrawal-queries.ts";
import styles from "./withdraw.module.css";

/** One withdrawal whole: where it stands, its figures, where it goes, and taking it back while it waits. */
export function WithdrawalFacts({ record: given }: { record: WithdrawalRecord }) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const { status, due } = useRequestWords();
  const now = useVenueSecond() * 1000;
  const [ended, setEnded] = useState<WithdrawalRecord>();
  // The answer to a cancel is newer than the list until that is read again.
  const record = ended?.id === given.id && isPending(given) ? ended : given;
  const { text, tone } = status(record.status, record.reason);
  const isReasoned = record.reason !== null && record.reason !== "" && record.reason !== "canceled";
  return (
    <div className={styles.stack}>
      {isReasoned && (
        <Banner tone="danger">
          <Trans>Why it was rejected: {record.reason}</Trans>
        </Banner>
      )}
      <KeyValues>
        <KeyValue label={t`Status`}>
          <Tag tone={tone}>{text}</Tag>
        </KeyValue>
        {isPending(record) && <KeyValue label={t`Review`}>{due(record.review_due, now)}</KeyValue>}
        <KeyValue label={t`Amount`}>{words.own(record.amount, record.flag)}</KeyValue>
        <KeyValue label={t`Fee`}>{words.own(record.fee, record.flag)}</KeyValue>
        <KeyValue label={t`Arrives`} strong>
          {words.own(record.arrival, record.fiat || record.flag)}
        </KeyValue>
        {record.kind === "coin" && <KeyValue label={t`Network`}>{record.network}</KeyValue>}
        {record.memo !== "" && <KeyValue label={t`Memo`}>{record.memo}</KeyValue>}
        {record.bank && (
          <KeyValue label={t`Card`}>
            {record.bank.bank_name} {record.bank.card_no_masked}
          </KeyValue>
        )}
        {record.bank && <KeyValue label={t`Holder`}>{record.bank.account_name}</KeyValue>}
        <KeyValue label={t`Time`}>{formatDateTime(record.create_time, i18n.locale)}</KeyValue>
        {record.review_time !== null && (
          <KeyValue label={t`Decided`}>{formatDateTime(record.review_time, i18n.locale)}</KeyValue>
        )}
        <KeyValue label={t`Number`}>
          <span className={styles.inline}>
            {record.order_no}
            <CopyButton text={record.order_no} label={t`Copy the number`} copiedLabel={t`Copied`} />
          </span>
        </KeyValue>
      </KeyValues>
      {record.address !== "" && (
        <div>
          <p className={styles.label}>
            <Trans>Address</Trans>
          </p>
          <AddressView address={record.address} />
        </div>
      )}
      {isPending(record) && record.cancellable === 1 && (
        <WithdrawalCancel record={record} onCancelled={setEnded} />
      )}
    </div>
  );
}
