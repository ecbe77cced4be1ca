import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WithdrawalQuote } from "#protocol/withdrawal.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useLast } from "../../ui/use-last.ts";
import { useVenueSecond } from "../market/venue-second.ts";
import { shortAddress } from "./address-groups.ts";
import type { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawalSecret } from "./use-withdrawal-secret.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";
import { withdrawalQuery, type QuoteRequest, quoteQuery } from "./withdrawal-queries.ts";
import { holds, isOfRequest, termsOfQuote } from "./withdrawal-quoted.ts";
import { WithdrawalReview } from "./withdrawal-review.tsx";
import { WithdrawalSecretField } from "./withdrawal-secret.tsx";
import { withdrawRefusal } from "./withdraw-refusal.ts";
import styles from "./withdraw.module.css";

export interface WithdrawalSheetProps {
  /** What is wished for; null while closed. */
  request: QuoteRequest | null;
  withdrawal: ReturnType<typeof useWithdrawal>;
  /** What the address is called in the book. */
  label: string | undefined;
  /** Why nothing can be sent now. */
  stop: string | undefined;
  onClose: () => void;
  /** The venue has it: the form may be emptied. */
  onTaken: () => void;
  /** A new address that has to be saved and wait first. */
  onSave: () => void;
}

/** A withdrawal once more by the venue's own figures, the password, and what became of it. */
export function WithdrawalSheet({ request, ...props }: WithdrawalSheetProps) {
  const { t } = useLingui();
  const { flow, reset } = props.withdrawal;
  const last = useLast(request);
  const title =
    flow.step === "done"
      ? t`Withdrawal asked for`
      : flow.step === "checking"
        ? t`Checking your withdrawal`
        : t`Confirm withdrawal`;

  function close() {
    if (flow.step !== "sending" && flow.step !== "checking") reset();
    props.onClose();
  }

  return (
    <Sheet
      open={request !== null}
      onClose={close}
      title={title}
      closeLabel={t`Close`}
      dismissible={flow.step !== "sending"}
    >
      {last &&
        (flow.step === "done" ? (
          <Taken id={flow.answer.id} given={flow.answer} onDone={close} />
        ) : flow.step === "checking" ? (
          <Checking tries={flow.tries} onLeave={close} />
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
  onTaken,
  onSave,
}: Omit<WithdrawalSheetProps, "request" | "onClose"> & { request: QuoteRequest; open: boolean }) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const { flow, submit, busy } = withdrawal;
  const { data, error, isFetching, refetch } = useQuery({
    ...quoteQuery(request),
    enabled: open,
    refetchOnMount: "always",
  });
  const secret = useWithdrawalSecret();
  const [step, setStep] = useState<"review" | "password">("review");
  /** The terms that were last looked at; others have to be accepted first. */
  const [accepted, setAccepted] = useState<string>();
  const [compared, setCompared] = useState("");
  const now = useVenueSecond() * 1000;
  const quote = data && isOfRequest(data, request) ? data : undefined;
  const terms = quote && termsOfQuote(quote);
  if (terms !== undefined && accepted === undefined) setAccepted(terms);
  const hasMoved = terms !== undefined && accepted !== undefined && accepted !== terms;
  const refused =
    flow.step === "refused" ? withdrawRefusal(flow.status, flow.data, i18n.locale) : undefined;
  const said = refused && refused.place !== "password" ? i18n._(refused.text) : undefined;

  function reasonOf(shown: WithdrawalQuote): string | undefined {
    if (stop !== undefined) return stop;
    if (hasMoved) return t`Accept the new figures first.`;
    if (shown.usable_from > now) return t`This address has to wait first.`;
    if (shown.look_alike !== null && compared !== shown.address)
      return t`Compare the two addresses first.`;
    // Behind the password they are renewed by the tap itself, where they no longer hold.
    return error && step === "review" ? t`The figures have to be renewed first.` : undefined;
  }

  async function confirm() {
    if (!quote || hasMoved) return setStep("review");
    if (secret.value === "") return secret.missing();
    // Not sent on figures that are over when they arrive.
    const fresh = holds(quote, venueNow()) ? quote : (await refetch()).data;
    if (
      !fresh ||
      !holds(fresh, venueNow()) ||
      !isOfRequest(fresh, request) ||
      termsOfQuote(fresh) !== accepted
    )
      return setStep("review");
    const end = await submit(fresh, {
      wpassword: secret.value,
      compared: compared === fresh.address,
    });
    secret.clear();
    if (end.step === "done") onTaken();
    if (end.step === "refused" && !secret.refuse(end.status, end.data)) {
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
      {said !== undefined && (
        <Banner tone="danger" live>
          {said} <Trans>Nothing was sent.</Trans>
        </Banner>
      )}
      {flow.step === "absent" && (
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
            <strong>{words.money(quote.total, quote.flag)}</strong>{" "}
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
            >{t`Withdraw ${words.money(quote.amount, quote.flag)}`}</Button>
          </div>
        </form>
      )}
    </div>
  );
}

/** No answer came: the venue is asked what became of it. */
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

/** The venue has it: what it is, when it is decided, and the way back as long as there is one. */
function Taken({
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
            The venue has your withdrawal. The amount is set aside until it is decided; you are told
            here and in the notices.
          </Trans>
        </Banner>
      )}
      <WithdrawalFacts record={record} />
      <Button look="primary" size="large" wide onClick={onDone}>{t`Done`}</Button>
    </div>
  );
}
