import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import { venueNow } from "../../../../api/venue-clock.ts";
import { errorText } from "../../../../i18n/error-messages.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Progress } from "../../../../ui/states/progress.tsx";
import { Sheet, useLast } from "../../../../ui/layers/sheet.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { LateAnswer } from "../../../platform/forms/late-answer.tsx";
import { useClockTick } from "../../../../api/clock-tick.ts";
import { shortAddress } from "../address/address-groups.ts";
import type { useWithdrawal } from "./use-withdrawal.ts";
import { WithdrawalSecretField, useWithdrawalSecret } from "../password/withdrawal-secret.tsx";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { WithdrawalFacts } from "../records/withdrawal-facts.tsx";
import { withdrawalQuery, type QuoteRequest, quoteQuery } from "../withdrawal-queries.ts";
import { isUsable, isOfRequest, termsOfQuote } from "./withdrawal-quote.ts";
import { WithdrawalReview } from "./withdrawal-review.tsx";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import styles from "../withdraw.module.css";

export interface WithdrawalSheetProps {
  /** The withdrawal to confirm; null while closed. */
  request: QuoteRequest | null;
  withdrawal: ReturnType<typeof useWithdrawal>;
  /** The name of the address among the saved ones. */
  label: string | undefined;
  /** Why nothing can be sent now; undefined where it can. */
  stop: string | undefined;
  onClose: () => void;
  /** Called when the venue has accepted it, so that the form is cleared. */
  onAccepted: () => void;
  /** Saves the address, which a new one needs before it can be paid. */
  onSave: () => void;
}

/** Confirms a withdrawal: the quote of the venue, the password, and the outcome. */
export function WithdrawalSheet({ request, ...props }: WithdrawalSheetProps) {
  const { t } = useLingui();
  const { write, found, isBusy, isAwaited, isLate, dismiss } = props.withdrawal;
  const record = write.step === "done" && found === null ? write.answer : undefined;
  const last = useLast(request);
  const title =
    record !== undefined
      ? t`Withdrawal asked for`
      : isLate || write.step === "checking"
        ? t`Checking your withdrawal`
        : t`Confirm withdrawal`;

  function close() {
    if (!isBusy) dismiss();
    props.onClose();
  }

  return (
    <Sheet
      open={request !== null}
      onClose={close}
      title={title}
      closeLabel={t`Close`}
      dismissible={!isAwaited}
    >
      {last &&
        (record !== undefined ? (
          <Received id={record.id} given={record} onDone={close} />
        ) : isLate ? (
          <Late onLeave={close} />
        ) : write.step === "checking" ? (
          <Checking tries={write.tries} onLeave={close} />
        ) : (
          <Asking key={JSON.stringify(last)} request={last} open={request !== null} {...props} />
        ))}
    </Sheet>
  );
}

function Asking({
  request,
  open,
  withdrawal,
  label,
  stop,
  onAccepted,
  onSave,
}: Omit<WithdrawalSheetProps, "request" | "onClose"> & { request: QuoteRequest; open: boolean }) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const { write, submit, isBusy: busy } = withdrawal;
  const { data, error, isFetching, refetch } = useQuery({
    ...quoteQuery(request),
    enabled: open,
    refetchOnMount: "always",
  });
  const secret = useWithdrawalSecret();
  const [step, setStep] = useState<"review" | "password">("review");
  /** The terms accepted last; changed ones have to be accepted first. */
  const [accepted, setAccepted] = useState<string>();
  const [compared, setCompared] = useState("");
  const now = useClockTick() * 1000;
  const quote = data && isOfRequest(data, request) ? data : undefined;
  const terms = quote && termsOfQuote(quote);
  if (terms !== undefined && accepted === undefined) setAccepted(terms);
  const hasMoved = terms !== undefined && accepted !== undefined && accepted !== terms;
  const refused =
    write.step === "refused"
      ? withdrawRefusal(write.refusal.status, write.refusal.data, i18n.locale)
      : undefined;
  const refusalMessage = refused && refused.place !== "password" ? i18n._(refused.text) : undefined;

  function reasonOf(shown: WithdrawalQuote): string | undefined {
    if (stop !== undefined) return stop;
    if (hasMoved) return t`Accept the new figures first.`;
    if (shown.usable_from > now) return t`This address has to wait first.`;
    if (shown.look_alike !== null && compared !== shown.address)
      return t`Compare the two addresses first.`;
    // In the password step, confirming renews an expired quote.
    return error && step === "review" ? t`The figures have to be renewed first.` : undefined;
  }

  async function confirm() {
    if (!quote || hasMoved) return setStep("review");
    const takeSecret = secret.take();
    if (!takeSecret) return;
    // A quote that may expire on the way is renewed first.
    const fresh = isUsable(quote, venueNow()) ? quote : (await refetch()).data;
    if (
      !fresh ||
      !isUsable(fresh, venueNow()) ||
      !isOfRequest(fresh, request) ||
      termsOfQuote(fresh) !== accepted
    )
      return setStep("review");
    const end = await submit(fresh, {
      takeSecret,
      compared: compared === fresh.address,
    });
    secret.clear();
    if (end.step === "done") onAccepted();
    if (end.step === "refused" && !secret.refuse(end.refusal.status, end.refusal.data)) {
      setStep("review");
      void refetch();
    }
  }

  if (!quote) {
    const { place, text } = withdrawRefusal(error?.status ?? 0, error?.data, i18n.locale);
    if (data)
      return (
        <Banner tone="danger" live>
          <Trans>
            The venue answered with figures of another withdrawal, so nothing can be confirmed. Try
            again, and ask customer service if it stays so.
          </Trans>
        </Banner>
      );
    if (!error || isFetching) return <SkeletonRows count={6} lead={false} />;
    return (
      <Banner
        tone={error.isTransport ? "offline" : "danger"}
        live
        action={
          <Button look="quiet" size="small" onClick={() => void refetch()}>{t`Try again`}</Button>
        }
      >
        {error.status === null ? (
          <Trans>The venue did not answer. Nothing was sent; what you typed is kept.</Trans>
        ) : (
          i18n._(place === "gate" ? errorText(error.status) : text)
        )}
      </Banner>
    );
  }
  const reason = reasonOf(quote);
  return (
    <div className={styles.stack}>
      {refusalMessage !== undefined && (
        <Banner tone="danger" live>
          {refusalMessage} <Trans>Nothing was sent.</Trans>
        </Banner>
      )}
      {write.step === "absent" && (
        <Banner tone="warning" live>
          <Trans>
            It did not reach the venue, and nothing left. If you send it again, it can be taken only
            once.
          </Trans>
        </Banner>
      )}
      {step === "review" ? (
        <>
          <WithdrawalReview
            quote={quote}
            label={label}
            compared={compared === quote.address}
            onCompared={(yes) => setCompared(yes ? quote.address : "")}
            onSave={onSave}
          />
          {error && (
            <Banner
              tone="warning"
              live
              action={
                <Button
                  size="small"
                  busy={isFetching}
                  onClick={() => void refetch()}
                >{t`Renew`}</Button>
              }
            >
              {error.status === null ? (
                <Trans>The figures could not be renewed: the venue did not answer.</Trans>
              ) : (
                i18n._(withdrawRefusal(error.status, error.data, i18n.locale).text)
              )}
            </Banner>
          )}
          {hasMoved && (
            <Banner
              tone="warning"
              live
              action={<Button size="small" onClick={() => setAccepted(terms)}>{t`Accept`}</Button>}
            >
              <Trans>The figures changed while you looked. These are the new ones.</Trans>
            </Banner>
          )}
          <Button
            look="primary"
            size="large"
            wide
            disabledReason={reason}
            onClick={() => setStep("password")}
          >{t`Go on to the password`}</Button>
        </>
      ) : (
        <form
          className={styles.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && reason === undefined && secret.wait === undefined) void confirm();
          }}
        >
          <p className={styles.center}>
            <strong>{messages.money(quote.total, quote.flag)}</strong>{" "}
            {quote.kind === "coin" ? (
              <Trans>
                to {shortAddress(quote.address)} by {quote.network}
              </Trans>
            ) : (
              <Trans>
                to {quote.bank?.bank_name} {quote.bank?.card_no_masked}
              </Trans>
            )}
          </p>
          <WithdrawalSecretField secret={secret} />
          <div className={styles.back}>
            <Button
              size="large"
              onClick={() => {
                secret.clear();
                setStep("review");
              }}
            >{t`Back`}</Button>
            <Button
              type="submit"
              look="primary"
              size="large"
              wide
              busy={busy}
              disabledReason={reason ?? secret.wait}
            >{t`Withdraw ${messages.money(quote.amount, quote.flag)}`}</Button>
          </div>
        </form>
      )}
    </div>
  );
}

/** The answer is late; the form's password is gone by now, so nothing here can be sent again. */
function Late({ onLeave }: { onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.stack}>
      <LateAnswer />
      <Button wide onClick={onLeave}>{t`Go on without waiting`}</Button>
    </div>
  );
}

/** No answer came, so the venue is asked for the outcome. */
function Checking({ tries, onLeave }: { tries: number; onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.stack} role="status">
      <Progress label={t`Asking the venue what became of it`} />
      <p className={styles.soft}>
        {tries > 0 ? (
          <Trans>
            The venue cannot be reached. It may have your withdrawal or not; it is asked until that
            is known, and nothing is sent twice.
          </Trans>
        ) : (
          <Trans>
            The answer got lost on the way. Your withdrawal is looked up; it is never sent twice.
          </Trans>
        )}
      </p>
      <Button wide onClick={onLeave}>{t`Go on without waiting`}</Button>
    </div>
  );
}

/** The accepted withdrawal: its facts, the end of its review, and a button to cancel it. */
function Received({
  id,
  given,
  onDone,
}: {
  id: string;
  given: Parameters<typeof WithdrawalFacts>[0]["record"];
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { data } = useQuery({
    ...withdrawalQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.list[0]?.status === 0 || !state.data ? 3000 : false,
  });
  const record = data ?? given;
  return (
    <div className={styles.stack}>
      {record.status === 0 && (
        <Banner tone="success" live>
          <Trans>
            The venue has your withdrawal. The amount is set aside until it is decided; the decision
            appears here and in the notices.
          </Trans>
        </Banner>
      )}
      <WithdrawalFacts record={record} />
      <Button look="primary" size="large" wide onClick={onDone}>{t`Done`}</Button>
    </div>
  );
}
