import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { cardDigits } from "#protocol/api/card-number.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Field } from "../../../../ui/fields/field.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { certificationQuery } from "../../../account/certification/certification-queries.ts";
import {
  cardProblems,
  groupCard,
  isWhole,
  numberProblem,
  type CardField,
  type CardProblem,
} from "./bank-card-form.ts";
import { WithdrawalSecretField, useWithdrawalSecret } from "../password/withdrawal-secret.tsx";
import { once } from "../../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../../writes/use-form-write.ts";
import { WriteTrouble } from "../../../platform/forms/write-trouble.tsx";
import { bankCardsQuery } from "../withdrawal-queries.ts";
import { savingCard } from "./card-writes.ts";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import styles from "../withdraw.module.css";

const problemMessages: Record<CardProblem, MessageDescriptor> = {
  "bank-missing": msg`Enter the name of the bank.`,
  "holder-missing": msg`Enter the holder as on the card.`,
  "number-missing": msg`Enter the number of the card.`,
  "number-characters": msg`A card number has digits only.`,
  "number-short": msg`A card number has at least 12 digits.`,
  "number-long": msg`A card number has at most 19 digits.`,
  "number-wrong": msg`A digit is wrong: the check digit at the end does not fit.`,
};

const emptyCard = { bank: "", holder: "", number: "", branch: "" };

/** Saves a bank card: its data, then the withdrawal password. The number is dropped when the sheet closes. */
export function BankCardAdd({
  open,
  stop,
  onClose,
}: {
  open: boolean;
  stop: string | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Add a bank card`} closeLabel={t`Close`}>
      {open && <CardForm stop={stop} onDone={onClose} />}
    </Sheet>
  );
}

function CardForm({ stop, onDone }: { stop: string | undefined; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const cards = useQuery(bankCardsQuery()).data;
  const secret = useWithdrawalSecret();
  const certified = useQuery(certificationQuery()).data?.name_masked ?? "";
  const [draft, setDraft] = useState(emptyCard);
  const [showsProblems, setShowsProblems] = useState(false);
  const [step, setStep] = useState<"card" | "password">("card");
  const save = useFormWrite(savingCard, {
    onDone,
    onFailed({ status, data }) {
      if (status === null) return secret.clear();
      if (!secret.refuse(status, data)) setStep("card");
    },
  });
  const problems = cardProblems(draft);
  const refused =
    save.error && save.error.status !== null
      ? withdrawRefusal(save.error.status, save.error.data, i18n.locale)
      : undefined;
  const refusalAt = (place: string) =>
    refused?.place === place ? i18n._(refused.text) : undefined;
  const problemOf = (field: CardField) =>
    showsProblems && problems[field] ? i18n._(problemMessages[problems[field]]) : undefined;
  const early = isWhole(draft.number) ? numberProblem(draft.number) : undefined;
  const edit = (changed: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...changed });
  };

  function next(event: SyntheticEvent) {
    event.preventDefault();
    if (save.isPending || stop !== undefined) return;
    if (Object.keys(problems).length > 0) return setShowsProblems(true);
    if (step === "card") return setStep("password");
    if (secret.wait !== undefined) return;
    const takeSecret = secret.take();
    if (!takeSecret) return;
    const number = cardDigits(draft.number);
    save.send({
      takeRequest: once({
        bank_name: draft.bank.trim(),
        account_name: draft.holder.trim(),
        card_no: number,
        branch: draft.branch.trim(),
        ...takeSecret(),
      }),
      lastDigits: number.slice(-4),
      before: cards?.map(({ id }) => id) ?? [],
    });
  }

  return (
    <form className={styles.stack} noValidate onSubmit={next} aria-label={t`Bank card`}>
      {(save.isLate || save.isChecking || save.error?.status === null) && (
        <WriteTrouble write={save} />
      )}
      {(refusalAt("form") ?? refusalAt("gate")) !== undefined && (
        <Banner tone="danger" live>
          {refusalAt("form") ?? refusalAt("gate")}
        </Banner>
      )}
      {step === "card" ? (
        <>
          <p className={styles.soft}>
            <Trans>
              This is a paper venue: enter a made-up card, never a real one. 4242 4242 4242 4242 is
              one that fits.
            </Trans>
          </p>
          <Field
            label={t`Bank`}
            name="bank"
            maxLength={100}
            autoComplete="off"
            value={draft.bank}
            problem={problemOf("bank")}
            onValue={(bank) => edit({ bank })}
          />
          <Field
            label={t`Holder`}
            name="holder"
            maxLength={100}
            autoComplete="off"
            value={draft.holder}
            hint={
              certified === ""
                ? t`The name you were certified with.`
                : t`The name you were certified with: ${certified}`
            }
            problem={problemOf("holder") ?? refusalAt("holder")}
            onValue={(holder) => edit({ holder })}
          />
          <Field
            label={t`Card number`}
            name="card"
            inputMode="numeric"
            autoComplete="off"
            maxLength={32}
            value={draft.number}
            hint={t`The venue stores only its last four digits.`}
            problem={
              (early ? i18n._(problemMessages[early]) : problemOf("number")) ?? refusalAt("card")
            }
            onValue={(number) => edit({ number: groupCard(number) })}
          />
          <Field
            label={t`Branch, if the bank has them`}
            name="branch"
            maxLength={100}
            autoComplete="off"
            value={draft.branch}
            onValue={(branch) => edit({ branch })}
          />
        </>
      ) : (
        <>
          <p className={styles.center}>
            <strong>{draft.bank}</strong>{" "}
            <span className={styles.mono}>{`**** ${cardDigits(draft.number).slice(-4)}`}</span>
          </p>
          <WithdrawalSecretField secret={secret} />
        </>
      )}
      <div className={styles.back}>
        <Button
          size="large"
          onClick={() => (step === "password" ? setStep("card") : onDone())}
        >{t`Back`}</Button>
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={save.isPending}
          disabledReason={stop ?? (step === "password" ? secret.wait : undefined)}
        >
          {step === "card" ? t`Next` : t`Save the card`}
        </Button>
      </div>
    </form>
  );
}
