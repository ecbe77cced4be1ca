import * as codes from "#protocol/wire/error-codes.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { withdrawalEndpoints, type WithdrawalRecord } from "#protocol/api/withdrawal.ts";
import { useClockTick } from "../../../../api/clock-tick.ts";
import { call } from "../../../../api/call.ts";
import { errorText } from "../../../../i18n/error-messages.ts";
import { formatDateTime } from "../../../../lib/format.ts";
import { Button } from "../../../../ui/actions/button.tsx";
import { CopyButton } from "../../../../ui/actions/copy-button.tsx";
import { KeyValue, KeyValues } from "../../../../ui/lists/key-values.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Progress } from "../../../../ui/states/progress.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { useRequestMessages } from "../../../account/use-request-messages.ts";
import { useOnline } from "../../../platform/use-online.ts";
import { AddressView } from "../address/address-view.tsx";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import styles from "../withdraw.module.css";
import { useWrite } from "../../../../writes/use-write.ts";
import type { WriteKind } from "../../../../writes/run-write.ts";
import { invalidatedByWithdrawals, isPending, saidInPlace } from "../withdrawal-queries.ts";

/** Cancelling a withdrawal under review. `decided`: the venue had decided on it before. */
export const cancellingWithdrawal = (
  id: string,
): WriteKind<null, WithdrawalRecord, "cancelled" | "decided"> => ({
  name: `cancel-withdrawal:${id}`,
  send: () => call(withdrawalEndpoints.cancelWithdrawal, { id }, { handles: saidInPlace }),
  find: async () => (await call(withdrawalEndpoints.withdrawalOrder, { id, size: 1 })).list[0],
  judge: (record) =>
    isPending(record)
      ? "absent"
      : { outcome: record.reason === "canceled" ? "cancelled" : "decided" },
  overCode: codes.notPending,
  isRepeatable: true,
  invalidates: invalidatedByWithdrawals,
});

/** All facts of one withdrawal: status, figures, target, and a button to cancel it while it is under review. */
export function WithdrawalFacts({ record: given }: { record: WithdrawalRecord }) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const { status, due } = useRequestMessages();
  const now = useClockTick() * 1000;
  const cancel = useWrite(cancellingWithdrawal(given.id));
  // The answer to a cancel is newer than the list until the list is read again.
  const record = cancel.write.step === "done" && isPending(given) ? cancel.write.answer : given;
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
        <KeyValue label={t`Amount`}>{messages.ownExact(record.amount, record.flag)}</KeyValue>
        <KeyValue label={t`Fee`}>{messages.ownExact(record.fee, record.flag)}</KeyValue>
        <KeyValue label={t`Arrives`} strong>
          {messages.ownExact(record.arrival, record.fiat || record.flag)}
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
      {cancel.write.step === "done" && cancel.write.outcome === "decided" && (
        <Banner tone="info" live>
          <Trans>The venue had decided on it before it could be cancelled.</Trans>
        </Banner>
      )}
      {isPending(record) && record.cancellable === 1 && <WithdrawalCancel {...cancel} />}
    </div>
  );
}

/** Cancels a withdrawal under review, after a confirmation. */
function WithdrawalCancel({
  write,
  isBusy,
  send,
}: Pick<
  ReturnType<typeof useWrite<null, WithdrawalRecord, unknown>>,
  "write" | "isBusy" | "send"
>) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.cancel}>
      {write.step === "checking" && (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
        </div>
      )}
      {write.step === "refused" && (
        <Banner tone="danger" live>
          {i18n._(errorText(write.refusal.status))}
        </Banner>
      )}
      {write.step === "absent" && (
        <Banner tone="warning" live>
          <Trans>It did not reach the venue. Try again.</Trans>
        </Banner>
      )}
      {asking || isBusy ? (
        <>
          <p>
            <Trans>Take this withdrawal back? The amount is available again at once.</Trans>
          </p>
          <div className={styles.two}>
            <Button wide onClick={() => setAsking(false)}>
              {t({ context: "what was saved or asked for", message: "Keep it" })}
            </Button>
            <Button
              wide
              look="danger"
              busy={isBusy}
              disabledReason={online ? undefined : t`You are offline. This needs a connection.`}
              onClick={() => {
                setAsking(false);
                void send(null);
              }}
            >{t`Take it back`}</Button>
          </div>
        </>
      ) : (
        <Button wide onClick={() => setAsking(true)}>{t`Cancel the withdrawal`}</Button>
      )}
    </div>
  );
}
