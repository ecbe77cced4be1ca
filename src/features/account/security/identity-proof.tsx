import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import { Button, type ButtonLook } from "../../../ui/actions/button.tsx";
import type { PlainKind } from "../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useOnline } from "../../platform/use-online.ts";
import { accountDraftOf } from "../../session/form/account-input.ts";
import { CodeField } from "../../session/form/secret-fields.tsx";
import { FactorField } from "../../session/form/factor-field.tsx";
import { FormTrouble } from "../../session/form/form-trouble.tsx";
import { waitSeconds } from "../../session/form/login-draft.ts";
import { SecretField } from "../../session/form/secret-field.tsx";
import { userAtom } from "../../session/session-atoms.ts";
import { useCountdown } from "../../session/form/use-countdown.ts";
import { useWaitText } from "../../session/form/use-wait-text.ts";
import { useFieldProblems, useFormProblems } from "../../session/form/use-form-problems.ts";
import {
  proofProblems,
  proofRefusal,
  type ProofCode,
  type ProofDraft,
  type ProofField,
  type ProofProblem,
} from "./identity-proof-form.ts";
import styles from "../../session/form/session-form.module.css";

const texts: Record<ProofProblem | "password-wrong" | "factor-wrong", MessageDescriptor> = {
  "password-missing": msg`Enter the password you log in with.`,
  "password-wrong": msg`This is not your login password.`,
  "code-missing": msg`Enter the code.`,
  "code-malformed": msg`The code has 6 digits.`,
  "factor-wrong": msg`This code is wrong, or was used already. Wait for the next one.`,
};

export interface SecurityProofProps<Intent, Answer> {
  /** The form's name, for screen readers. */
  name: string;
  submitLabel: string;
  look?: ButtonLook;
  /** What is asked for beside the login password. */
  asks?: ProofCode | undefined;
  /** What is done with the proof. */
  kind: PlainKind<Intent, Answer>;
  intentOf: (proof: ProofDraft) => Intent;
  onDone: (answer: Answer) => void;
  /** How to find out whether it was done, where the answer was lost. */
  whenLost: ReactNode;
}

/** Who changes what guards the account shows first that it is theirs. What is typed here outlives neither the form nor a success. */
export function SecurityProof<Intent, Answer>({
  name,
  submitLabel,
  look = "primary",
  asks,
  kind,
  intentOf,
  onDone,
  whenLost,
}: SecurityProofProps<Intent, Answer>) {
  const { t } = useLingui();
  const online = useOnline();
  const account = useAtomValue(userAtom)?.account ?? "";
  const [draft, setDraft] = useState<ProofDraft>({ password: "", code: "" });
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<ProofField>();
  const sending = useFormWrite(kind, {
    onDone,
    onFailed({ data }) {
      startWait(waitSeconds(data));
      focusFirst();
    },
  });
  const problems = proofProblems(draft, asks);
  const { problemOf, edit, refusal } = useFieldProblems<
    ProofField,
    ProofProblem | "password-wrong" | "factor-wrong"
  >({
    sending,
    problems,
    texts,
    mayShow,
    refusalOf(status) {
      const field = proofRefusal(status);
      if (field === "password") return { field, problem: "password-wrong" };
      return field && { field, ...(asks === "factor" && { problem: "factor-wrong" as const }) };
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (sending.isPending || waitLeft > 0 || !online) return;
    if (Object.keys(problems).length > 0) return showAll();
    sending.send(intentOf(draft));
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={submit} aria-label={name}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <SecretField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        value={draft.password}
        problem={problemOf("password")}
        onValue={edit((password) => setDraft({ ...draft, password }))}
        onBlur={() => leave("password", draft.password)}
      />
      {asks === "sent" && (
        <CodeField
          scene="bind"
          account={accountDraftOf(account)}
          accountReady={account !== ""}
          onAccountWanted={showAll}
          value={draft.code}
          onValue={edit((code) => setDraft({ ...draft, code }))}
          onLeave={() => leave("code", draft.code)}
          problem={problemOf("code")}
          required
        />
      )}
      {asks === "factor" && (
        <FactorField
          value={draft.code}
          problem={problemOf("code")}
          onValue={edit((code) => setDraft({ ...draft, code }))}
        />
      )}
      <FormTrouble
        refusal={refusal}
        isChecking={sending.isChecking}
        lost={sending.error?.status === null}
      >
        {whenLost}
      </FormTrouble>
      <Button
        type="submit"
        look={look}
        size="large"
        wide
        busy={sending.isPending}
        disabledReason={!online ? t`You are offline. This needs a connection.` : waitText}
      >
        {submitLabel}
      </Button>
      {account === "" && asks === "sent" && (
        <p className={styles.lead}>
          <Trans>Your account has not arrived yet, so no code can be sent to it.</Trans>
        </p>
      )}
    </form>
  );
}
