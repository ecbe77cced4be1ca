import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { passwordLength } from "#protocol/api/session.ts";
import { type Rule, RuleTicks, StrengthMeter } from "../../../ui/fields/password-field.tsx";
import { isNotTheAccount, strengthOf, type Strength } from "./new-password.ts";
import { SecretField } from "./secret-field.tsx";
import styles from "./session-form.module.css";

const strengths: Record<
  Exclude<Strength, "none">,
  { level: 1 | 2 | 3 | 4; text: MessageDescriptor }
> = {
  "too-short": { level: 1, text: msg`Too short.` },
  short: {
    level: 2,
    text: msg`Accepted, but short: with 15 characters or more it is hard to guess.`,
  },
  good: { level: 3, text: msg`A good length.` },
  strong: { level: 4, text: msg`Strong.` },
};

export interface NewPasswordFieldsProps {
  password: string;
  repeat: string;
  onPassword: (password: string) => void;
  onRepeat: (repeat: string) => void;
  onLeave: (field: "password" | "repeat", value: string) => void;
  problemOf: (field: "password" | "repeat") => string | undefined;
  /** The account as typed or known, which must not be the password. */
  account: string;
  /** Rules of the place besides length and account. */
  rules?: readonly Rule[] | undefined;
}

/** A password being set, twice, with its rules and how hard it is to guess. */
export function NewPasswordFields({
  password,
  repeat,
  onPassword,
  onRepeat,
  onLeave,
  problemOf,
  account,
  rules = [],
}: NewPasswordFieldsProps) {
  const { t, i18n } = useLingui();
  const strength = strengthOf(password);
  return (
    <>
      <div className={styles.with}>
        <SecretField
          autoComplete="new-password"
          label={t`New password`}
          name="new-password"
          value={password}
          problem={problemOf("password")}
          hint={
            strength === "none" ? undefined : (
              <StrengthMeter level={strengths[strength].level}>
                {i18n._(strengths[strength].text)}
              </StrengthMeter>
            )
          }
          onValue={onPassword}
          onBlur={() => onLeave("password", password)}
        />
        <RuleTicks
          label={t`Advice for the password`}
          rules={[
            {
              id: "length",
              label: t`At least 8 characters; longer is stronger`,
              met: password.length >= passwordLength.min,
            },
            {
              id: "account",
              label: t`Not the name of your account`,
              met: isNotTheAccount(password, account),
            },
            ...rules,
          ]}
          metLabel={t`met`}
          unmetLabel={t`not yet`}
        />
      </div>
      <SecretField
        autoComplete="new-password"
        label={t`New password once more`}
        name="repeat-password"
        value={repeat}
        problem={problemOf("repeat")}
        onValue={onRepeat}
        onBlur={() => onLeave("repeat", repeat)}
      />
    </>
  );
}
