import type { ReactNode } from "react";
import styles from "./fold.module.css";

/** Something that only matters when it is looked for, folded until asked for under a line that names it. */
export function Fold({
  summary,
  small = false,
  children,
}: {
  summary: ReactNode;
  small?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.details} data-small={small || undefined}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
