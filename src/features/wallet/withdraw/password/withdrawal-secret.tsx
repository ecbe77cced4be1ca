import * as codes from "#protocol/wire/error-codes.ts";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PinField } from "../../../../ui/fields/pin-field.tsx";
import { waitSeconds } from "../../../session/form/login-draft.ts";
import { useCountdown } from "../../../session/form/use-countdown.ts";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import styles from "../withdraw.module.css";

/** The field of the withdrawal password, with its keypad. */
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
    </div>
  );
}

/** The withdrawal password while it is typed: in memory only, cleared after each answer. */
export function useWithdrawalSecret() {
  const { t, i18n } = useLingui();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  const [waitLeft, startWait] = useCountdown();

  return {
    value,
    problem,
    /** Why it cannot be sent now; undefined where it can. */
    wait:
      waitLeft > 0
        ? t`Next try in ${plural(waitLeft, { one: "# second", other: "# seconds" })}.`
        : undefined,
    type: (digits: string) => {
      setProblem(undefined);
      setValue(digits);
    },
    clear: () => {
      setValue("");
      setProblem(undefined);
    },
    missing: () => setProblem(t`Enter your withdrawal password.`),
    /** Returns whether a refusal was about the password. After any refusal the digits have to be typed again. */
    refuse: (status: number, data: unknown): boolean => {
      const { place, text } = withdrawRefusal(status, data, i18n.locale);
      setValue("");
      if (place !== "password") return false;
      startWait(waitSeconds(data));
      setProblem(status === codes.tooManyAttempts ? t`Too many wrong passwords.` : i18n._(text));
      return true;
    },
  };
}

type WithdrawalSecret = ReturnType<typeof useWithdrawalSecret>;
