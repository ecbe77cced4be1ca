import { type ReactNode, useState } from "react";
import { IconButton } from "../actions/icon-button.tsx";
import { EyeIcon, EyeOffIcon } from "../icons/action-icons.tsx";
import { CheckCircleIcon } from "../icons/status-icons.tsx";
import { VisuallyHidden } from "../text/visually-hidden.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./password-field.module.css";

export interface PasswordFieldProps extends Omit<FieldProps, "type" | "suffix"> {
  showLabel: string;
  hideLabel: string;
}

/** A password that can be looked at while it is typed, and pasted. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? "text" : "password"}
      suffix={
        <IconButton
          label={shown ? hideLabel : showLabel}
          icon={shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

interface StrengthMeterProps {
  /** How many of the four parts are filled. */
  level: 0 | 1 | 2 | 3 | 4;
  /** The same in words, and what would make it better. */
  children: ReactNode;
}

const parts = [1, 2, 3, 4] as const;

/** How strong a secret is: a bar of four parts, and words that say it too. */
export function StrengthMeter({ level, children }: StrengthMeterProps) {
  return (
    <span className={styles.meter} data-level={level}>
      <span className={styles.bar} aria-hidden="true">
        {parts.map((part) => (
          <span key={part} data-filled={part <= level || undefined} />
        ))}
      </span>
      <span>{children}</span>
    </span>
  );
}

export interface Rule {
  id: string;
  label: string;
  met: boolean;
}

interface RuleTicksProps {
  /** The name of the list, for screen readers. */
  label: string;
  rules: readonly Rule[];
  metLabel: string;
  unmetLabel: string;
}

/** Rules that tick themselves off while one types. */
export function RuleTicks({ label, rules, metLabel, unmetLabel }: RuleTicksProps) {
  return (
    <ul className={styles.rules} aria-label={label}>
      {rules.map((rule) => (
        <li key={rule.id} data-met={rule.met || undefined}>
          {rule.met ? (
            <CheckCircleIcon size={16} />
          ) : (
            <span className={styles.open} aria-hidden="true" />
          )}
          <span>
            {rule.label}
            <VisuallyHidden>: {rule.met ? metLabel : unmetLabel}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
