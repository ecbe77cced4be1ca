import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { errorText } from "../../../../i18n/error-messages.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { PinField } from "../../../../ui/fields/pin-field.tsx";
import { Progress, Steps } from "../../../../ui/states/progress.tsx";
import { useWriteStop } from "../../../session/account-status/use-write-stop.ts";
import { accountDraftOf } from "../../../session/form/account-input.ts";
import { CodeField } from "../../../session/form/secret-fields.tsx";
import { FactorField } from "../../../session/form/factor-field.tsx";
import { useFactorAsked } from "../../../session/form/factor-asked.ts";
import { waitSeconds } from "../../../session/form/login-draft.ts";
import { userAtom } from "../../../session/session-atoms.ts";
import { useCountdown } from "../../../session/form/use-countdown.ts";
import { useWaitText } from "../../../session/form/use-wait-text.ts";
import { heldUntil } from "../../../account/security/security-writes.ts";
import { once } from "../../../../writes/plain-kind.ts";
import { useFormWrite, type WriteFailure } from "../../../../writes/use-form-write.ts";
import { settingWithdrawalPassword } from "./withdrawal-password-write.ts";
import {
  type WithdrawalPasswordField,
  type WithdrawalPasswordMode,
  type WithdrawalPasswordStep,
  emptyDraft,
  fieldsOf,
  stepOfFirstProblem,
  withdrawalPasswordProblems,
  withdrawalPasswordRefusal,
  withdrawalPasswordRequest,
  withdrawalPasswordSteps,
  withdrawalPasswordMessages,
} from "./withdrawal-password-form.ts";
import { SecretField } from "../../../session/form/secret-field.tsx";
import styles from "./withdrawal-password.module.css";

export interface WithdrawalPasswordFlowProps {
  mode: WithdrawalPasswordMode;
  /** Called when the password is set. @param heldUntil end of the withdrawal hold (Unix ms), 0 without one */
  onDone: (heldUntil: number) => void;
  /** Called when the venue already has a password that this device did not know of. */
  onAlreadySet: () => void;
  onCancel: () => void;
}

/** Sets the password in steps: proof of identity, then the digits, twice. Nothing typed is stored. */
export function WithdrawalPasswordFlow({
  mode,
  onDone,
  onAlreadySet,
  onCancel,
}: WithdrawalPasswordFlowProps) {
  const { t, i18n } = useLingui();
  const stop = useWriteStop();
  const steps = withdrawalPasswordSteps(mode);
  const [step, setStep] = useState<WithdrawalPasswordStep>(steps[0] ?? "password");
  const [draft, setDraft] = useState(emptyDraft);
  const [shownProblems, setShownProblems] = useState<ReadonlySet<WithdrawalPasswordField>>(
    new Set(),
  );
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const { isAsked: asksFactor, askFromNow } = useFactorAsked();
  const setWpass = useFormWrite(settingWithdrawalPassword, { onDone, onFailed });
  const { form, focusStep, focusProblem } = useStepFocus(step);

  const problems = withdrawalPasswordProblems(draft, mode, asksFactor);
  const status = setWpass.error?.status ?? null;
  const refusal =
    status === null ? undefined : withdrawalPasswordRefusal(status, setWpass.error?.data);
  const isLast = step === steps.at(-1);
  const wait = waitText;

  function problemOf(field: WithdrawalPasswordField): string | undefined {
    const problem = problems[field];
    if (problem && shownProblems.has(field)) return i18n._(withdrawalPasswordMessages[problem]);
    if (status === null || refusal?.field !== field) return undefined;
    return i18n._(
      refusal.problem ? withdrawalPasswordMessages[refusal.problem] : errorText(status),
    );
  }

  /** A change removes the refusal, and hides the problem of the field until the next attempt. */
  function edit(field: WithdrawalPasswordField) {
    return (value: string) => {
      if (setWpass.isError) setWpass.reset();
      if (shownProblems.has(field))
        setShownProblems(new Set([...shownProblems].filter((other) => other !== field)));
      setDraft({ ...draft, [field]: value });
    };
  }

  function goTo(wanted: WithdrawalPasswordStep) {
    setStep(wanted);
    focusStep();
  }

  function next(event: SyntheticEvent) {
    event.preventDefault();
    if (setWpass.isPending || stop !== undefined || (isLast && waitLeft > 0)) return;
    const fields = fieldsOf(step, mode);
    if (fields.some((field) => problems[field])) {
      setShownProblems(new Set([...shownProblems, ...fields]));
      return focusProblem();
    }
    const following = steps[steps.indexOf(step) + 1];
    if (following) return goTo(following);
    if (Object.keys(problems).length > 0) {
      setShownProblems(new Set(steps.flatMap((each) => fieldsOf(each, mode))));
      setStep(stepOfFirstProblem(problems, mode));
      return focusProblem();
    }
    setWpass.send({
      takeRequest: once(withdrawalPasswordRequest(draft, mode)),
      heldBefore: mode === "set" ? null : heldUntil(),
    });
  }

  function onFailed(error: WriteFailure) {
    startWait(waitSeconds(error.data));
    if (wantsFactor(error.status, error.data)) {
      askFromNow();
      setShownProblems(new Set([...shownProblems, "factor"]));
    }
    if (error.status === codes.passwordAlreadySet) return onAlreadySet();
    const place =
      error.status === null ? undefined : withdrawalPasswordRefusal(error.status, error.data);
    if (!place) return;
    // Refused digits, old or new, have to be typed again.
    if (place.field === "old" || place.field === "password")
      setDraft({
        ...draft,
        [place.field]: "",
        ...(place.field === "password" && { repeat: "" }),
      });
    setStep(steps.find((each) => fieldsOf(each, mode).includes(place.field)) ?? step);
    focusProblem();
  }

  function back() {
    const before = steps[steps.indexOf(step) - 1];
    if (!before) return onCancel();
    // Going back from the repetition means new digits, so the repetition is cleared.
    if (step === "repeat") setDraft({ ...draft, repeat: "" });
    setShownProblems(new Set());
    goTo(before);
  }

  const names: Record<WithdrawalPasswordStep, string> = {
    proof: t`You`,
    old: t`Old digits`,
    password: t`New digits`,
    repeat: t`Once more`,
  };
  const titles: Record<WithdrawalPasswordStep, string> = {
    proof: mode === "reset" ? t`Show that it is you` : t`First, your login password`,
    old: t`Your present withdrawal password`,
    password:
      mode === "set" ? t`Choose your withdrawal password` : t`Choose the new withdrawal password`,
    repeat: t`Enter it once more`,
  };
  const sends = mode === "set" ? t`Set password` : t`Change password`;

  const factorField = asksFactor && (
    <FactorField value={draft.factor} problem={problemOf("factor")} onValue={edit("factor")} />
  );
  return (
    <form
      ref={form}
      className={styles.flow}
      noValidate
      onSubmit={next}
      aria-label={mode === "set" ? t`Set withdrawal password` : t`Change withdrawal password`}
    >
      <Steps
        label={t`Steps`}
        current={step}
        steps={steps.map((id) => ({ id, label: names[id] }))}
      />
      <h2 className={styles.title} tabIndex={-1}>
        {titles[step]}
      </h2>
      {step === "proof" && (
        <Proof
          mode={mode}
          login={draft.login}
          code={draft.code}
          onLogin={edit("login")}
          onCode={edit("code")}
          problemOf={problemOf}
        />
      )}
      {step === "proof" && factorField}
      {step !== "proof" && (
        <PinField
          key={step}
          name={`withdrawal-${step}`}
          label={
            step === "old"
              ? t`Old digits`
              : step === "password"
                ? t`New digits`
                : t`New digits once more`
          }
          hint={
            step === "password"
              ? t`6 to 12 digits, and not your login password.`
              : step === "repeat" && mode !== "set"
                ? t`Withdrawals are held for 24 hours after the change.`
                : undefined
          }
          problem={problemOf(step)}
          min={6}
          max={12}
          value={draft[step]}
          onValue={edit(step)}
          keypadLabel={t`Keypad`}
          deleteLabel={t`Delete the last digit`}
        />
      )}
      {step === "old" && factorField}
      {status !== null && refusal === undefined && status !== codes.passwordAlreadySet && (
        <Banner tone="danger">{i18n._(errorText(status))}</Banner>
      )}
      {setWpass.isChecking && (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
        </div>
      )}
      {setWpass.error?.status === null && (
        <Banner tone="offline" live>
          <Trans>
            The venue did not answer, so it may or may not be set. Nothing else is lost: try again.
          </Trans>
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button size="large" onClick={back}>
          {step === steps[0] ? t`Cancel` : t`Back`}
        </Button>
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={setWpass.isPending}
          disabledReason={stop ?? (isLast ? wait : undefined)}
        >
          {isLast ? sends : t`Next`}
        </Button>
      </div>
    </form>
  );
}

interface ProofProps {
  mode: WithdrawalPasswordMode;
  login: string;
  code: string;
  onLogin: (password: string) => void;
  onCode: (code: string) => void;
  problemOf: (field: WithdrawalPasswordField) => string | undefined;
}

/** The login password; to reset forgotten digits also a code sent to the account. */
function Proof({ mode, login, code, onLogin, onCode, problemOf }: ProofProps) {
  const { t } = useLingui();
  const account = useAtomValue(userAtom)?.account ?? "";
  return (
    <div className={styles.proof}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <SecretField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        value={login}
        problem={problemOf("login")}
        onValue={onLogin}
      />
      {mode === "reset" && (
        <CodeField
          scene="wpass"
          account={accountDraftOf(account)}
          accountReady={account !== ""}
          onAccountWanted={() => undefined}
          value={code}
          onValue={onCode}
          onLeave={() => undefined}
          problem={problemOf("code")}
          required
          sentHint={(byHand) =>
            byHand
              ? t`A code for ${account} was made. On this paper venue its operator can read it at the venue's terminal.`
              : t`A code is on its way to ${account}.`
          }
        />
      )}
      {mode === "reset" && (
        <p className={styles.soft}>
          <Trans>Withdrawals are held for 24 hours after the change.</Trans>
        </p>
      )}
    </div>
  );
}

/** Focuses the field of a step; on a touch screen its title, so that no second keyboard opens. */
function useStepFocus(step: WithdrawalPasswordStep) {
  const form = useRef<HTMLFormElement>(null);
  const [wanted, setWanted] = useState<{ count: number; problem: boolean }>({
    count: 0,
    problem: false,
  });

  useEffect(() => {
    if (wanted.count === 0) return;
    const wrong = wanted.problem
      ? form.current?.querySelector<HTMLElement>("[aria-invalid=true]")
      : null;
    const finger = matchMedia("(pointer: coarse)").matches;
    const target =
      finger && (!wrong || "keypad" in wrong.dataset)
        ? "h2"
        : wrong
          ? "[aria-invalid=true]"
          : "input:not([hidden])";
    form.current?.querySelector<HTMLElement>(target)?.focus();
  }, [wanted, step]);

  return {
    form,
    focusStep: () => setWanted(({ count }) => ({ count: count + 1, problem: false })),
    focusProblem: () => setWanted(({ count }) => ({ count: count + 1, problem: true })),
  };
}
