import { Trans, useLingui } from "@lingui/react/macro";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import { formatDateTime, formatRate } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Checkbox } from "../../../../ui/fields/checkbox.tsx";
import { KeyValue, KeyValues } from "../../../../ui/lists/key-values.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { useClockTick } from "../../../../api/clock-tick.ts";
import { differenceOf } from "../address/address-groups.ts";
import { useAddressMessages } from "../address/address-messages.ts";
import { AddressView } from "../address/address-view.tsx";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { quotePercent } from "../withdraw-ways.ts";
import styles from "../withdraw.module.css";

/** Validity of a quote, ms, from which its age is calculated. */
const quoteLifeMs = 60_000;

export interface WithdrawalReviewProps {
  /** The quote of the venue: all that is shown comes from it. */
  quote: WithdrawalQuote;
  /** The name of the address among the saved ones. */
  label: string | undefined;
  compared: boolean;
  onCompared: (compared: boolean) => void;
  /** Saves the address, which a new one needs before it can be paid. */
  onSave: () => void;
}

/** The withdrawal before it is confirmed, as the venue understood it: full address, figures and warnings. */
export function WithdrawalReview({
  quote,
  label,
  compared,
  onCompared,
  onSave,
}: WithdrawalReviewProps) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const addressMessages = useAddressMessages();
  const now = useClockTick() * 1000;
  const { kind, flag, network, memo, bank, look_alike: known } = quote;
  const money = (text: string) => messages.money(text, flag);
  const paidIn = quote.fiat || flag;
  const percent = quotePercent(quote);
  const from = formatDateTime(quote.usable_from, i18n.locale);
  const left = addressMessages.countdown(quote.usable_from - now);
  // The clock ticks by seconds, so a quote made within the current one would exceed its validity.
  const holds = Math.min(
    quoteLifeMs / 1000,
    Math.max(0, Math.ceil((quote.expire_time - now) / 1000)),
  );
  const age = Math.max(0, Math.floor((now - (quote.expire_time - quoteLifeMs)) / 1000));
  return (
    <div className={styles.stack}>
      <p className={styles.big}>{messages.money(quote.arrival, paidIn)}</p>
      {kind === "coin" ? (
        <section aria-label={t`Address`} className={styles.target}>
          <p className={styles.between}>
            <span className={styles.label}>
              {label ?? <Trans>To this {network} address</Trans>}
            </span>
            <Tag tone={addressMessages.known(quote).tone}>{addressMessages.known(quote).text}</Tag>
          </p>
          <AddressView address={quote.address} />
          {memo !== "" && (
            <p>
              <span className={styles.label}>
                <Trans>Memo</Trans>
              </span>{" "}
              <strong className={styles.mono} translate="no">
                {memo}
              </strong>
            </p>
          )}
        </section>
      ) : (
        bank && (
          <section aria-label={t`Card`} className={styles.target}>
            <p className={styles.strong}>
              {bank.bank_name} <span className={styles.mono}>{bank.card_no_masked}</span>
            </p>
            <p className={styles.soft}>{bank.account_name}</p>
          </section>
        )
      )}
      {known !== null && (
        <div className={styles.stack}>
          <Banner tone="danger" live>
            <Trans>
              This address looks like one you know and is another. That is how money is stolen:
              somebody makes an address with the same ends and waits for it to be copied.
            </Trans>
          </Banner>
          <AddressCompare known={known} asked={quote.address} />
          <Checkbox checked={compared} onChecked={onCompared}>
            <Trans>I compared them character by character, and I mean the new one</Trans>
          </Checkbox>
        </div>
      )}
      {quote.usable_from > now && (
        <Banner
          tone="warning"
          action={
            quote.saved === 1 ? undefined : (
              <Button size="small" onClick={onSave}>{t`Save it`}</Button>
            )
          }
        >
          {quote.saved === 1 ? (
            <Trans>
              This address is new. It may be paid in {left}, from {from}.
            </Trans>
          ) : (
            <Trans>
              New addresses are saved first and wait before they may be paid, so that nobody can
              empty your account in a minute.
            </Trans>
          )}
        </Banner>
      )}
      <KeyValues>
        {kind === "coin" && (
          <KeyValue label={t`Network`} strong>
            {network}
          </KeyValue>
        )}
        <KeyValue label={t`Amount`}>{money(quote.amount)}</KeyValue>
        <KeyValue
          label={percent === undefined ? t`Fee` : t`Fee (${formatRate(percent, i18n.locale)})`}
        >
          {money(quote.fee)}
        </KeyValue>
        {quote.fiat !== "" && (
          <KeyValue
            label={t({ context: "of a currency in another", message: "Rate" })}
          >{t`1 ${flag} = ${messages.money(quote.rate, quote.fiat)}, ${age} s old`}</KeyValue>
        )}
        <KeyValue label={t`Arrives`} strong>
          {messages.money(quote.arrival, paidIn)}
        </KeyValue>
        <KeyValue label={t`Leaves your balance`}>{money(quote.total)}</KeyValue>
        {quote.day_left !== null && (
          <KeyValue label={t`May leave today by this network`}>{money(quote.day_left)}</KeyValue>
        )}
      </KeyValues>
      <p className={styles.soft}>
        {kind === "coin" ? (
          <Trans>
            You can take it back while it is under review. Once it is approved nobody can: what goes
            to a wrong address or network is lost. This is paper money, and no chain sees it.
          </Trans>
        ) : (
          <Trans>
            You can take it back while it is under review, not after. This is paper money: no bank
            pays anything.
          </Trans>
        )}
      </p>
      <p className={styles.soft}>
        <Trans>
          These figures hold for {holds} s and are renewed by themselves; what you confirm is what
          is booked.
        </Trans>
      </p>
    </div>
  );
}

/** The known address above the similar one, with the difference marked. */
function AddressCompare({ known, asked }: { known: string; asked: string }) {
  const { t } = useLingui();
  const { start, left, right, end } = differenceOf(known, asked);
  return (
    <div className={styles.compare}>
      <Side label={t`You know`} start={start} middle={left} end={end} />
      <Side label={t`You entered`} start={start} middle={right} end={end} />
      <p className={styles.soft}>
        <Trans>They begin and end alike; the marked part is different.</Trans>
      </p>
    </div>
  );
}

function Side({
  label,
  start,
  middle,
  end,
}: {
  label: string;
  start: string;
  middle: string;
  end: string;
}) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <p className={styles.plain} translate="no">
        {start}
        <mark>{middle}</mark>
        {end}
      </p>
    </div>
  );
}
