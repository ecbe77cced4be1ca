import { useId, type ReactNode } from "react";
import styles from "./term.module.css";

export interface TermProps {
  term: string;
  /** What it means, in a sentence or two. */
  children: ReactNode;
}

/** A word of the trade that says what it is when tapped. */
export function Term({ term, children }: TermProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={styles.term} popoverTarget={id} aria-haspopup="dialog">
        {term}
      </button>
      <span id={id} popover="auto" role="dialog" aria-label={term} className={styles.note}>
        <strong className={styles.title}>{term}</strong>
        <span className={styles.text}>{children}</span>
      </span>
    </>
  );
}
