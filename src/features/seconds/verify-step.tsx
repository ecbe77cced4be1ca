import type { ReactNode } from "react";
import type { CheckState } from "#protocol/receipt-check.ts";
import { MinusIcon } from "../../ui/action-icons.tsx";
import { CheckCircleIcon, ClockIcon, ErrorIcon } from "../../ui/status-icons.tsx";
import styles from "./verify-step.module.css";

const icons = { ok: CheckCircleIcon, failed: ErrorIcon, later: ClockIcon, none: MinusIcon };

export interface VerifyStepProps {
  state: CheckState;
  /** The state in words. */
  stateText: string;
  title: string;
  /** What was found, with its figures. */
  found: string;
  children?: ReactNode;
}

/** One step of a check: what it asks, whether it is right, and what was found. */
export function VerifyStep({ state, stateText, title, found, children }: VerifyStepProps) {
  const Icon = icons[state];
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.mark} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div>
        <p className={styles.head}>
          <span>{title}</span>
          <span className={styles.state}>{stateText}</span>
        </p>
        <p className={styles.found}>{found}</p>
        {children}
      </div>
    </li>
  );
}
