import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { saveJson } from "../../../lib/save-file.ts";
import { shareOrCopy } from "../../../lib/share.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { ShareIcon } from "../../../ui/icons/action-icons.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { useOnline } from "../../platform/use-online.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import { DelayRow } from "./delay-row.tsx";
import { ReceiptSamplesList } from "./receipt-samples-list.tsx";
import styles from "./receipt-view.module.css";
import { useReceiptFile } from "./use-receipt-file.ts";
import { VerifyPanel } from "./verify-panel.tsx";

/** All fields of a receipt; hashes and signature are collapsed. */
export function ReceiptView({ file }: { file: ReceiptFile }) {
  const { t, i18n } = useLingui();
  const messages = useSecondsOrderMessages();
  const { receipt, public_key: key } = file;
  const { price_precision: precision, currency } = receipt;
  const day = (at: number) => formatDateTime(at, i18n.locale);
  const code = (text: string, label: string) => (
    <span className={styles.code}>
      {text}
      <CopyButton text={text} label={label} copiedLabel={t`Copied`} />
    </span>
  );
  return (
    <section className={styles.receipt} aria-label={t`Receipt`}>
      <KeyValues dense>
        <KeyValue label={t`Receipt number`}>{receipt.seq}</KeyValue>
        <KeyValue label={t`Market`}>{symbolName(receipt.symbol)}</KeyValue>
        <KeyValue label={t`Call`}>
          {messages.side(receipt.direction)}, {t`${receipt.time} s`}
        </KeyValue>
        <KeyValue label={t`Stake`}>{messages.exact(receipt.stake, currency)}</KeyValue>
        <KeyValue label={t`Odds`}>{messages.odds(receipt.odds)}</KeyValue>
        <KeyValue label={t`Accepted`}>
          {day(receipt.accept_time)} · {messages.moment(receipt.accept_time)}
        </KeyValue>
        <DelayRow slip={file.slip} />
        <KeyValue label={t`Price lock`}>{messages.moment(receipt.t0)}</KeyValue>
        <KeyValue label={t`Delivery`}>{messages.moment(receipt.t1)}</KeyValue>
        <KeyValue label={t`Entry price`}>{messages.price(receipt.entry, precision)}</KeyValue>
        <KeyValue label={t`Exit price`}>{messages.price(receipt.exit, precision)}</KeyValue>
        <KeyValue label={t`Result`} strong>
          {messages.outcome(receipt.result)}
        </KeyValue>
        <KeyValue label={t`Came back`}>{messages.exact(receipt.payout, currency)}</KeyValue>
        <KeyValue label={t`Settled`}>{day(receipt.settle_time)}</KeyValue>
        <KeyValue label={t`Prices from`}>{receipt.source}</KeyValue>
      </KeyValues>
      <Fold small summary={<Trans>The samples of both prices</Trans>}>
        <p className={styles.heading}>
          <Trans>Entry</Trans>
        </p>
        <ReceiptSamplesList
          label={t`Samples of the entry`}
          samples={receipt.samples0}
          moment={receipt.t0}
          precision={precision}
        />
        <p className={styles.heading}>
          <Trans>Exit</Trans>
        </p>
        <ReceiptSamplesList
          label={t`Samples of the exit`}
          samples={receipt.samples1}
          moment={receipt.t1}
          precision={precision}
        />
      </Fold>
      <Fold small summary={<Trans>Hash, signature and key</Trans>}>
        <KeyValues dense>
          <KeyValue label={t`Rule`} explanation={t`The version of the rule it was settled by.`}>
            {receipt.method}
          </KeyValue>
          <KeyValue label={t`Order number`}>
            {code(receipt.order_id, t`Copy the order's number`)}
          </KeyValue>
          <KeyValue
            label={t`Hash`}
            explanation={t`A fingerprint of all fields above. A changed digit makes another one.`}
          >
            {code(receipt.hash, t`Copy the hash`)}
          </KeyValue>
          <KeyValue label={t`Hash of the receipt before it`}>
            {code(receipt.prev_hash, t`Copy the hash before it`)}
          </KeyValue>
          <KeyValue
            label={t`Signature`}
            explanation={t`Made with the venue’s secret key, checked with its public one.`}
          >
            {code(receipt.signature, t`Copy the signature`)}
          </KeyValue>
          <KeyValue label={t`Public key of the venue`}>
            {code(key, t`Copy the public key`)}
          </KeyValue>
          {receipt.day_commits.map(({ date, commit }) => (
            <KeyValue
              key={date}
              label={t`Sealed day ${date}`}
              explanation={t`A fingerprint of the simulated day. The venue publishes it before the day begins.`}
            >
              {code(commit, t`Copy the fingerprint of the day`)}
            </KeyValue>
          ))}
        </KeyValues>
      </Fold>
      <ReceiptActions file={file} />
    </section>
  );
}

/** Saves a receipt as the file for the external check, and shares it as text without amounts. */
function ReceiptActions({ file }: { file: ReceiptFile }) {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  const [status, setStatus] = useState("");
  const { receipt } = file;

  function save() {
    const name = `godwit-receipt-${receipt.seq}.json`;
    saveJson(file, name);
    setStatus(t`Saved as ${name}`);
  }

  async function share() {
    const [call, market, outcome] = [
      messages.side(receipt.direction),
      symbolName(receipt.symbol),
      messages.outcome(receipt.result),
    ];
    const [entry, exit] = [
      messages.price(receipt.entry, receipt.price_precision),
      messages.price(receipt.exit, receipt.price_precision),
    ];
    const shared = await shareOrCopy(
      [
        t`${market}, ${call}, ${receipt.time} s: ${outcome}`,
        t`Entry ${entry}, exit ${exit}`,
        t`Receipt ${receipt.seq}, hash ${receipt.hash}`,
        t`Paper trading: simulated funds, no real money.`,
      ].join("\n"),
    );
    setStatus(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  return (
    <div className={styles.actions}>
      <Button size="small" onClick={save}>{t`Download as a file`}</Button>
      <Button
        size="small"
        icon={<ShareIcon size={16} />}
        onClick={() => void share()}
      >{t`Share`}</Button>
      <span role="status" className={styles.status}>
        {status}
      </span>
    </div>
  );
}

/** The receipt of a closed contract, and its check on this device. */
export function ReceiptSection({ orderId }: { orderId: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const [checking, setChecking] = useState(false);
  const { data: file, error, refetch, isFetching } = useReceiptFile(orderId);

  if (!file) {
    if (!error) return <Skeleton shape="block" />;
    return (
      <ErrorState
        compact
        title={t`The receipt did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {online ? (
          <Trans>Nothing is lost: the venue keeps it.</Trans>
        ) : (
          <Trans>You are offline, and this device has no copy of it.</Trans>
        )}
      </ErrorState>
    );
  }
  return (
    <section className={styles.receipt} aria-label={t`Receipt and check`}>
      <h3 className={styles.heading}>
        <Trans>Receipt</Trans>
      </h3>
      {checking ? (
        <VerifyPanel file={file} />
      ) : (
        <Button wide onClick={() => setChecking(true)}>{t`Verify on this device`}</Button>
      )}
      <ReceiptView file={file} />
    </section>
  );
}
