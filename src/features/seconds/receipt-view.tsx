import { Trans, useLingui } from "@lingui/react/macro";
import type { ReceiptFile } from "#protocol/receipt.ts";
import { formatDateTime } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { symbolText } from "../market/symbol-text.ts";
import { ReceiptActions } from "./receipt-actions.tsx";
import { ReceiptSamplesList } from "./receipt-samples-list.tsx";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./receipt-view.module.css";

/** A receipt with every field in words; hashes and signature are folded. */
export function ReceiptView({ file }: { file: ReceiptFile }) {
  const { t, i18n } = useLingui();
  const words = useRunningWords();
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
        <KeyValue label={t`Market`}>{symbolText(receipt.symbol)}</KeyValue>
        <KeyValue label={t`Call`}>
          {words.side(receipt.direction)}, {t`${receipt.time} s`}
        </KeyValue>
        <KeyValue label={t`Stake`}>{words.money(receipt.stake, currency)}</KeyValue>
        <KeyValue label={t`Odds`}>{words.odds(receipt.odds)}</KeyValue>
        <KeyValue label={t`Accepted`}>
          {day(receipt.accept_time)} · {words.moment(receipt.accept_time)}
        </KeyValue>
        <KeyValue label={t`Price lock`}>{words.moment(receipt.t0)}</KeyValue>
        <KeyValue label={t`Delivery`}>{words.moment(receipt.t1)}</KeyValue>
        <KeyValue label={t`Entry price`}>{words.price(receipt.entry, precision)}</KeyValue>
        <KeyValue label={t`Exit price`}>{words.price(receipt.exit, precision)}</KeyValue>
        <KeyValue label={t`Result`} strong>
          {words.outcome(receipt.result)}
        </KeyValue>
        <KeyValue label={t`Came back`}>{words.money(receipt.payout, currency)}</KeyValue>
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
              explanation={t`A fingerprint of the simulated day, published before it began.`}
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
