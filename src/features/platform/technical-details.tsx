import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import styles from "./technical-details.module.css";

/** Numbers and proofs that only matter when something is to be looked up or checked: folded until asked for. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}><Trans>Technical details</Trans></summary>
      {children}
    </details>
  );
}
