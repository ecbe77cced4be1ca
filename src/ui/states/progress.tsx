import { CheckIcon } from "../icons/status-icons.tsx";
import styles from "./progress.module.css";

interface ProgressProps {
  label: string;
  /** From 0 to 1; undefined while nobody knows. */
  value?: number | undefined;
  tone?: "accent" | "warning" | "danger" | undefined;
  /** The bar alone, with the label for screen readers. */
  bare?: boolean | undefined;
}

/** How far a thing has come. */
export function Progress({ label, value, tone = "accent", bare = false }: ProgressProps) {
  return (
    <div className={styles.progress}>
      {!bare && <span aria-hidden="true">{label}</span>}
      <progress
        className={styles.bar}
        data-tone={tone}
        aria-label={label}
        max={1}
        {...(value === undefined ? {} : { value })}
      />
    </div>
  );
}

interface StepsProps {
  /** The name of the steps, for screen readers. */
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
