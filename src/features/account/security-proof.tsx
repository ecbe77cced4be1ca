import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import type { ButtonLook } from "../../ui/button-class.ts";
import { useOnline } from "../platform/use-online.ts";
import { accountDraftOf } from "../session/account-text.ts";
import { CodeField } from "../session/code-field.tsx";
import { FactorField } from "../session/factor-field.tsx";
import { FormTrouble } from "../session/form-trouble.tsx";
import { waitSeconds } from "../session/login-draft.ts";
import { SecretField } from "../session/secret-field.tsx";
import { userAtom } from "../session/session-atoms.ts";
import { useCountdown } from "../session/use-countdown.ts";
import { useFieldProblems } from "../session/use-field-problems.ts";
import { useFormProblems } from "../session/use-form-problems.ts";
import {
  proofProblems,
  proofRefusal,
  type ProofCode,
  type ProofDraft,
  type ProofField,
  type ProofProblem,
} from "./security-proof-form.ts";
import styles from "../session/session-form.module.css";

const texts: Record<ProofProblem | "password-wrong" | "factor-wrong", MessageDescriptor> = {
  "password-missing": msg`Enter the password you log in with.`,
  "password-wrong": msg`This is not your login password.`,
  "code-missing": msg`Enter the code.`,
  "code-malformed": msg`The code has 6 digits.`,
  "factor-wrong": msg`This code is wrong, or was used already. Wait for the next one.`,
};

export interface SecurityProofProps {
  /** The form's name, for ears. */
  name: string;
  submitLabel: string;
  look?: ButtonLook;
  /** What is asked for beside the login password. */
  asks?: ProofCode;
  sending: { error: ApiError | null; isError: boolean; isPending: boolean; reset: () => void };
  /** Sends it; the promise fails as the call does. */
  onSubmit: (proof: ProofDraft) => Promise<unknown>;
  /** How to find out whether it was done, where the answer was lost. */
  whenLost: ReactNode;
}

/** Who changes what guards the account shows first that it is theirs. What is typed here outlives neither the form nor a success. */
export function SecurityProof({
  name,
  submitLabel,
  look = "primary",
  asks,
  sending,
  onSubmit,
  whenLost,
}: SecurityProofProps) {
  const { t } = useLingui();
  const online = useOnline();
  const account = useAtomValue(userAtom)?.account ?? "";
  const [draft, setDraft] = useState<ProofDraft>({ password: "", code: "" });
  const [waitLeft, startWait] = useCountdown();
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<ProofField>();
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
    onSubmit(draft).catch((error: ApiError) => {
      startWait(waitSeconds(error.data));
      focusFirst();
    });
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
      <FormTrouble refusal={refusal} lost={sending.error?.isTransport === true}>
        {whenLost}
      </FormTrouble>
      <Button
        type="submit"
        look={look}
        size="large"
        wide
        busy={sending.isPending}
        disabledReason={
          !online
            ? t`You are offline. This needs a connection.`
            : waitLeft > 0
              ? t`Next try in ${plural(waitLeft, { one: "# second", other: "# seconds" })}.`
              : undefined
        }
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
