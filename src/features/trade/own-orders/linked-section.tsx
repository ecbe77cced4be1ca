import type { ReactNode } from "react";
import styles from "./linked-section.module.css";

/** What an entry of the billing history belongs to, below it. */
export function LinkedSection({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.linked}>
      <h3 className={styles.heading}>{heading}</h3>
      {children}
    </section>
  );
}
