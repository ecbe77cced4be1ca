import { Trans, useLingui } from "@lingui/react/macro";
import type { WithdrawalQuote } from "#protocol/withdrawal.ts";
import { formatDateTime, formatRate } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useVenueSecond } from "../market/venue-second.ts";
import { AddressCompare, AddressView } from "./address-view.tsx";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { quotePercent } from "./withdraw-ways.ts";
import styles from "./withdraw.module.css";

/** How long a quote holds, ms: its age is what has gone by of that. */
const quoteLifeMs = 60_000;

export interface WithdrawalReviewProps {
  /** The venue's echo: all that is shown here is its own. */
  quote: WithdrawalQuote;
  /** What the address is called in the book. */
  label: string | undefined;
  compared: boolean;
  onCompared: (compared: boolean) => void;
  /** A new address that has to be saved and wait first. */
  onSave: () => void;
}

/** What is about to be asked for, as the venue has it: address whole, figures, and what cannot be undone. */
export function WithdrawalReview({
  quote,
  label,
  compared,
  onCompared,
  onSave,
}: WithdrawalReviewProps) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const now = useVenueSecond() * 1000;
  const { kind, flag, network, memo, bank, look_alike: known } = quote;
  const money = (text: string) => words.money(text, flag);
  const paidIn = quote.fiat || flag;
  const percent = quotePercent(quote);
  const from = formatDateTime(quote.usable_from, i18n.locale);
  const left = words.countdown(quote.usable_from - now);
  // This second has begun: a quote made within it would seem to hold longer than any does.
  const holds = Math.min(
    quoteLifeMs / 1000,
    Math.max(0, Math.ceil((quote.expire_time - now) / 1000)),
  );
  const age = Math.max(0, Math.floor((now - (quote.expire_time - quoteLifeMs)) / 1000));
  return (
    <div className={styles.stack}>
      <p className={styles.big}>{words.money(quote.arrival, paidIn)}</p>
      {kind === "coin" ? (
        <section aria-label={t`Address`} className={styles.target}>
          <p className={styles.between}>
            <span className={styles.label}>
              {label ?? <Trans>To this {network} address</Trans>}
            </span>
            <Tag tone={words.known(quote).tone}>{words.known(quote).text}</Tag>
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
          >{t`1 ${flag} = ${words.money(quote.rate, quote.fiat)}, ${age} s old`}</KeyValue>
        )}
        <KeyValue label={t`Arrives`} strong>
          {words.money(quote.arrival, paidIn)}
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
