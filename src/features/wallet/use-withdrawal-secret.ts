import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { waitSeconds } from "../session/login-draft.ts";
import { useCountdown } from "../session/use-countdown.ts";
import { withdrawRefusal } from "./withdraw-refusal.ts";

/** The withdrawal password while it is typed: in memory alone, gone with each answer. */
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
    /** Answers whether the refusal was about the password; whatever it was about, the digits are typed anew. */
    refuse: (status: number, data: unknown): boolean => {
      const { place, text } = withdrawRefusal(status, data, i18n.locale);
      setValue("");
      if (place !== "password") return false;
      startWait(waitSeconds(data));
      setProblem(status === 200002 ? t`Too many wrong passwords.` : i18n._(text));
      return true;
    },
  };
}

export type WithdrawalSecret = ReturnType<typeof useWithdrawalSecret>;
