import type { ReactNode } from "react";
import styles from "./strength-meter.module.css";

export interface StrengthMeterProps {
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
