import { CheckIcon } from "./status-icons.tsx";
import styles from "./steps.module.css";

export interface StepsProps {
  /** The name of the way, for ears. */
  label: string;
  steps: readonly { id: string; label: string }[];
  /** The id of the step one is at; those before it are done. */
  current: string;
}

/** Where one is on a way of a few steps. */
export function Steps({ label, steps, current }: StepsProps) {
  const at = steps.findIndex((step) => step.id === current);
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          data-state={index < at ? "done" : index === at ? "current" : "ahead"}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < at ? <CheckIcon size={16} /> : index + 1}
          </span>
          <span className={styles.label}>{step.label}</span>
        </li>
      ))}
    </ol>
  );
}
