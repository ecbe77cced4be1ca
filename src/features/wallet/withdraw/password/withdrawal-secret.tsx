import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PinField } from "../../../../ui/fields/pin-field.tsx";
import { FactorField } from "../../../session/form/factor-field.tsx";
import { lacksFactor, useFactorAsked } from "../../../session/form/factor-asked.ts";
import { waitSeconds } from "../../../session/form/login-draft.ts";
import { useCountdown } from "../../../session/form/use-countdown.ts";
import { useWaitText } from "../../../session/form/use-wait-text.ts";
import { once } from "../../../../writes/plain-kind.ts";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import styles from "../withdraw.module.css";

/** The field of the withdrawal password, with its keypad, and of the second factor where the account has one. */
export function WithdrawalSecretField({ secret }: { secret: WithdrawalSecret }) {
  const { t } = useLingui();
  return (
    <div className={styles.secret}>
      <PinField
        name="withdrawal-password"
        label={t`Withdrawal password`}
        problem={secret.problem}
        min={6}
        max={12}
        value={secret.value}
        onValue={secret.type}
        keypadLabel={t`Keypad`}
        deleteLabel={t`Delete the last digit`}
      />
      <Link to="/password/withdraw" className={styles.aside}>
        <Trans>Forgot it?</Trans>
      </Link>
      {secret.factor.isAsked && (
        <FactorField
          value={secret.factor.code}
          problem={secret.factor.problem}
          onValue={secret.factor.type}
        />
      )}
    </div>
  );
}

/** What a withdrawal, a new address and a new card are sent with. */
export interface Secret {
  wpassword: string;
  /** A code of the second factor; empty where the account has none. */
  totp: string;
}

/** The withdrawal password while it is typed: in memory only, cleared after each answer. */
export function useWithdrawalSecret() {
  const { t, i18n } = useLingui();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const [code, setCode] = useState("");
  const [codeProblem, setCodeProblem] = useState<string>();
  const { isAsked, askFromNow } = useFactorAsked();

  return {
    value,
    problem,
    /** The code of the second factor. */
    factor: {
      isAsked,
      code,
      problem: codeProblem,
      type: (typed: string) => {
        setCodeProblem(undefined);
        setCode(typed);
      },
    },
    /** What the venue is to get, once; undefined where something is missing, which is said at its field. */
    take: (): (() => Secret) | undefined => {
      if (value === "") setProblem(t`Enter your withdrawal password.`);
      const lacksCode = lacksFactor(code, isAsked);
      if (lacksCode) setCodeProblem(t`Enter the code.`);
      return value === "" || lacksCode ? undefined : once({ wpassword: value, totp: code });
    },
    /** Why it cannot be sent now; undefined where it can. */
    wait: waitText,
    type: (digits: string) => {
      setProblem(undefined);
      setValue(digits);
    },
    clear: () => {
      setValue("");
      setProblem(undefined);
      setCode("");
      setCodeProblem(undefined);
    },
    /** Returns whether a refusal was about the password or the code. After any refusal the digits have to be typed again. */
    refuse: (status: number, data: unknown): boolean => {
      const { place, text } = withdrawRefusal(status, data, i18n.locale);
      setValue("");
      setCode("");
      if (wantsFactor(status, data)) {
        askFromNow();
        // The first time nobody had asked for it.
        setCodeProblem(
          isAsked
            ? t`This code is wrong, or was used already. Wait for the next one.`
            : t`Enter the code.`,
        );
        return true;
      }
      if (place !== "password") return false;
      startWait(waitSeconds(data));
      setProblem(status === codes.tooManyAttempts ? t`Too many wrong passwords.` : i18n._(text));
      return true;
    },
  };
}

type WithdrawalSecret = ReturnType<typeof useWithdrawalSecret>;
