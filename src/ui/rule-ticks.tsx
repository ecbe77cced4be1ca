import { CheckCircleIcon } from "./status-icons.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./rule-ticks.module.css";

export interface Rule {
  id: string;
  label: string;
  met: boolean;
}

export interface RuleTicksProps {
  /** The name of the list, for ears. */
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
